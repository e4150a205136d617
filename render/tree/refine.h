/* SPDX-License-Identifier: MIT */
/*
 * refine.h - another call tree of the same counts: without some functions, around one of them, leaf
 * first, in another order, with recursion as one frame. The C form of render/web/refine.js; a test
 * compares both.
 *
 * Only the visible part is built: no frames below a frame that is narrower than a cell, or outside
 * the frame that fills the width. The time depends on the visible part, so a tree of a million
 * frames is refined anew at every key.
 */
#ifndef FLAMBEAU_REFINE_H
#define FLAMBEAU_REFINE_H

#include "common/profile/profile.h"
#include "render/tree/columns.h"
#include "render/tree/tree.h"

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
