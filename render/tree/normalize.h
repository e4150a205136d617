/* SPDX-License-Identifier: MIT */
/*
 * normalize.h - the first column of a differential scaled to the total of the second.
 */
#ifndef FLAMBEAU_NORMALIZE_H
#define FLAMBEAU_NORMALIZE_H

#include "common/profile/profile.h"
#include "render/measure/decimal.h"

/*
 * Exact but for one rounding a frame: the sum of the counts of adjacent stacks, such as a frame's,
 * is off by less than one unit, and all counts add up to the second total. Units become as small as
 * leaves the totals exact in doubles, at most a millionth of what they were.
 *
 * The stacks are replaced by copies that the profile owns; its scale and totals become
 * theirs, its table stays as it was. `factor` is what counts were multiplied by, to six
 * digits. False if a column has no counts: then nothing is changed.
 */
bool normalize_stacks(const struct stack **stacks, size_t count, struct profile *profile,
		      struct decimal *factor);

#endif
