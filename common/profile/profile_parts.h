/* SPDX-License-Identifier: MIT */
/*
 * profile_parts.h - stacks that several threads have sorted, each a part, become sorted as a whole.
 */
#ifndef FLAMBEAU_PROFILE_PARTS_H
#define FLAMBEAU_PROFILE_PARTS_H

#include "common/profile/profile_rank.h"

/* No part has a stack twice, but several may have the same one. */
struct profile_parts {
	const struct ranks *ranks;
	const struct stack **stacks; /* of all parts, one behind the other */
	size_t *ends;                /* of the parts */
	unsigned count, threads;
	const struct stack *overflow; /* one whose count passed 2^64-1 when parts had it, or NULL */
};

/*
 * Merge the parts, which are sorted, until one is left; parts->ends[0] is how many stacks there are then. One
 * that several parts had is there once, with the sum of its counts.
 */
void profile_parts_merge(struct profile_parts *parts);

#endif
