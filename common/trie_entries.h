/* SPDX-License-Identifier: MIT */
/*
 * trie_entries.h - the stacks that stand below a node. For trie*.c and folded_trie.c alone.
 */
#ifndef FLAMBEAU_TRIE_ENTRIES_H
#define FLAMBEAU_TRIE_ENTRIES_H

#include "common/trie.h"

/*
 * Below a node that has no child of its first name. May make such children for those to come; the
 * entry itself stays, where it is returned.
 */
struct trie_entry *trie_add_entry(struct trie *trie, uint32_t node, const struct trie_entry *entry);

/* The same, but it makes no children. */
struct trie_entry *trie_put_entry(struct trie *trie, uint32_t node, const struct trie_entry *entry);

/* Those of `from` to those of `into`. */
void trie_join_entries(struct trie_node *into, struct trie_node *from);

void trie_free_blocks(struct trie_block *blocks);

/* The name of the first frame. */
struct slice trie_entry_name(const struct trie_entry *entry);

uint32_t trie_entry_frames(const struct trie_entry *entry);

/* Entries with the same hash: with the same name first, but for accidents. */
struct trie_group {
	uint32_t hash, lines;
	size_t first; /* of its entries in trie_groups.at */
	uint64_t count[2];
};

/* Blocks that grow, for one node after the other. */
struct trie_groups {
	const struct trie_entry **at; /* all entries, as they stand or group by group */
	uint32_t *of;                 /* the group of each as they stand */
	struct trie_group *groups;
	size_t lines, count;

	/* The rest is the module's own. */
	uint32_t *slots; /* by hash: 1 + a group */
	size_t lines_cap, of_cap, groups_cap, slots_cap;
	const struct trie_entry **ordered;
	size_t ordered_cap;
};

/* Only `at`: all entries of the blocks. */
void trie_groups_list(struct trie_groups *groups, const struct trie_block *blocks);

/* Of all entries of the blocks, or of the first block alone. */
void trie_groups_find(struct trie_groups *groups, const struct trie_block *blocks, bool all);

/* Group by group. */
void trie_groups_order(struct trie_groups *groups);

void trie_groups_release(struct trie_groups *groups);

#endif
