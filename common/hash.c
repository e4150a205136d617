/* SPDX-License-Identifier: MIT */
#include "common/hash.h"

#include "common/memory.h"

enum { SLOTS_MIN = 64 };

void hash_index_release(struct hash_index *index)
{
	free(index->slots);
	*index = (struct hash_index){0};
}

static void put(struct hash_index *index, struct hash_slot slot)
{
	size_t at = slot.hash;

	while (index->slots[at & index->mask].number != 0)
		at++;
	index->slots[at & index->mask] = slot;
}

/* Twice as many slots. The things need not be seen for that: their hashes are here. */
static void grow(struct hash_index *index)
{
	struct hash_index old = *index;
	size_t slots = old.slots ? 2 * (old.mask + 1) : SLOTS_MIN, i;

	index->slots = memory_clear(slots, sizeof(*index->slots));
	index->mask = slots - 1;
	for (i = 0; old.slots && i <= old.mask; i++) {
		if (old.slots[i].number != 0)
			put(index, old.slots[i]);
	}
	free(old.slots);
}

void hash_index_add(struct hash_index *index, uint32_t hash, uint32_t number)
{
	/* two thirds full at most: searches end after two or three slots */
	if (!index->slots || 3 * (index->count + 1) > 2 * (index->mask + 1))
		grow(index);
	put(index, (struct hash_slot){hash, number + 1});
	index->count++;
}
