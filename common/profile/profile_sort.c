/* SPDX-License-Identifier: MIT */
/*
 * Sorting. Stacks are compared as lists of ranks, two at a time, by a quicksort that never looks
 * again at a common prefix. Every thread sorts a run; sorted_runs_merge() merges them.
 */
#include <assert.h>

#include "common/base/parallel.h"
#include "common/profile/sorted_runs.h"
#include "common/table/keysort.h"

/* A stack's ranks at two levels. */
static uint64_t stack_key(const void *context, const struct keysort_item *item, uint32_t level)
{
	const struct stack *stack = item->of.thing;

	return rank_at(context, stack, level) << 32 | rank_at(context, stack, level + 1);
}

static bool stack_ends(uint64_t key)
{
	return (uint32_t)key == 0;
}

struct job {
	struct sorted_runs *runs;
	struct keysort_item *items;
};

static void sort_run(void *context, unsigned run)
{
	const struct job *job = context;
	const struct keysort by = {job->runs->ranks, stack_key, 2, stack_ends, NULL};
	size_t begin = run == 0 ? 0 : job->runs->ends[run - 1];

	keysort(&by, job->items + begin, job->runs->ends[run] - begin);
}

/* Twice the memory for as many stacks, from the last one on: a key is stored next to each. */
static struct keysort_item *make_items(const struct stack **stacks, size_t count)
{
	struct keysort_item *items = memory_resize(stacks, count, sizeof(*items));
	const struct stack *stack;
	size_t i;

	for (i = count; i-- > 0;) {
		memcpy(&stack, (const char *)items + i * sizeof(stack), sizeof(stack));
		items[i].of.thing = stack;
	}
	return items;
}

/* And back. */
static const struct stack **profile_sort_shrink(struct keysort_item *items, size_t count)
{
	const struct stack **sorted;
	size_t i;

	for (i = 0; i < count; i++) {
		const struct stack *stack = items[i].of.thing;

		memcpy((char *)items + i * sizeof(stack), &stack, sizeof(stack));
	}
	sorted = memory_resize(items, count, sizeof(*sorted));
	return sorted;
}

/* Cut the stacks into runs: one per thread that has read, else one per thread that will sort. */
static void profile_sort_divide(const struct profile *profile, struct sorted_runs *runs)
{
	unsigned i;

	runs->threads = profile_threads(profile);
	runs->count = profile->ends ? profile->end_count : runs->threads;
	runs->ends = memory_resize(NULL, runs->count, sizeof(*runs->ends));
	for (i = 0; i < runs->count; i++)
		runs->ends[i] = profile->ends ? profile->ends[i]
					      : profile->count * (i + 1) / runs->count;
}

/* The stacks of the profile, as `stacks` that may be freed, in order, and no more of them. */
static void profile_sort_all(const struct profile *profile, const struct stack **stacks,
			     enum profile_order order, struct sorted_runs *runs)
{
	struct ranks ranks;
	struct job job = {.runs = runs};

	*runs = (struct sorted_runs){.ranks = &ranks};
	profile_sort_divide(profile, runs);
	profile_rank(profile, order, &ranks);
	job.items = make_items(stacks, profile->count);
	parallel_run(runs->count, sort_run, &job);
	runs->stacks = profile_sort_shrink(job.items, profile->count);
	sorted_runs_merge(runs);
	profile_rank_release(&ranks);
}

const struct stack **profile_sorted(const struct profile *profile, enum profile_order order)
{
	const struct stack **stacks = memory_resize(NULL, profile->count, sizeof(*stacks));
	struct sorted_runs runs;
	size_t i;

	assert(!profile->ends);
	for (i = 0; i < profile->count; i++)
		stacks[i] = profile->stacks[i];
	profile_sort_all(profile, stacks, order, &runs);
	free(runs.ends);
	return runs.stacks;
}

void profile_close(struct profile *profile, enum profile_order order)
{
	struct sorted_runs runs;

	hash_numbers_release(&profile->index);
	profile_sort_all(profile, (const struct stack **)profile->stacks, order, &runs);
	profile->stacks = (struct stack **)runs.stacks;
	profile->count = profile->cap = runs.ends[0];
	if (runs.overflow)
		profile_overflows(profile, runs.overflow);
	free(runs.ends);
	free(profile->ends);
	profile->ends = NULL;
	profile->is_sorted = order == PROFILE_BY_TEXT;
}
