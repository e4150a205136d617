/* SPDX-License-Identifier: MIT */
/*
 * trie_children.h - from the root up: the children of a trie's nodes in the order of their names.
 */
#ifndef FLAMBEAU_TRIE_CHILDREN_H
#define FLAMBEAU_TRIE_CHILDREN_H

#include "common/trie.h"

/* Those of a node are at[first[node]] up to at[first[node + 1]]. */
struct trie_children {
	uint32_t *first, *at;
};

/* Only children whose sum, by node, is at least so much; all of them if `sums` is NULL. */
void trie_children_build(struct trie_children *children, const struct trie *trie,
			 const uint64_t *sums, uint64_t least);

void trie_children_release(struct trie_children *children);

#endif
