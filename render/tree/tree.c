/* SPDX-License-Identifier: MIT */
#include "render/tree/tree.h"

#include "common/base/checked.h"
#include "common/base/exact.h"

enum { AHEAD = 8 }; /* stacks, neighbours in order but not in memory, that are prefetched */

/* The frames that are open, root first, as indices of nodes; and what came before. */
struct tree_walk {
	struct tree *tree;
	const struct tree_options *options;
	size_t *open;
	size_t depth, cap;
	uint64_t sum[2]; /* of the counts so far */
	uint32_t closed; /* nodes of the list so far */
};

static void note_delta(struct tree_walk *walk, const uint64_t count[2])
{
	if (count_delta(count) > walk->tree->max_delta)
		walk->tree->max_delta = count_delta(count);
}

/* The current position on the axis. */
static uint64_t place(const struct tree_walk *walk)
{
	return count_width(walk->sum, walk->options->shown);
}

static struct node *open_frame(struct tree_walk *walk, frame_id name)
{
	struct tree *tree = walk->tree;

	assert(walk->depth <= LIMIT_DEPTH);
	assert(walk->depth == 0 || place(walk) >= tree->nodes[walk->open[walk->depth - 1]].start);
	tree->nodes = memory_grow_counted(tree->nodes, &tree->cap, tree->count + 1,
					  sizeof(*tree->nodes));
	tree->nodes[tree->count] = (struct node){
		.name = name,
		.depth = (uint32_t)walk->depth,
		.start = place(walk),
		.differential = walk->options->differential,
	};
	if (!walk->options->leaf_deltas) {
		/* until it is closed */
		tree->nodes[tree->count].count[0] = walk->sum[0];
		tree->nodes[tree->count].count[1] = walk->sum[1];
	}
	MEMORY_ROOM(walk->open, walk->depth, walk->cap);
	walk->open[walk->depth++] = tree->count;
	return &tree->nodes[tree->count++];
}

/*
 * Drop the open frames from that depth on that are too narrow. They are at the end of the list: the
 * frames below the first of them are as narrow.
 */
static void prune(struct tree_walk *walk, size_t depth)
{
	struct tree *tree = walk->tree;

	while (depth < walk->depth &&
	       (depth == 0 || tree->nodes[walk->open[depth]].width >= walk->options->least))
		depth++;
	if (depth == walk->depth)
		return;
	tree->count = walk->open[depth];
	tree->left_out += walk->depth - depth;
	walk->closed -= (uint32_t)(walk->depth - depth);
}

/* Close what is open from that depth on. */
static void close_frames(struct tree_walk *walk, size_t depth)
{
	size_t at;
	int i;

	assert(depth <= walk->depth);
	for (at = depth; at < walk->depth; at++) {
		struct node *node = &walk->tree->nodes[walk->open[at]];

		node->closed = walk->closed++;
		node->width = place(walk) - node->start;
		if (walk->options->leaf_deltas)
			continue;
		for (i = 0; i < 2; i++)
			node->count[i] = walk->sum[i] - node->count[i];
		note_delta(walk, node->count);
	}
	prune(walk, depth);
	walk->depth = depth;
}

/* How many frames two stacks begin with in common. */
static uint32_t tree_shared_depth(const struct stack *a, const struct stack *b)
{
	uint32_t least = a->depth < b->depth ? a->depth : b->depth, depth = 0;

	while (depth < least && a->frames[depth] == b->frames[depth])
		depth++;
	return depth;
}

/* A stack opens `node`: the last of its frames, or one of the others. */
static void set_leaf_delta(struct node *node, const struct stack *stack, bool last)
{
	node->differential = stack->differential;
	if (!stack->differential || !last)
		return;
	node->count[0] = stack->count[0];
	node->count[1] = stack->count[1];
}

/*
 * Open the frames of a stack, of which the next stack shares `next` frames. The frames that it
 * shares with neither neighbour are as wide as the stack alone: too narrow ones are only counted.
 */
static bool tree_add_stack(struct tree_walk *walk, const struct stack *stack, uint32_t next)
{
	uint32_t most = stack->depth, open = walk->depth > 0 ? (uint32_t)walk->depth - 1 : 0;
	int i;

	if (count_width(stack->count, walk->options->shown) < walk->options->least)
		most = next > open ? next : open;
	walk->tree->left_out += stack->depth - most;
	/* The frames that are not open yet, up to that depth. */
	while (walk->depth <= most) {
		size_t depth = walk->depth;
		frame_id name = depth > 0 ? stack->frames[depth - 1] : walk->options->root;
		struct node *node = open_frame(walk, name);

		if (walk->options->leaf_deltas)
			set_leaf_delta(node, stack, depth == stack->depth);
	}
	if (walk->options->leaf_deltas && stack->differential)
		note_delta(walk, stack->count);
	for (i = 0; i < 2; i++) {
		if (!u64_add(&walk->sum[i], stack->count[i]))
			return false;
	}
	return walk->options->shown != WIDTH_BOTH || walk->sum[0] <= UINT64_MAX - walk->sum[1];
}

