/* SPDX-License-Identifier: MIT */
#include "common/trie_entries.h"

enum { AHEAD = 16 }; /* entries whose slots are asked for before they are needed */

static void gather(struct trie_groups *groups, const struct trie_block *blocks, bool all)
{
	const struct trie_block *block;
	uint32_t i;

	groups->lines = 0;
	for (block = blocks; block && (all || block == blocks); block = block->next) {
		size_t need = groups->lines + block->used;

		groups->at = memory_grow(groups->at, &groups->lines_cap, need, sizeof(*groups->at));
		for (i = 0; i < block->used; i++)
			groups->at[groups->lines++] = &block->at[i];
	}
}

void trie_groups_list(struct trie_groups *groups, const struct trie_block *blocks)
{
	gather(groups, blocks, true);
}

/* Slots for at most half as many groups. */
static size_t clear_slots(struct trie_groups *groups)
{
	size_t size = 16;

	while (size < 2 * groups->lines)
		size *= 2;
	groups->slots = memory_grow(groups->slots, &groups->slots_cap, size,
				    sizeof(*groups->slots));
	memset(groups->slots, 0, size * sizeof(*groups->slots));
	return size - 1;
}

static uint32_t group_of(struct trie_groups *groups, size_t mask, uint32_t hash)
{
	size_t slot;

	for (slot = hash & mask; groups->slots[slot] > 0; slot = (slot + 1) & mask) {
		if (groups->groups[groups->slots[slot] - 1].hash == hash)
			return groups->slots[slot] - 1;
	}
	groups->groups = memory_grow(groups->groups, &groups->groups_cap, groups->count + 1,
				     sizeof(*groups->groups));
	groups->groups[groups->count++] = (struct trie_group){.hash = hash};
	groups->slots[slot] = (uint32_t)groups->count;
	return (uint32_t)groups->count - 1;
}

void trie_groups_find(struct trie_groups *groups, const struct trie_block *blocks, bool all)
{
	size_t mask, i;

	gather(groups, blocks, all);
	mask = clear_slots(groups);
	groups->of = memory_grow(groups->of, &groups->of_cap, groups->lines, sizeof(*groups->of));
	groups->count = 0;
	for (i = 0; i < groups->lines; i++) {
		const struct trie_entry *entry = groups->at[i];
		struct trie_group *group;
		uint32_t index;

		if (i + AHEAD < groups->lines)
			__builtin_prefetch(&groups->slots[groups->at[i + AHEAD]->hash & mask]);
		index = group_of(groups, mask, entry->hash);
		group = &groups->groups[index];
		groups->of[i] = index;
		if (group->lines++ == 0)
			group->first = i;
		group->count[0] += entry->count[0];
		group->count[1] += entry->count[1];
	}
}

void trie_groups_order(struct trie_groups *groups)
{
	const struct trie_entry **from = groups->at;
	size_t place = 0, i;

	if (groups->count == groups->lines) /* one each */
		return;
	groups->ordered = memory_grow(groups->ordered, &groups->ordered_cap, groups->lines,
				      sizeof(*groups->ordered));
	for (i = 0; i < groups->count; i++) {
		groups->groups[i].first = place;
		place += groups->groups[i].lines;
	}
	for (i = 0; i < groups->lines; i++)
		groups->ordered[groups->groups[groups->of[i]].first++] = from[i];
	for (i = 0; i < groups->count; i++)
		groups->groups[i].first -= groups->groups[i].lines;
	place = groups->lines_cap;
	groups->at = groups->ordered;
	groups->ordered = from;
	groups->lines_cap = groups->ordered_cap;
	groups->ordered_cap = place;
}

void trie_groups_release(struct trie_groups *groups)
{
	free(groups->at);
	free(groups->ordered);
	free(groups->of);
	free(groups->groups);
	free(groups->slots);
	*groups = (struct trie_groups){0};
}
