/* SPDX-License-Identifier: MIT */
/*
 * merge_tree.h - a tournament (loser) tree: which of several sorted sources has the smallest key.
 *
 * Each source in the tree knows how many bytes its key shares with the key that won last. Of two
 * keys, both not below that one, the one that shares more is the smaller; only keys that share as
 * much are compared, from there on. So each byte of an input is compared about once, however many
 * sources there are. (The method is LCP-aware multiway merging, Bingmann, Eberle and Sanders 2015.)
 */
#ifndef FLAMBEAU_MERGE_TREE_H
#define FLAMBEAU_MERGE_TREE_H

#include "collapse/merge/merge_source.h"

/* A source's place in the tree. */
struct merge_player {
	int64_t shared; /* bytes shared with the last winner; MERGE_ENDED: no keys are left */
	size_t source;
};

#define MERGE_ENDED INT64_C(-1)

struct merge_tree {
	struct merge_source *const *sources;
	size_t count;
	struct merge_player *losers; /* of the game at each inner node; [0] is unused */
	struct merge_player winner;
};

/* `count` sources, at least one, each at its first key or ended. They stay the caller's. */
void merge_tree_init(struct merge_tree *tree, struct merge_source *const *sources, size_t count);

/*
 * The winner went on to its next key, or ended: find the new winner. Of equal keys the first source
 * wins.
 */
void merge_tree_replay(struct merge_tree *tree);

void merge_tree_release(struct merge_tree *tree);

#endif
