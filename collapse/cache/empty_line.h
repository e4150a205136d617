/* SPDX-License-Identifier: MIT */
/*
 * empty_line.h - where records end that an empty line separates.
 *
 * Speed: line by line collapse-perf takes 1.19 x the time on "few" of tests/bench, 1.11 x on
 * "many", collapse-dtrace 1.28 x on "dtrace-few". That is less than 1.3 x, but too much to lose.
 * The plain version is find_slowly(), which finds the place in the block. A form for AVX2 won
 * 1.05 x at most, and is gone.
 */
#ifndef FLAMBEAU_EMPTY_LINE_H
#define FLAMBEAU_EMPTY_LINE_H

#include "common/base/slice.h"

/* Bytes before the first empty line: where the second of two LFs stands. SLICE_NONE without. */
size_t empty_line_find(struct slice text);

#endif
