/* SPDX-License-Identifier: MIT */
/*
 * Sorting. Stacks are compared as lists of ranks, two at a time, by a quicksort that never looks
 * again at what stacks are known to have in common. Every thread sorts a part.
 */
#include <assert.h>

#include "common/base/parallel.h"
#include "common/profile/profile_parts.h"
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
	struct profile_parts *parts;
	struct keysort_item *items;
};

static void sort_part(void *context, unsigned part)
{
	const struct job *job = context;
	const struct keysort by = {job->parts->ranks, stack_key, 2, stack_ends, NULL};
	size_t begin = part == 0 ? 0 : job->parts->ends[part - 1];

	keysort(&by, job->items + begin, job->parts->ends[part] - begin);
}

/* Twice the memory for as many stacks, from the last one on: then there is a key beside each. */
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
static const struct stack **shrink(struct keysort_item *items, size_t count)
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

/* What the threads have read is a part each, or else there are as many as will sort. */
static void divide(const struct profile *profile, struct profile_parts *parts)
{
	unsigned i;

	parts->threads = profile_threads(profile);
	parts->count = profile->ends ? profile->end_count : parts->threads;
	parts->ends = memory_resize(NULL, parts->count, sizeof(*parts->ends));
	for (i = 0; i < parts->count; i++)
		parts->ends[i] = profile->ends ? profile->ends[i]
					       : profile->count * (i + 1) / parts->count;
}

/* The stacks of the profile, as `stacks` that may be freed, in order, and no more of them. */
static void sort(const struct profile *profile, const struct stack **stacks,
		 enum profile_order order, struct profile_parts *parts)
{
	struct ranks ranks;
	struct job job = {.parts = parts};

	*parts = (struct profile_parts){.ranks = &ranks};
	divide(profile, parts);
	profile_rank(profile, order, &ranks);
	job.items = make_items(stacks, profile->count);
	parallel_run(parts->count, sort_part, &job);
	parts->stacks = shrink(job.items, profile->count);
	profile_parts_merge(parts);
	profile_rank_release(&ranks);
}

const struct stack **profile_sorted(const struct profile *profile, enum profile_order order)
{
	const struct stack **stacks = memory_resize(NULL, profile->count, sizeof(*stacks));
	struct profile_parts parts;
	size_t i;

	assert(!profile->ends);
	for (i = 0; i < profile->count; i++)
		stacks[i] = profile->stacks[i];
	sort(profile, stacks, order, &parts);
	free(parts.ends);
	return parts.stacks;
}

void profile_close(struct profile *profile, enum profile_order order)
{
	struct profile_parts parts;

	hash_numbers_release(&profile->index);
	sort(profile, (const struct stack **)profile->stacks, order, &parts);
	profile->stacks = (struct stack **)parts.stacks;
	profile->count = profile->cap = parts.ends[0];
	if (parts.overflow)
		profile_overflows(profile, parts.overflow);
	free(parts.ends);
	free(profile->ends);
	profile->ends = NULL;
	profile->is_sorted = order == PROFILE_BY_TEXT;
}
