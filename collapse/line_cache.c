/* SPDX-License-Identifier: MIT */
#include "collapse/line_cache.h"

void line_cache_release(struct line_cache *cache)
{
	hash_index_release(&cache->index);
	buf_release(&cache->lines);
	arena_release(&cache->arena);
	*cache = (struct line_cache){0};
}

size_t line_cache_size(const struct line_cache *cache)
{
	return cache->arena.size + cache->lines.len +
	       cache->index.count * 2 * sizeof(struct hash_slot);
}

/* Next time the entry is expected where it stands now. */
static void follow(struct line_cache *cache, uint32_t number)
{
	line_cache_entry(cache, cache->last)->next = number;
	cache->last = number;
}

void *line_cache_get(struct line_cache *cache, struct slice line, uint32_t hash)
{
	size_t at = hash;
	uint32_t number;

	while ((number = hash_index_next(&cache->index, hash, &at)) != HASH_NONE) {
		const struct line_cache_entry *entry = line_cache_entry(cache, number);

		if (entry->size != line.len + 1 ||
		    (line.len > 0 && memcmp(entry->text, line.ptr, line.len) != 0))
			continue;
		follow(cache, number);
		return entry->value;
	}
	return NULL;
}

void *line_cache_find(struct line_cache *cache, struct slice line)
{
	return line_cache_get(cache, line, hash_bytes(line.ptr, line.len));
}

/* Room for an entry, at a multiple of its unit; its number. */
static uint32_t new_entry(struct line_cache *cache, size_t size)
{
	size_t at = cache->lines.len;

	size = (sizeof(struct line_cache_entry) + size + LINE_CACHE_UNIT - 1) / LINE_CACHE_UNIT *
	       LINE_CACHE_UNIT;
	buf_reserve(&cache->lines, size);
	cache->lines.len += size;
	return (uint32_t)(at / LINE_CACHE_UNIT);
}

void line_cache_add(struct line_cache *cache, struct slice line, void *value)
{
	struct line_cache_entry *entry;
	uint32_t number;

	if (line.len >= UINT32_MAX || cache->lines.len / LINE_CACHE_UNIT >= UINT32_MAX / 2)
		return;
	if (!cache->lines.ptr) /* before the first: it is longer than what could be compared */
		*line_cache_entry(cache, new_entry(cache, 0)) = (struct line_cache_entry){
			.size = UINT32_MAX};
	number = new_entry(cache, line.len + 1);
	entry = line_cache_entry(cache, number);
	*entry = (struct line_cache_entry){.value = value, .size = (uint32_t)line.len + 1};
	if (line.len > 0)
		memcpy(entry->text, line.ptr, line.len);
	entry->text[line.len] = '\n';
	hash_index_add(&cache->index, hash_bytes(line.ptr, line.len), number);
	follow(cache, number);
}
