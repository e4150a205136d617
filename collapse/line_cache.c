/* SPDX-License-Identifier: MIT */
#include "collapse/line_cache.h"

void line_cache_release(struct line_cache *cache)
{
	hash_index_release(&cache->index);
	buf_release(&cache->lines);
	arena_release(&cache->arena);
	*cache = (struct line_cache){.front = cache->front, .is_front = cache->is_front};
}

size_t line_cache_size(const struct line_cache *cache)
{
	return cache->arena.size + cache->lines.len +
	       cache->index.count * 2 * sizeof(struct hash_slot);
}

static bool has_key(const struct line_cache *cache, const struct line_cache_entry *entry,
		    struct slice key)
{
	return entry->size == key.len &&
	       (key.len == 0 || memcmp(entry->text + cache->front, key.ptr, key.len) == 0);
}

bool line_cache_accepts(const struct line_cache *cache, uint32_t number, struct slice line)
{
	struct line_cache_entry *entry = line_cache_entry(cache, number);

	if (!has_key(cache, entry, slice_tail(line, cache->front)) || !cache->is_front(line.ptr))
		return false;
	memcpy(entry->text, line.ptr, cache->front);
	return true;
}

void line_cache_miss(struct line_cache *cache, const struct slice *line, uint32_t hash)
{
	cache->absent = line ? slice_tail(*line, cache->front) : slice_of(NULL, 0);
	cache->absent_hash = hash;
}

static bool is_absent(const struct line_cache *cache, struct slice key)
{
	return key.ptr == cache->absent.ptr && key.len == cache->absent.len && key.len > 0;
}

static uint32_t hash_of(const struct line_cache *cache, struct slice key)
{
	return is_absent(cache, key) ? cache->absent_hash : hash_bytes(key.ptr, key.len);
}

void *line_cache_find(struct line_cache *cache, struct slice key)
{
	uint32_t hash;
	size_t at;

	cache->last = HASH_NONE;
	if (is_absent(cache, key))
		return NULL;
	at = hash = hash_of(cache, key);
	while ((cache->last = hash_index_next(&cache->index, hash, &at)) != HASH_NONE) {
		const struct line_cache_entry *entry = line_cache_entry(cache, cache->last);

		if (has_key(cache, entry, key))
			return entry->value;
	}
	return NULL;
}

/* Room for an entry, at a multiple of its unit; its number. */
static uint32_t new_entry(struct line_cache *cache, size_t size)
{
	size_t at = cache->lines.len;

	size = (offsetof(struct line_cache_entry, text) + size + LINE_CACHE_UNIT - 1) /
	       LINE_CACHE_UNIT * LINE_CACHE_UNIT;
	buf_reserve(&cache->lines, size);
	cache->lines.len += size;
	return (uint32_t)(at / LINE_CACHE_UNIT);
}

void line_cache_add(struct line_cache *cache, struct slice key, void *value)
{
	struct line_cache_entry *entry;
	uint32_t hash = hash_of(cache, key);

	cache->last = HASH_NONE;
	cache->absent.len = 0;
	if (key.len > LINE_CACHE_LONGEST || cache->lines.len / LINE_CACHE_UNIT >= UINT32_MAX / 2)
		return;
	cache->last = new_entry(cache, cache->front + key.len);
	entry = line_cache_entry(cache, cache->last);
	*entry = (struct line_cache_entry){.value = value, .size = (uint32_t)key.len};
	memset(entry->text, 0, cache->front); /* no line begins like that */
	if (key.len > 0)
		memcpy(entry->text + cache->front, key.ptr, key.len);
	hash_index_add(&cache->index, hash, cache->last);
}
