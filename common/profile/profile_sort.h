/* SPDX-License-Identifier: MIT */
/*
 * profile_sort.h - the order of a profile's stacks and of the rows of its labels: places of names
 * in their order, so that stacks are compared as lists of numbers.
 */
#ifndef FLAMBEAU_PROFILE_SORT_H
#define FLAMBEAU_PROFILE_SORT_H

#include "common/profile/profile.h"

/*
 * The ranks of names as leaves and as inner frames, by id. A name is seldom both: the memory of a
 * rank that is never needed is never written. If both orders are the same so are the arrays.
 */
struct ranks {
	uint32_t *of[2];
	bool same;
};

/* Rank the names that occur in stacks, on as many threads as pay off. */
void profile_rank(const struct profile *profile, enum profile_order order, struct ranks *ranks);
void profile_rank_release(struct ranks *ranks);

/*
 * The names that occur in stacks, in the order of their bytes, whatever threads added them; the
 * caller frees the array.
 */
frame_id *profile_sorted_names(const struct profile *profile, size_t *count);

static inline uint32_t *ranks_frame(const struct ranks *ranks, const struct stack *stack,
				    uint32_t level)
{
	return &ranks->of[level + 1 < stack->depth][stack->frames[level]];
}

/* A stack's rank at a level, 0 where it has ended. */
static inline uint64_t rank_at(const struct ranks *ranks, const struct stack *stack, uint32_t level)
{
	return level < stack->depth ? (uint64_t)*ranks_frame(ranks, stack, level) + 1 : 0;
}

#endif
