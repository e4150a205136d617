/* SPDX-License-Identifier: MIT */
#include "collapse/cache/line_cache.h"

#include "common/base/parallel.h"

/* The cache shared by all views; its arena also has the memory of released views. */
struct line_cache_shared {
	struct lock lock; /* guards all below */
	struct line_cache all;
	struct retired retired;
	unsigned users;
};

static void release_own(struct line_cache *cache)
{
	hash_slots_release(&cache->index);
	buf_release(&cache->lines);
	arena_release(&cache->arena);
}

static void release_shared(struct line_cache_shared *shared)
{
	memory_unreserve(shared->all.lines.ptr, LINE_CACHE_SIZE);
	shared->all.lines = (struct buf){0};
	release_own(&shared->all);
	retired_release(&shared->retired);
	lock_release(&shared->lock);
	free(shared);
}

static void line_cache_leave(struct line_cache *view)
{
	struct line_cache_shared *shared = view->shared;
	bool last;

	assert(shared->users > 0);
	lock_take(&shared->lock);
	arena_join(&shared->all.arena, &view->arena);
	last = --shared->users == 0;
	lock_leave(&shared->lock);
	if (last)
		release_shared(shared);
}

void line_cache_release(struct line_cache *cache)
{
	if (cache->shared)
		line_cache_leave(cache);
	else
		release_own(cache);
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

	assert(line.len >= cache->front);
	if (!has_key(cache, entry, slice_tail(line, cache->front)) || !cache->is_front(line.ptr))
		return false;
	if (!cache->shared)
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

static ALWAYS_INLINE uint32_t line_cache_hash_of(const struct line_cache *cache, struct slice key)
{
	return is_absent(cache, key) ? cache->absent_hash : hash_bytes(key.ptr, key.len);
}

static ALWAYS_INLINE void *line_cache_find_hashed(struct line_cache *cache, struct slice key,
						  uint32_t hash)
{
	size_t at = hash;

	while ((cache->last = hash_slots_next(&cache->index, hash, &at)) != HASH_NONE) {
		const struct line_cache_entry *entry = line_cache_entry(cache, cache->last);

		if (has_key(cache, entry, key))
			return entry->value;
	}
	return NULL;
}

void *line_cache_find(struct line_cache *cache, struct slice key)
{
	void *value;

	cache->last = HASH_NONE;
	value = is_absent(cache, key)
			? NULL
			: line_cache_find_hashed(cache, key, line_cache_hash_of(cache, key));
	cache->sought++;
	cache->found += value != NULL;
	return value;
}

/* More of what was reserved: entries that others see must not move. False if there is no more. */
static NOINLINE bool open_room(struct buf *lines, size_t size)
{
	size_t end = (lines->len + size + MEMORY_STEP - 1) / MEMORY_STEP * MEMORY_STEP;

	if (lines->len + size > LINE_CACHE_SIZE)
		return false;
	if (end > LINE_CACHE_SIZE)
		end = LINE_CACHE_SIZE;
	memory_open(lines->ptr, lines->cap, end);
	lines->cap = end;
	return true;
}

/* Room for an entry, at a multiple of its unit; its number, HASH_NONE if there is none. */
static ALWAYS_INLINE uint32_t new_entry(struct line_cache *cache, size_t size)
{
	size_t at = cache->lines.len;

	size = (offsetof(struct line_cache_entry, text) + size + LINE_CACHE_UNIT - 1) /
	       LINE_CACHE_UNIT * LINE_CACHE_UNIT;
	if (!cache->index.retired)
		buf_reserve(&cache->lines, size);
	else if (cache->lines.cap - at < size && !open_room(&cache->lines, size))
		return HASH_NONE;
	cache->lines.len += size;
	return (uint32_t)(at / LINE_CACHE_UNIT);
}

/* True if the text before this key is a valid front. */
static bool has_front(const struct line_cache *cache, struct slice key)
{
	return cache->front > 0 && is_absent(cache, key) && cache->is_front(key.ptr - cache->front);
}

/* An entry for a line; `front` NULL: no line begins like that. */
static ALWAYS_INLINE void line_cache_add_entry(struct line_cache *cache, struct slice key,
					       uint32_t hash, const struct line_cache_entry *like,
					       const char *front)
{
	struct line_cache_entry *entry;

	if (cache->lines.len / LINE_CACHE_UNIT >= UINT32_MAX / 2)
		return;
	cache->last = new_entry(cache, cache->front + key.len);
	if (cache->last == HASH_NONE)
		return;
	entry = line_cache_entry(cache, cache->last);
	*entry = *like;
	if (front)
		memcpy(entry->text, front, cache->front);
	else
		memset(entry->text, 0, cache->front);
	if (key.len > 0)
		memcpy(entry->text + cache->front, key.ptr, key.len);
	hash_slots_add(&cache->index, hash, cache->last);
}

static void look(struct line_cache *view, const struct line_cache *all)
{
	view->index = all->index;
	view->lines = all->lines;
	view->last = all->last;
}

/* A view is as old as its last look, so the line may be there already. */
static NOINLINE void *add_shared(struct line_cache *view, struct slice key, uint32_t hash,
				 const struct line_cache_entry *like)
{
	const char *front = has_front(view, key) ? key.ptr - view->front : NULL;
	struct line_cache *all = &view->shared->all;
	void *value;

	lock_take(&view->shared->lock);
	value = line_cache_find_hashed(all, key, hash);
	if (!value)
		line_cache_add_entry(all, key, hash, like, front);
	look(view, all);
	lock_leave(&view->shared->lock);
	return value ? value : like->value;
}

void *line_cache_keep(struct line_cache *cache, struct slice key, void *value, uint32_t tag)
{
	const struct line_cache_entry like = {value, (uint32_t)key.len, tag};
	uint32_t hash = line_cache_hash_of(cache, key);

	cache->last = HASH_NONE;
	if (key.len > LINE_CACHE_LONGEST)
		return value;
	if (cache->shared)
		value = add_shared(cache, key, hash, &like);
	else
		line_cache_add_entry(cache, key, hash, &like, NULL);
	cache->absent.len = 0;
	return value;
}

void line_cache_add(struct line_cache *cache, struct slice key, void *value)
{
	line_cache_keep(cache, key, value, 0);
}

static struct line_cache_shared *new_shared(const struct line_cache *cache)
{
	struct line_cache_shared *shared = memory_get(sizeof(*shared));

	*shared = (struct line_cache_shared){.users = 1};
	shared->all.front = cache->front;
	shared->all.is_front = cache->is_front;
	shared->all.index.retired = &shared->retired;
	shared->all.lines.ptr = memory_reserve(LINE_CACHE_SIZE);
	lock_init(&shared->lock);
	return shared;
}

void line_cache_share(struct line_cache *cache, struct line_cache *other)
{
	if (!cache->shared) {
		cache->shared = new_shared(cache);
		look(cache, &cache->shared->all);
	}
	other->shared = cache->shared;
	lock_take(&cache->shared->lock);
	cache->shared->users++;
	look(other, &cache->shared->all);
	lock_leave(&cache->shared->lock);
}
