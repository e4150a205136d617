/* SPDX-License-Identifier: MIT */
#include "collapse/line_cache.h"

void line_cache_release(struct line_cache *cache)
{
	hash_index_release(&cache->index);
	free(cache->entries);
	arena_release(&cache->arena);
	*cache = (struct line_cache){0};
}

/* Next time `entry` is expected where it stands now. */
static void follow(struct line_cache *cache, struct line_cache_entry *entry)
{
	if (cache->last)
		cache->last->next = entry;
	cache->last = entry;
}

void *line_cache_find(struct line_cache *cache, struct slice line)
{
	uint32_t hash = hash_bytes(line.ptr, line.len), number;
	size_t at = hash;

	while ((number = hash_index_next(&cache->index, hash, &at)) != HASH_NONE) {
		struct line_cache_entry *entry = cache->entries[number];

		if (entry->size != line.len + 1 || memcmp(entry->text, line.ptr, line.len) != 0)
			continue;
		follow(cache, entry);
		return entry->value;
	}
	return NULL;
}

void line_cache_add(struct line_cache *cache, struct slice line, void *value)
{
	struct line_cache_entry *entry = arena_alloc(&cache->arena, sizeof(*entry) + line.len + 1);

	*entry = (struct line_cache_entry){.value = value, .size = line.len + 1};
	if (line.len > 0)
		memcpy(entry->text, line.ptr, line.len);
	entry->text[line.len] = '\n';
	cache->entries = memory_grow(cache->entries, &cache->cap, cache->index.count + 1,
				     sizeof(struct line_cache_entry *));
	cache->entries[cache->index.count] = entry;
	hash_index_add(&cache->index, hash_bytes(line.ptr, line.len), (uint32_t)cache->index.count);
	follow(cache, entry);
}
