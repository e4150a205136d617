/* SPDX-License-Identifier: MIT */
#include "render/tree.h"

#include "render/tree_walk.h"

static void note_delta(struct tree_walk *walk, const uint64_t count[2])
{
	if (count_delta(count) > walk->tree->max_delta)
		walk->tree->max_delta = count_delta(count);
}

/* Where the axis has got to. */
static uint64_t place(const struct tree_walk *walk)
{
	return count_width(walk->sum, walk->options->shown);
}

struct node *tree_open_frame(struct tree_walk *walk, frame_id name)
{
	struct tree *tree = walk->tree;

	tree->nodes = memory_grow(tree->nodes, &tree->cap, tree->count + 1, sizeof(*tree->nodes));
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
	walk->open = memory_grow(walk->open, &walk->cap, walk->depth + 1, sizeof(*walk->open));
	walk->open[walk->depth++] = tree->count;
	return &tree->nodes[tree->count++];
}

void tree_close_frames(struct tree_walk *walk, size_t depth)
{
	size_t at;
	int i;

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
	walk->depth = depth;
}

/* How many of the open frames the stack shares, the root included. */
static size_t shared_depth(const struct tree_walk *walk, const struct stack *stack)
{
	size_t depth = 1;

	while (depth < walk->depth && depth <= stack->depth &&
	       walk->tree->nodes[walk->open[depth]].name == stack->frames[depth - 1])
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

static void open_frames(struct tree_walk *walk, const struct stack *stack)
{
	while (walk->depth <= stack->depth) {
		size_t depth = walk->depth;
		frame_id name = depth > 0 ? stack->frames[depth - 1] : walk->options->root;
		struct node *node = tree_open_frame(walk, name);

		if (walk->options->leaf_deltas)
			set_leaf_delta(node, stack, depth == stack->depth);
	}
	if (walk->options->leaf_deltas && stack->differential)
		note_delta(walk, stack->count);
}

static bool add_stack(struct tree_walk *walk, const struct stack *stack)
{
	int i;

	if (walk->depth > 0)
		tree_close_frames(walk, shared_depth(walk, stack));
	open_frames(walk, stack);
	for (i = 0; i < 2; i++) {
		if (stack->count[i] > UINT64_MAX - walk->sum[i])
			return false;
		walk->sum[i] += stack->count[i];
	}
	return walk->options->shown != WIDTH_BOTH || walk->sum[0] <= UINT64_MAX - walk->sum[1];
}

bool tree_build(struct tree *tree, const struct stack *const *stacks, size_t count,
		const struct tree_options *options)
{
	struct tree_walk walk = {.tree = tree, .options = options};
	bool fits = true;
	size_t i;

	*tree = (struct tree){.max_delta = options->least_delta};
	for (i = 0; i < count && fits; i++)
		fits = add_stack(&walk, stacks[i]);
	if (walk.depth == 0)
		tree_open_frame(&walk, options->root);
	tree_close_frames(&walk, 0);
	free(walk.open);
	return fits;
}

void tree_release(struct tree *tree)
{
	free(tree->nodes);
	*tree = (struct tree){0};
}
