/* SPDX-License-Identifier: MIT */
/* --min-count and --top, when everything has been added up. */
#include "collapse/filter/filter.h"
#include "common/memory/arena.h"

static uint64_t larger(const struct stack *stack)
{
	return stack->count[0] > stack->count[1] ? stack->count[0] : stack->count[1];
}

/* True if the count, in units of 10^-scale, reaches the limit. */
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

/* The depth of stacks that are not left: no stack has it. */
enum { LEFT_OUT = STACK_DEPTHS - 1 };

static struct stack *filter_choice_add(void *context, const struct stack *stack)
{
	struct profile *left = context;

	return stack->depth == LEFT_OUT ? NULL : profile_find(left, stack->frames, stack->depth);
}

/* Mark the stacks that are not left: `stacks` are all, `ranked` the `count` that are. */
static void leave_out(const struct stack **stacks, size_t all, const struct ranked *ranked,
		      size_t count)
{
	bool *is_left = memory_clear(all + 1, sizeof(*is_left));
	size_t i;

	for (i = 0; i < count; i++)
		is_left[ranked[i].place] = true;
	for (i = 0; i < all; i++) {
		if (!is_left[i])
			((struct stack *)stacks[i])->depth = LEFT_OUT;
	}
	free(is_left);
}

void filter_choose(struct profile *left, struct profile *all, const struct filter_options *options)
{
	const struct profile_editor editor = {.context = left, .stack = filter_choice_add};
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
	leave_out(stacks, all->count, ranked, count);
	for (i = 0; i < all->names.count; i++) /* so ids stay what they are */
		profile_frame(left, intern_name(&all->names, (frame_id)i));
	left->differential = all->differential;
	if (all->labels)
		profile_label(left);
	profile_edit(left, all, &editor);
	free(ranked);
	free(stacks);
}
