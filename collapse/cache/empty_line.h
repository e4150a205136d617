/* SPDX-License-Identifier: MIT */
/*
 * empty_line.h - finds the ends of records that empty lines separate.
 *
 * Speed: line by line collapse-perf takes 1.19 x the time on "few" of tests/bench, 1.11 x on
 * "many", collapse-dtrace 1.28 x on "dtrace-few"; without the form for AVX2 1.05 x on "few", 1.07 x
 * on "dtrace-few". That is less than 1.3 x, but too much to lose. The plain version is
 * empty_line_find_portable(); the unit test compares both.
 */
#ifndef FLAMBEAU_EMPTY_LINE_H
#define FLAMBEAU_EMPTY_LINE_H

#include "common/base/slice.h"

/*
 * The number of bytes before the first empty line: the position of the second of two LFs.
 * SLICE_NONE if there is none.
 */
size_t empty_line_find(struct slice text);

/* empty_line_find() in portable code. */
size_t empty_line_find_portable(struct slice text);

#endif
