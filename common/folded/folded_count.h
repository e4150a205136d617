/* SPDX-License-Identifier: MIT */
/*
 * folded_count.h - the number at the end of a folded line, as the programs read it that ours stand in
 * for. The line loses it and what separates it; it is left alone if there is no number, or one that
 * is too large.
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

/* The digits and points at the end, behind one blank of any kind, which goes too; false without. */
bool folded_take_digits(struct slice *line, struct slice *digits);

/* A decimal behind one blank of any kind: "a  5" leaves "a ". */
bool folded_take_count(struct slice *line, struct folded_number *number);

/* A decimal behind the last space, which loses its decimals: "a  5.7" leaves "a", and 5. */
bool folded_take_whole(struct slice *line, struct folded_number *number);

#endif
