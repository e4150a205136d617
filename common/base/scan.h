/* SPDX-License-Identifier: MIT */
/*
 * scan.h - all the places of a byte in a text, line ends or separators. Many are found before the
 * first one is used: a search that stops at each place makes every step wait for the one before.
 */
#ifndef FLAMBEAU_SCAN_H
#define FLAMBEAU_SCAN_H

#include "common/base/slice.h"

/* Places that may be found beyond the number wanted. */
enum { SCAN_MORE = 64 };

/*
 * The first places of `byte`, as offsets in ascending order; returns how many. At least `wanted`,
 * if the first 2 GiB have so many; at most SCAN_MORE more, for which `places` must have room.
 */
size_t scan_bytes(struct slice text, char byte, size_t wanted, uint32_t *places);

/* scan_bytes() for any processor. */
size_t scan_bytes_portable(struct slice text, char byte, size_t wanted, uint32_t *places);

#endif
