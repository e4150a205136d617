/* SPDX-License-Identifier: MIT */
/*
 * tree.h - stacks -> call tree, as a list of nodes in pre-order: a parent, then its children from
 * left to right. Built in one pass with a stack of open frames; no recursion, no hash of names.
 * Owns the list; names stay ids of the profile.
 *
 * Every node has its place on the count axis: `start` counts came before it, and it and its
 * descendants weigh `width`. In a differential the options select the column on the axis.
 */
#ifndef FLAMBEAU_TREE_H
#define FLAMBEAU_TREE_H

#include "common/profile/profile.h"
#include "render/measure/columns.h"

struct node {
	frame_id name;
	uint32_t depth; /* of the root: 0 */
	uint64_t start, width;
	uint64_t count[2]; /* the columns whose difference it has */
	uint32_t closed;   /* number of nodes closed before it, if several the outermost first */
	bool differential; /* it has a difference, maybe 0 */
};

struct tree {
	struct node *nodes; /* the root first: never empty */
	size_t count, cap;
	uint64_t max_delta; /* the largest difference between a node's columns */
	uint64_t left_out;  /* frames that are not in the list: tree_options.least */
};

struct tree_options {
	frame_id root; /* names the frame below all others */

	/*
	 * The columns of a node: sums over all stacks it is part of, or, in nodes that a
	 * differential stack opened, only the counts of the first stack that ends in it.
	 */
	bool differential, leaf_deltas;
	enum width_column shown; /* on the axis */
	uint64_t least_delta;    /* max_delta is at least this */

	/*
	 * Frames of less width are not in the list, only counted; so are their descendants, which
	 * are no wider. For what has one column: in a differential all frames count.
	 */
	uint64_t least;
};

/*
 * Neighbours in the list share the frames they begin with. False if a sum passes 2^64-1.
 * Release it in either case.
 */
bool tree_build(struct tree *tree, const struct stack *const *stacks, size_t count,
		const struct tree_options *options);

void tree_release(struct tree *tree);

#endif
