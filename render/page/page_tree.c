/* SPDX-License-Identifier: MIT */
#include "render/page/page_parts.h"

/* The open frames, while stacks are read in order. */
struct page_walk {
	struct page_tree *tree;
	const frame_id *frames; /* of the last stack */
	uint32_t depth;
	size_t stacks; /* number of stacks read */
	size_t cap;    /* of the columns of counts */
	uint64_t *at;  /* by depth: place of the open frame in the columns */
	size_t at_cap; /* of it */
};

static void page_tree_add_name(struct page_tree *tree, frame_id name)
{
	if (tree->numbers[name] != UINT32_MAX) {
		page_add_varint(&tree->called, tree->numbers[name]);
		return;
	}
	tree->names[tree->name_count++] = name;
	tree->numbers[name] = (uint32_t)tree->name_count;
	page_add_varint(&tree->called, 0);
}

/* A frame without counts; returns its place. */
static size_t add_frame(struct page_walk *walk, bool differential)
{
	struct page_tree *tree = walk->tree;
	int column;

	if (tree->frames == walk->cap) {
		walk->cap = walk->cap > 0 ? 2 * walk->cap : 1024;
		for (column = !differential; column < 2; column++)
			tree->own[column] = memory_resize(tree->own[column], walk->cap,
							  sizeof(*tree->own[column]));
	}
	for (column = !differential; column < 2; column++)
		tree->own[column][tree->frames] = 0;
	return tree->frames++;
}

static uint32_t page_tree_shared_depth(const struct page_walk *walk, const struct stack *stack)
{
	uint32_t depth = 0;

	while (depth < walk->depth && depth < stack->depth &&
	       walk->frames[depth] == stack->frames[depth])
		depth++;
	return depth;
}

static void page_tree_add_stack(struct page_walk *walk, const struct stack *stack,
				bool differential)
{
	struct page_tree *tree = walk->tree;
	uint32_t depth = page_tree_shared_depth(walk, stack);
	uint32_t closed = walk->depth - depth;
	int column;

	if (stack->depth >= walk->at_cap) {
		walk->at_cap = 2 * (size_t)stack->depth + 64;
		walk->at = memory_resize(walk->at, walk->at_cap, sizeof(*walk->at));
		walk->at[0] = 0;
	}
	for (; depth < stack->depth; depth++) {
		page_add_varint(&tree->pops, closed);
		closed = 0;
		page_tree_add_name(tree, stack->frames[depth]);
		walk->at[depth + 1] = add_frame(walk, differential);
	}
	for (column = !differential; column < 2; column++)
		tree->own[column][walk->at[stack->depth]] += stack->count[column];
	tree->ends[walk->stacks++] = (uint32_t)walk->at[stack->depth];
	walk->frames = stack->frames;
	walk->depth = stack->depth;
}

void page_tree_build(struct page_tree *tree, const struct page *page)
{
	struct page_walk walk = {.tree = tree};
	const size_t names = page->names->count;
	size_t i;

	*tree = (struct page_tree){
		.numbers = memory_resize(NULL, names, sizeof(*tree->numbers)),
		.names = memory_resize(NULL, names, sizeof(*tree->names)),
		.ends = memory_resize(NULL, page->count, sizeof(*tree->ends)),
	};
	memset(tree->numbers, 0xff, names * sizeof(*tree->numbers));
	add_frame(&walk, page->differential); /* the root */
	for (i = 0; i < page->count; i++)
		page_tree_add_stack(&walk, page->stacks[i], page->differential);
	free(walk.at);
}

void page_tree_release(struct page_tree *tree)
{
	free(tree->numbers);
	free(tree->names);
	free(tree->ends);
	free(tree->own[0]);
	free(tree->own[1]);
	buf_release(&tree->pops);
	buf_release(&tree->called);
	*tree = (struct page_tree){0};
}
