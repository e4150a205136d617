/* SPDX-License-Identifier: MIT */
#include "collapse/line_cache.h"

#include "common/hash.h"

struct line_cache_entry {
	void *value;
	UT_hash_handle hh; /* key: the line */
};

void line_cache_release(struct line_cache *cache)
{
	HASH_CLEAR(hh, cache->table);
	arena_release(&cache->arena);
	*cache = (struct line_cache){0};
}

void *line_cache_find(const struct line_cache *cache, struct slice line)
{
	uint32_t hash = hash_bytes(line.ptr, line.len);
	struct line_cache_entry *entry;

	HASH_FIND_BYHASHVALUE(hh, cache->table, line.ptr, line.len, hash, entry);
	return entry ? entry->value : NULL;
}

void line_cache_add(struct line_cache *cache, struct slice line, void *value)
{
	struct line_cache_entry *entry = arena_alloc(&cache->arena, sizeof(*entry));
	struct slice key = arena_copy(&cache->arena, line);
	uint32_t hash = hash_bytes(key.ptr, key.len);

	entry->value = value;
	HASH_ADD_KEYPTR_BYHASHVALUE(hh, cache->table, key.ptr, key.len, hash, entry);
}
