/* SPDX-License-Identifier: MIT */
/*
 * trie_sort.h - entries below a node, in the order of their texts.
 */
#ifndef FLAMBEAU_TRIE_SORT_H
#define FLAMBEAU_TRIE_SORT_H

#include "common/trie.h"

struct trie_sorted {
	uint64_t key; /* eight bytes of the text, as a number that compares as they do */
	struct slice text;
	const struct trie_entry *entry;
};

/* A block that grows, for one node after the other. */
struct trie_sorter {
	struct trie_sorted *at;
	size_t count, cap;
};

/* By bytes, with a `;` behind each last frame: stacks with a frame in common are neighbours. */
void trie_sort_frames(struct trie_sorter *sorter, const struct trie_entry *const *entries,
		      size_t count);

/* By bytes, without it: as `sort` under LC_ALL=C orders folded stacks. */
void trie_sort_texts(struct trie_sorter *sorter, const struct trie_entry *const *entries,
		     size_t count);

#endif
