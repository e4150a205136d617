/* SPDX-License-Identifier: MIT */
/*
 * tree_walk.h - a tree in the making: what tree.c makes of stacks, tree_of_trie.c of a trie.
 */
#ifndef FLAMBEAU_TREE_WALK_H
#define FLAMBEAU_TREE_WALK_H

#include "render/tree.h"

/* The frames that are open, root first, as indices of nodes; and what came before. */
struct tree_walk {
	struct tree *tree;
	const struct tree_options *options;
	size_t *open;
	size_t depth, cap;
	uint64_t sum[2]; /* of the counts so far */
	uint32_t closed; /* nodes so far */
};

struct node *tree_open_frame(struct tree_walk *walk, frame_id name);

/* Close what is open from that depth on. */
void tree_close_frames(struct tree_walk *walk, size_t depth);

#endif
