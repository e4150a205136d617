/* SPDX-License-Identifier: MIT */
/*
 * amount.h - counts of a known unit as people read them: "12.0 ms", "4.2 GiB".
 */
#ifndef FLAMBEAU_AMOUNT_H
#define FLAMBEAU_AMOUNT_H

#include "common/profile/units.h"
#include "common/text/buf.h"

/*
 * Append nanoseconds with three digits, or bytes with one decimal, halves rounded up. text.js has
 * the same: what the script shows is what the file shows.
 */
void amount_add(struct buf *buf, enum unit_kind kind, uint64_t value);

#endif
