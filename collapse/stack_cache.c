/* SPDX-License-Identifier: MIT */
#include "collapse/stack_cache.h"

void stack_cache_init(struct stack_cache *cache, bool is_only_one)
{
	*cache = (struct stack_cache){
		.part_size = STACK_CACHE_SIZE / STACK_CACHE_PARTS * (is_only_one ? 2 : 1),
	};
}

void stack_cache_release(struct stack_cache *cache)
{
	hash_index_release(&cache->index);
	hash_index_release(&cache->texts);
	free(cache->room);
	*cache = (struct stack_cache){.part_size = cache->part_size};
}

static bool is_full(const struct stack_cache *cache)
{
	return cache->used >= cache->part_size - cache->part_size / 8 ||
	       cache->texts.count >= STACK_CACHE_TEXTS;
}

void stack_cache_trim(struct stack_cache *cache)
{
	uint32_t from, to;

	if (!is_full(cache))
		return;
	cache->part = (cache->part + cache->part_size) % (STACK_CACHE_PARTS * cache->part_size);
	cache->used = 0;
	from = (uint32_t)(cache->part / STACK_CACHE_UNIT);
	to = (uint32_t)((cache->part + cache->part_size) / STACK_CACHE_UNIT);
	hash_index_drop(&cache->index, from, to);
	hash_index_drop(&cache->texts, from, to);
}

struct stack_cache_entry *stack_cache_add(struct stack_cache *cache, uint32_t hash,
					  const uint32_t *lines, uint32_t count)
{
	size_t size = offsetof(struct stack_cache_entry, lines) + count * sizeof(*lines);
	struct stack_cache_entry *entry;
	uint32_t number = (uint32_t)((cache->part + cache->used) / STACK_CACHE_UNIT);

	size = (size + STACK_CACHE_UNIT - 1) / STACK_CACHE_UNIT * STACK_CACHE_UNIT;
	if (cache->part_size - cache->used < size || stack_cache_find(cache, hash) != HASH_NONE)
		return NULL;
	if (!cache->room)
		cache->room = memory_get(STACK_CACHE_PARTS * cache->part_size);
	entry = stack_cache_entry(cache, number);
	*entry = (struct stack_cache_entry){.count = count};
	memcpy(entry->lines, lines, count * sizeof(*lines));
	cache->used += size;
	hash_index_add(&cache->index, hash, number);
	return entry;
}

void stack_cache_add_text(struct stack_cache *cache, uint32_t hash,
			  const struct stack_cache_entry *entry)
{
	const size_t number = (size_t)((const char *)entry - cache->room) / STACK_CACHE_UNIT;

	if (cache->texts.count < STACK_CACHE_TEXTS &&
	    stack_cache_find_text(cache, hash) == HASH_NONE)
		hash_index_add(&cache->texts, hash, (uint32_t)number);
}