bool tree_build(struct tree *tree, const struct stack *const *stacks, size_t count,
		const struct tree_options *options)
{
	struct tree_walk walk = {.tree = tree, .options = options};
	bool fits = true;
	uint32_t shared;
	size_t i;

	*tree = (struct tree){.max_delta = options->least_delta};
	if (count == 0)
		open_frame(&walk, options->root);
	for (i = 0; i < count && fits; i++) {
		if (i + AHEAD < count)
			PREFETCH(stacks[i + AHEAD]);
		shared = i + 1 < count ? tree_shared_depth(stacks[i], stacks[i + 1]) : 0;
		fits = tree_add_stack(&walk, stacks[i], shared) &&
		       (i % LIMITS_EACH != 0 || !limits_met());
		close_frames(&walk, i + 1 < count ? shared + (size_t)1 : 0);
	}
	close_frames(&walk, 0);
	assert(tree->count > 0 && walk.closed == tree->count);
	free(walk.open);
	return fits;
}

void tree_release(struct tree *tree)
{
	memory_drop(tree->nodes, tree->cap, sizeof(*tree->nodes));
	*tree = (struct tree){0};
}

enum { MORE_DIGITS = 6 };

static const uint64_t exact_max = ((uint64_t)1 << 53) - 1; /* integers up to it are doubles */

/* `part` / `whole` to six digits, and without decimals from a hundred thousand on. */
static struct decimal quotient(uint64_t part, uint64_t whole)
{
	const uint64_t million = 1000000;
	uint64_t left = part / whole, rest = part % whole;
	struct decimal number = {left, 0};

	if (left >= million)
		return number;
	for (number.digits = left > 0 ? 6 : DECIMAL_DIGITS;; number.digits--) {
		uint64_t unit = u64_power_of_ten(number.digits);

		number.value = left * unit + ratio_round(rest, whole, unit);
		if (number.value < million || number.digits == 0)
			return number;
	}
}

/* How many decimals counts get, so that what is scaled down is not lost. */
static unsigned more_digits(const struct profile *profile)
{
	uint64_t total = profile->total[1];
	unsigned digits = 0;

	while (digits < MORE_DIGITS && profile->scale + digits < LIMIT_SCALE &&
	       total <= exact_max / 10) {
		total *= 10;
		digits++;
	}
	return digits;
}

/* Edges between stacks are scaled, not stacks: so roundings do not add up. */
static void scale_stacks(const struct stack **stacks, size_t count, struct profile *profile,
			 uint64_t unit)
{
	uint64_t total = profile->total[1] * unit, sum = 0, edge = 0;
	size_t i;

	for (i = 0; i < count; i++) {
		const struct stack *old = stacks[i];
		struct stack *stack = profile_stack(profile, old->frames, old->depth);
		uint64_t last = edge;

		sum += old->count[0];
		edge = ratio_round(sum, profile->total[0], total);
		stack->differential = old->differential;
		stack->count[0] = edge - last;
		stack->count[1] = old->count[1] * unit;
		stacks[i] = stack;
	}
	profile->total[0] = profile->total[1] = total;
}

bool normalize_stacks(const struct stack **stacks, size_t count, struct profile *profile,
		      struct decimal *factor)
{
	unsigned digits;

	if (profile->total[0] == 0 || profile->total[1] == 0)
		return false;
	*factor = quotient(profile->total[1], profile->total[0]);
	if (profile->total[0] == profile->total[1])
		return true;
	digits = more_digits(profile);
	scale_stacks(stacks, count, profile, u64_power_of_ten(digits));
	profile->scale += digits;
	return true;
}

/* What scaled counts are rounded by is no change. */
#define LEAST_POINTS 1e-6

const struct node *largest_change(const struct tree *tree, const struct caption *caption)
{
	const struct node *largest = NULL;
	double most = LEAST_POINTS;
	size_t i;

	for (i = 1; i < tree->count; i++) {
		const struct node *node = &tree->nodes[i];
		double points = caption_points(caption, node->count);

		if (points < 0)
			points = -points;
		if (points > most || (largest && points >= most && node->depth > largest->depth)) {
			most = points;
			largest = node;
		}
	}
	return largest;
}
