/* SPDX-License-Identifier: MIT */
/*
 * tree.h - sorted stacks -> call tree, as a list of nodes in pre-order: a parent, then its
 * children from left to right. Made in one pass with a stack of open frames; no recursion,
 * no hash of names. Owns the list; names stay ids of the profile.
 *
 * Every node has its place on the count axis: `start` counts came before it, and it and its
 * descendants weigh `width`. In a differential the axis shows the second column.
 */
#ifndef FLAMBEAU_TREE_H
#define FLAMBEAU_TREE_H

#include "common/profile.h"

struct node {
	frame_id name;
	uint32_t depth; /* of the root: 0 */
	uint64_t start, width;
	uint64_t count[2]; /* both columns, descendants included; equal without a differential */
};

struct tree {
	struct node *nodes; /* the root first: never empty */
	size_t count, cap;
	uint64_t max_delta; /* the largest difference between a node's columns */
};

/*
 * The stacks in an order in which equal frames are neighbours; `root` names the frame below
 * all others. False if a sum passes 2^64-1. Release it in either case.
 */
bool tree_build(struct tree *tree, const struct stack *const *stacks, size_t count, frame_id root);

void tree_release(struct tree *tree);

/* |count[1] - count[0]|, which need not fit in a signed number. */
static inline uint64_t count_delta(const uint64_t count[2])
{
	return count[1] > count[0] ? count[1] - count[0] : count[0] - count[1];
}

#endif
