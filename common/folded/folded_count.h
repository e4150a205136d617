/* SPDX-License-Identifier: MIT */
/*
 * folded_count.h - the number at the end of a folded line, parsed as flamegraph.pl and inferno
 * parse it. The number and its separator are cut off the line; the line is unchanged if there is no
 * number, or one that is too large.
 */
#ifndef FLAMBEAU_FOLDED_COUNT_H
#define FLAMBEAU_FOLDED_COUNT_H

#include "common/base/slice.h"

/*
 * "12", "12." or "12.50" as an integer in units of 10^-scale; false for anything else. More than
 * LIMIT_SCALE decimals are rounded half to even, then `rounded` is set.
 */
bool folded_count(struct slice text, uint64_t *value, unsigned *scale, bool *rounded);

struct folded_number {
	uint64_t value; /* in units of 10^-scale */
	unsigned scale;
	bool rounded; /* decimals were lost */
};

/*
 * The digits and points at the end, after one blank of any kind, which is cut off too; false if
 * there are none.
 */
bool folded_take_digits(struct slice *line, struct slice *digits);

/* A decimal after one blank of any kind: "a  5" leaves "a ". */
bool folded_take_count(struct slice *line, struct folded_number *number);

/* A decimal after the last space, without its decimals: "a  5.7" leaves "a", and 5. */
bool folded_take_whole(struct slice *line, struct folded_number *number);

#endif
