/* SPDX-License-Identifier: MIT */
#include "common/trie_entries.h"

#include "common/trie_nodes.h"

enum {
	FIRST_BLOCK = 4,      /* entries */
	LAST_BLOCK = 1 << 15, /* and no more */
	LEAST_GUESS = 32,     /* entries to guess from */
	SOME_LINES = 4,       /* of a block: what passes less is no more than chance */
	MANY_LINES = 32,      /* of a block: worth a node, however light */
};

struct slice trie_entry_name(const struct trie_entry *entry)
{
	const char *end = entry->len > 0 ? memchr(entry->text, ';', entry->len) : NULL;

	return slice_of(entry->text, end ? (size_t)(end - entry->text) : entry->len);
}

uint32_t trie_entry_frames(const struct trie_entry *entry)
{
	if (entry->frames > 0)
		return entry->frames;
	return (uint32_t)slice_count(slice_of(entry->text, entry->len), ';') + 1;
}

static bool is_heavy(const struct trie *trie, const struct trie_node *node,
		     const struct trie_group *group)
{
	uint64_t gone = trie->total[1] - node->then;

	if (trie->parts == 0)
		return group->lines >= MANY_LINES;
	return group->lines >= SOME_LINES &&
	       (group->count[0] >= gone / trie->parts || group->count[1] >= gone / trie->parts);
}

/* What was heavy among the last entries will be. */
static void guess(struct trie *trie, uint32_t node)
{
	struct trie_groups groups = {0};
	size_t i;

	trie_groups_find(&groups, trie->nodes[node].blocks, false);
	for (i = 0; i < groups.count; i++) {
		const struct trie_group *group = &groups.groups[i];
		struct slice name;

		if (!is_heavy(trie, &trie->nodes[node], group))
			continue;
		name = trie_entry_name(groups.at[group->first]);
		if (trie_find(trie, node, name, group->hash) == 0)
			trie_add_node(trie, node, name, group->hash);
	}
	trie_groups_release(&groups);
}

static void add_block(const struct trie *trie, struct trie_node *node)
{
	struct trie_block *block;
	uint32_t cap = FIRST_BLOCK;

	if (node->blocks)
		cap = node->blocks->cap < LAST_BLOCK ? 2 * node->blocks->cap : LAST_BLOCK;
	block = memory_get(sizeof(*block) + cap * sizeof(*block->at));
	block->next = node->blocks;
	block->used = 0;
	block->cap = cap;
	node->blocks = block;
	node->then = trie->total[1];
}

struct trie_entry *trie_put_entry(struct trie *trie, uint32_t at, const struct trie_entry *entry)
{
	struct trie_node *node = &trie->nodes[at];
	struct trie_block *block;

	if (!node->blocks || node->blocks->used == node->blocks->cap)
		add_block(trie, node);
	block = node->blocks;
	node->lines++;
	node->rest[0] += entry->count[0];
	node->rest[1] += entry->count[1];
	block->at[block->used] = *entry;
	return &block->at[block->used++];
}

struct trie_entry *trie_add_entry(struct trie *trie, uint32_t at, const struct trie_entry *entry)
{
	struct trie_entry *added = trie_put_entry(trie, at, entry);
	const struct trie_block *block = trie->nodes[at].blocks;

	if (block->used == block->cap && block->cap >= LEAST_GUESS)
		guess(trie, at);
	return added;
}

void trie_join_entries(struct trie_node *into, struct trie_node *from)
{
	struct trie_block **end = &into->blocks;

	while (*end)
		end = &(*end)->next;
	*end = from->blocks;
	from->blocks = NULL;
	into->lines += from->lines;
	into->rest[0] += from->rest[0];
	into->rest[1] += from->rest[1];
	from->lines = 0;
}

void trie_free_blocks(struct trie_block *blocks)
{
	while (blocks) {
		struct trie_block *next = blocks->next;

		free(blocks);
		blocks = next;
	}
}
