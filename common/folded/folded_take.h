/* SPDX-License-Identifier: MIT */
/*
 * folded_take.h - the number at the end of a folded line, as the programs read it that ours stand in
 * for. The line loses it and what separates it; it is left alone if there is no number, or one that
 * is too large.
 */
#ifndef FLAMBEAU_FOLDED_TAKE_H
#define FLAMBEAU_FOLDED_TAKE_H

#include "common/base/slice.h"

struct folded_number {
	uint64_t value; /* in units of 10^-scale */
	unsigned scale;
	bool rounded; /* decimals were lost */
};

/* A decimal behind one blank of any kind: "a  5" leaves "a ". */
bool folded_take_count(struct slice *line, struct folded_number *number);

/* A decimal behind the last space, which loses its decimals: "a  5.7" leaves "a", and 5. */
bool folded_take_whole(struct slice *line, struct folded_number *number);

#endif
