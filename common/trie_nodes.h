/* SPDX-License-Identifier: MIT */
/*
 * trie_nodes.h - the nodes of a trie as a table: name -> child. For trie*.c alone.
 */
#ifndef FLAMBEAU_TRIE_NODES_H
#define FLAMBEAU_TRIE_NODES_H

#include "common/trie.h"

/* An open table with linear probing: the node, 0 if there is none, and its hash. */
struct trie_slot {
	uint32_t node, hash;
};

void trie_nodes_init(struct trie *trie);
void trie_nodes_release(struct trie *trie);

/* The child of that name; 0 if there is none. */
uint32_t trie_find(const struct trie *trie, uint32_t parent, struct slice name, uint32_t hash);

/* A child of a name there is none of yet; the name is copied. */
uint32_t trie_add_node(struct trie *trie, uint32_t parent, struct slice name, uint32_t hash);

/* How many bytes two texts have in common at their beginning. */
static inline size_t trie_common_bytes(struct slice a, struct slice b)
{
	size_t len = a.len < b.len ? a.len : b.len, at = 0;

	for (; len - at >= 8; at += 8) {
		uint64_t differ = slice_load(a.ptr + at) ^ slice_load(b.ptr + at);

		if (differ != 0)
			return at + (size_t)__builtin_ctzll(differ) / 8;
	}
	while (at < len && a.ptr[at] == b.ptr[at])
		at++;
	return at;
}

#endif
