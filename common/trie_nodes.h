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

/*
 * The length of the name that `text` begins with: up to a `;`, or its end. `hash` is that of the
 * names before it, and becomes that of all.
 */
size_t trie_name_at(struct slice text, uint32_t *hash);

/* The child of that name; 0 if there is none. */
uint32_t trie_find(const struct trie *trie, uint32_t parent, struct slice name, uint32_t hash);

/* Is there a node of that hash? */
bool trie_has(const struct trie *trie, uint32_t hash);

/* A child of a name there is none of yet; the name is copied. */
uint32_t trie_add_node(struct trie *trie, uint32_t parent, struct slice name, uint32_t hash);

/* Stacks end at the node. Its sum can only be too large when that of all is. */
void trie_add_end(struct trie *trie, uint32_t node, const uint64_t count[2]);

/* The stack of too large a count: the path to a node, and what follows it. */
void trie_note_overflow(struct trie *trie, uint32_t node, struct slice rest);

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
