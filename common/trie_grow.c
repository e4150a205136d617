/* SPDX-License-Identifier: MIT */
/* Entries that have a node to go to, or are to have one, go there. */
#include "common/trie_entries.h"
#include "common/trie_nodes.h"

enum { MANY_LINES = 256 }; /* of the same name that are worth a node */

struct growing {
	struct trie *trie;
	uint64_t least; /* counts that have to have a node */
	uint32_t lines; /* and entries */
	struct trie_groups groups;
	bool *goes; /* by group */
	size_t goes_cap;
};

static bool is_heavy(const struct growing *growing, const uint64_t count[2], uint32_t lines)
{
	return lines >= growing->lines &&
	       (count[0] >= growing->least || count[1] >= growing->least);
}

/*
 * Along the nodes there are, and to its end if it is heavy by itself. False if there is no node to
 * go to.
 */
static bool descend(const struct growing *growing, uint32_t node, struct trie_entry entry)
{
	struct trie *trie = growing->trie;
	bool heavy = is_heavy(growing, entry.count, 1);
	struct slice name = trie_entry_name(&entry);
	uint32_t at = node;

	for (;;) {
		uint32_t child = trie_find(trie, at, name, entry.hash);

		if (child == 0 && heavy)
			child = trie_add_node(trie, at, name, entry.hash);
		if (child == 0)
			break;
		at = child;
		if (name.len == entry.len) {
			trie_add_end(trie, at, entry.count);
			return true;
		}
		entry.text += name.len + 1;
		entry.len -= name.len + 1;
		entry.frames -= entry.frames > 0;
		name = slice_of(entry.text, entry.len);
		name.len = trie_name_at(name, &entry.hash);
	}
	if (at != node)
		trie_put_entry(trie, at, &entry);
	return at != node;
}

/* Nodes for what is heavy; says which groups go. */
static void decide(struct growing *growing, uint32_t node)
{
	struct trie *trie = growing->trie;
	struct trie_groups *groups = &growing->groups;
	size_t i;

	growing->goes = memory_grow(growing->goes, &growing->goes_cap, groups->count, 1);
	for (i = 0; i < groups->count; i++)
		growing->goes[i] = is_heavy(growing, groups->groups[i].count,
					    groups->groups[i].lines);
	for (i = 0; i < groups->lines; i++) {
		const struct trie_entry *entry = groups->at[i];
		struct slice name;

		if (!growing->goes[groups->of[i]])
			continue;
		name = trie_entry_name(entry);
		if (trie_find(trie, node, name, entry->hash) == 0)
			trie_add_node(trie, node, name, entry->hash);
	}
	for (i = 0; i < groups->count; i++)
		growing->goes[i] |= trie_has(trie, groups->groups[i].hash);
}

/* Those that stay move up in their blocks. */
static void move(struct growing *growing, uint32_t at)
{
	struct trie_block *block = growing->trie->nodes[at].blocks;
	uint32_t index = 0, i, used;

	for (; block; block = block->next) {
		for (used = 0, i = 0; i < block->used; i++, index++) {
			struct trie_entry *entry = &block->at[i];
			struct trie_node *node;

			if (growing->goes[growing->groups.of[index]] &&
			    descend(growing, at, *entry)) {
				node = &growing->trie->nodes[at];
				node->lines--;
				node->rest[0] -= entry->count[0];
				node->rest[1] -= entry->count[1];
			} else {
				block->at[used++] = *entry;
			}
		}
		block->used = used;
	}
}

static void grow_node(struct growing *growing, uint32_t at)
{
	const struct trie_node *node = &growing->trie->nodes[at];

	if (node->lines == 0 ||
	    (!node->has_children && !is_heavy(growing, node->rest, node->lines)))
		return;
	trie_groups_find(&growing->groups, node->blocks, true);
	decide(growing, at);
	move(growing, at);
}

static void grow(struct trie *trie, uint64_t least, uint32_t lines)
{
	struct growing growing = {.trie = trie, .least = least, .lines = lines};
	uint32_t i;

	trie_forget(trie);
	for (i = 0; i < trie->count; i++) /* children come after their parents */
		grow_node(&growing, i);
	trie_groups_release(&growing.groups);
	free(growing.goes);
}

void trie_grow(struct trie *trie, uint64_t least)
{
	grow(trie, least, 0);
}

void trie_split(struct trie *trie)
{
	grow(trie, 0, MANY_LINES);
}
