/* SPDX-License-Identifier: MIT */
#include "collapse/cache/stack_cache.h"

void stack_cache_init(struct stack_cache *cache, bool is_only_one)
{
	fingerprint_prepare();
	*cache = (struct stack_cache){
		.generation_size = STACK_CACHE_TEXTS / STACK_CACHE_GENERATIONS *
				   (is_only_one ? 2 : 1),
	};
}

void stack_cache_release(struct stack_cache *cache)
{
	hash_slots_release(&cache->index);
	free(cache->room);
	*cache = (struct stack_cache){.generation_size = cache->generation_size};
}

void stack_cache_trim(struct stack_cache *cache)
{
	assert(cache->generation_size > 0 && cache->newest % cache->generation_size == 0);
	if (cache->used < cache->generation_size - cache->generation_size / 8)
		return;
	cache->newest = (cache->newest + cache->generation_size) %
			(STACK_CACHE_GENERATIONS * cache->generation_size);
	cache->used = 0;
	cache->is_round |= cache->newest == 0;
	if (cache->is_round)
		hash_slots_drop(&cache->index, cache->newest,
				cache->newest + cache->generation_size);
}

struct stack_cache_entry *stack_cache_find(const struct stack_cache *cache,
					   const struct fingerprint *text, frame_id root)
{
	const uint32_t hash = stack_cache_hash(text, root);
	size_t at = hash;
	uint32_t number;

	while ((number = hash_slots_next(&cache->index, hash, &at)) != HASH_NONE) {
		struct stack_cache_entry *entry = &cache->room[number];

		if (entry->root == root && fingerprint_equal(&entry->text, text))
			return entry;
	}
	return NULL;
}

struct stack_cache_entry *stack_cache_add(struct stack_cache *cache, const struct fingerprint *text,
					  frame_id root, uint32_t lines)
{
	const uint32_t number = cache->newest + cache->used;

	assert(cache->used <= cache->generation_size);
	if (cache->used == cache->generation_size || stack_cache_find(cache, text, root))
		return NULL;
	if (!cache->room)
		cache->room = memory_get((size_t)STACK_CACHE_GENERATIONS * cache->generation_size *
					 sizeof(*cache->room));
	cache->room[number] = (struct stack_cache_entry){*text, root, lines, NULL};
	cache->used++;
	hash_slots_add(&cache->index, stack_cache_hash(text, root), number);
	return &cache->room[number];
}
