/* SPDX-License-Identifier: MIT */
/* --min-count and --top, when everything has been added up. */
#include "collapse/filter/filter.h"
#include "common/memory/arena.h"

static uint64_t larger(const struct stack *stack)
{
	return stack->count[0] > stack->count[1] ? stack->count[0] : stack->count[1];
}

/* Is the count, in units of 10^-scale, as large as the limit? */
static bool reaches(uint64_t count, unsigned scale, const struct factor *limit)
{
	struct factor one = {1, 0};
	unsigned up = limit->scale > scale ? limit->scale - scale : 0;
	unsigned down = scale > limit->scale ? scale - limit->scale : 0;
	struct product high;

	for (; up > 0; up--)
		one.value *= 10;
	high = factor_times(&one, count, 0);
	if (high.overflow)
		return true;
	for (one.value = 1; down > 0; down--)
		one.value *= 10;
	/* count * 10^up >= limit * 10^down, without the product on the right */
	return high.count / one.value >= limit->value;
}

struct ranked {
	const struct stack *stack;
	size_t place; /* in the order of the text, which decides between equals */
};

static int by_count(const void *a, const void *b)
{
	const struct ranked *left = a, *right = b;
	uint64_t more = larger(right->stack), less = larger(left->stack);

	if (more != less)
		return more > less ? 1 : -1;
	return left->place < right->place ? -1 : 1;
}

static void add(struct profile *left, const struct profile *all, const struct stack *stack)
{
	const struct weight weight = {
		.count = {stack->count[0], stack->count[1]},
		.scale = all->scale,
		.differential = stack->differential,
	};
	frame_id *ids = memory_resize(NULL, stack->depth + 1u, sizeof(*ids));
	uint32_t level;

	for (level = 0; level < stack->depth; level++)
		ids[level] = profile_frame(left, intern_name(&all->names, stack->frames[level]));
	profile_add(left, ids, stack->depth, &weight);
	free(ids);
}

void filter_choose(struct profile *left, const struct profile *all,
		   const struct filter_options *options)
{
	const struct stack **stacks = profile_sorted(all, PROFILE_BY_TEXT);
	struct ranked *ranked = memory_resize(NULL, all->count + 1, sizeof(*ranked));
	size_t count = 0, i;

	for (i = 0; i < all->count; i++) {
		if (reaches(larger(stacks[i]), all->scale, &options->min_count))
			ranked[count++] = (struct ranked){stacks[i], i};
	}
	if (options->top > 0 && options->top < count) {
		qsort(ranked, count, sizeof(*ranked), by_count);
		count = (size_t)options->top;
	}
	left->differential = all->differential;
	for (i = 0; i < count; i++)
		add(left, all, ranked[i].stack);
	free(ranked);
	free(stacks);
}
