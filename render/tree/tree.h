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
#include "render/tree/caption.h"
#include "render/tree/columns.h"
#include "render/tree/decimal.h"

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
 * Neighbours in the list share the frames they begin with. False if a sum passes 2^64-1, or
 * if a limit of a library is met. Release it in either case.
 */
bool tree_build(struct tree *tree, const struct stack *const *stacks, size_t count,
		const struct tree_options *options);

void tree_release(struct tree *tree);

/*
 * The first column of a differential scaled to the total of the second.
 */

/*
 * Exact but for one rounding per frame: the sum of the counts of adjacent stacks, such as a frame's,
 * is off by less than one unit, and all counts add up to the second total. Units become as small as
 * leaves the totals exact in doubles, at most a millionth of what they were.
 *
 * The stacks are replaced by copies that the profile owns; its scale and totals become
 * theirs, its table stays as it was. `factor` is what counts were multiplied by, to six
 * digits. False if a column has no counts: then nothing is changed.
 */
bool normalize_stacks(const struct stack **stacks, size_t count, struct profile *profile,
		      struct decimal *factor);

/*
 * Which frame of a differential changed most.
 */

/*
 * The frame whose share changed by the most percentage points: of equals one that is further
 * from the root, which is where the change of the others comes from, then the first. NULL if
 * no share changed. The root's is always 100 %.
 */
const struct node *largest_change(const struct tree *tree, const struct caption *caption);

/*
 * Another call tree of the same counts: without some functions, around one of them, leaf
 * first, in another order, with recursion as one frame. The C form (refine.c) of render/web/refine.js; a test
 * compares both.
 *
 * Only the visible part is built: no frames below a frame that is narrower than a cell, or outside
 * the frame that fills the width. The time depends on the visible part, so a tree of a million
 * frames is refined anew at every key.
 */

/*
 * A call tree that is refined, with what is looked up in it. Owns the arrays, and borrows the tree;
 * nodes are numbers below `tree->count`.
 */
struct refine_base {
	const struct tree *tree;
	uint32_t *parents, *ends; /* by node: its parent; the node after its descendants */
	frame_id *names;          /* by node */
	uint64_t (*own)[2];       /* by node: its counts without its children's */
	uint32_t *leaves;         /* nodes whose own counts are not 0, in order */
	size_t leaf_count;
	const uint32_t *ranks; /* by frame id: the order of names; borrowed */
	size_t name_count;
};

/* `ranks` as profile_rank() makes them. */
void refine_base_build(struct refine_base *base, const struct tree *tree, const uint32_t *ranks,
		       size_t name_count);
void refine_base_release(struct refine_base *base);

#define REFINE_NO_FOCUS UINT32_MAX

struct refine {
	const bool *hidden;  /* by frame id: taken out of stacks; NULL: none is */
	const bool *dropped; /* by frame id: stacks with one of them are left out; NULL: none is */
	frame_id focus;      /* stacks are cut at its outermost call; REFINE_NO_FOCUS: not */
	bool reversed;       /* leaf first */
	bool folded;         /* adjacent equal frames are one */
	bool by_width;       /* the widest first; else by name */
};

/* The part of the refined tree that is wanted. */
struct refine_window {
	const frame_id *path; /* from below the root to the frame that fills the width */
	uint32_t depth;       /* frames of the path; 0: the root fills the width */
	bool callers;         /* with a focus: the side of its callers; else its callees */
	enum width_column shown;
	uint32_t columns;  /* cells of the width; 0: frames of any width are wanted */
	const bool *found; /* by frame id: what refined.covered is about; or NULL */
};

struct refined {
	/*
	 * Ancestors of the frame that fills the width are as wide as it; their counts are their
	 * own. If nothing is left there is the root alone, and its counts are 0.
	 */
	struct tree tree;
	uint32_t *runs; /* by node: of how many equal frames it was made; the longest run */
	size_t run_cap;
	uint32_t depth; /* of the frame that fills the width: less than wanted if it is gone */

	/*
	 * Counts of the stacks in which something was found, from the frame that fills the width
	 * on; with a focus that fills it, anywhere.
	 */
	uint64_t covered[2];
};

void refine_build(struct refined *refined, const struct refine_base *base,
		  const struct refine *refine, const struct refine_window *window);

void refined_release(struct refined *refined);

#endif
