/* SPDX-License-Identifier: MIT */
/*
 * sorted_runs.h - merge of sorted runs of stacks, by several threads.
 */
#ifndef FLAMBEAU_SORTED_RUNS_H
#define FLAMBEAU_SORTED_RUNS_H

#include "common/profile/profile_rank.h"

/* A stack is at most once in a run; several runs may have it. */
struct sorted_runs {
	const struct ranks *ranks;
	const struct stack **stacks; /* of all runs, concatenated */
	size_t *ends;                /* of the runs */
	unsigned count, threads;
	const struct stack *overflow; /* the first whose sum exceeds 2^64-1, or NULL */
};

/*
 * Merge the runs until one is left, of runs->ends[0] stacks. Equal stacks of several runs become
 * one, with the sum of their counts.
 */
void sorted_runs_merge(struct sorted_runs *runs);

#endif
