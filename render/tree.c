/* SPDX-License-Identifier: MIT */
#include "render/tree.h"

/* The frames that are open, root first, as indices of nodes; and what came before. */
struct walk {
	struct tree *tree;
	size_t *open;
	size_t depth, cap;
	uint64_t sum[2]; /* of the stacks so far */
};

static void open_frame(struct walk *walk, frame_id name)
{
	struct tree *tree = walk->tree;

	tree->nodes = memory_grow(tree->nodes, &tree->cap, tree->count + 1, sizeof(*tree->nodes));
	tree->nodes[tree->count] = (struct node){
		.name = name,
		.depth = (uint32_t)walk->depth,
		.start = walk->sum[1],
		.count = {walk->sum[0], walk->sum[1]}, /* until it is closed */
	};
	walk->open = memory_grow(walk->open, &walk->cap, walk->depth + 1, sizeof(*walk->open));
	walk->open[walk->depth++] = tree->count++;
}

static void close_frame(struct walk *walk)
{
	struct tree *tree = walk->tree;
	struct node *node = &tree->nodes[walk->open[--walk->depth]];
	int i;

	for (i = 0; i < 2; i++)
		node->count[i] = walk->sum[i] - node->count[i];
	node->width = node->count[1];
	if (count_delta(node->count) > tree->max_delta)
		tree->max_delta = count_delta(node->count);
}

/* How many of the open frames the stack shares, the root included. */
static size_t shared_depth(const struct walk *walk, const struct stack *stack)
{
	size_t depth = 1;

	while (depth < walk->depth && depth <= stack->depth &&
	       walk->tree->nodes[walk->open[depth]].name == stack->frames[depth - 1])
		depth++;
	return depth;
}

static bool add_stack(struct walk *walk, const struct stack *stack)
{
	size_t shared = shared_depth(walk, stack);
	int i;

	while (walk->depth > shared)
		close_frame(walk);
	while (walk->depth <= stack->depth)
		open_frame(walk, stack->frames[walk->depth - 1]);
	for (i = 0; i < 2; i++) {
		if (stack->count[i] > UINT64_MAX - walk->sum[i])
			return false;
		walk->sum[i] += stack->count[i];
	}
	return true;
}

bool tree_build(struct tree *tree, const struct stack *const *stacks, size_t count, frame_id root)
{
	struct walk walk = {.tree = tree};
	bool fits = true;
	size_t i;

	*tree = (struct tree){0};
	open_frame(&walk, root);
	for (i = 0; i < count && fits; i++)
		fits = add_stack(&walk, stacks[i]);
	while (walk.depth > 0)
		close_frame(&walk);
	free(walk.open);
	return fits;
}

void tree_release(struct tree *tree)
{
	free(tree->nodes);
	*tree = (struct tree){0};
}
