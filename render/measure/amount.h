/* SPDX-License-Identifier: MIT */
/*
 * amount.h - counts of a known unit as people read them: "12.0 ms", "4.2 GiB".
 */
#ifndef FLAMBEAU_AMOUNT_H
#define FLAMBEAU_AMOUNT_H

#include "common/header/units.h"
#include "common/text/buf.h"

/*
 * Append count * 10^-scale of a unit, which may be NULL: time with three digits, memory with one
 * decimal, halves rounded up. False, and nothing is appended, without a unit and beyond 2^64-1.
 * text.js has the same function: the script shows the same texts as the file.
 */
bool amount_add(struct buf *buf, const struct unit *unit, uint64_t count, unsigned scale);

#endif
