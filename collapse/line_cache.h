/* SPDX-License-Identifier: MIT */
/*
 * line_cache.h - raw text of a line -> what a format made of it. A few percent of the lines of a
 * real capture are distinct: what is done on a miss costs next to nothing. One a worker.
 *
 * Two things keep the look-up fast where that matters. Lines repeat in the order in which they came
 * before, because functions are called from where they were called before: every line
 * remembers which one followed it, and line_cache_next() only compares. And a format that sees
 * several lines at once can tell their hashes beforehand, so that memory comes while it goes on.
 */
#ifndef FLAMBEAU_LINE_CACHE_H
#define FLAMBEAU_LINE_CACHE_H

#include "common/buf.h"
#include "common/hash.h"

/* Bytes a worker may remember; then it begins anew with the next chunk. */
enum { LINE_CACHE_SIZE = 24 << 20 };

struct line_cache_entry {
	void *value;
	uint32_t next; /* the entry that was found after it the last time */
	uint32_t size; /* of the text */
	char text[];   /* the line and its LF */
};

/* Entries are numbered by where they lie in `lines`; the first one is no line. */
enum { LINE_CACHE_UNIT = sizeof(struct line_cache_entry) };

struct line_cache {
	struct arena arena; /* for what values point to; the callers put it in */
	struct hash_index index;
	struct buf lines;
	uint32_t last; /* found or added */
};

void line_cache_release(struct line_cache *cache);

/* Bytes of memory that the cache holds. */
size_t line_cache_size(const struct line_cache *cache);

/* The value of `line`, NULL if it is new. */
void *line_cache_find(struct line_cache *cache, struct slice line);

static inline struct line_cache_entry *line_cache_entry(const struct line_cache *cache,
							uint32_t number)
{
	void *entry = cache->lines.ptr + (size_t)number * LINE_CACHE_UNIT;

	return entry;
}

/*
 * The same in steps, for many lines at once: hash them all, fetch them all, get them all. Memory
 * comes while other work is done.
 */
static inline uint32_t line_cache_hash(const struct line_cache *cache, struct slice line)
{
	uint32_t hash = hash_bytes(line.ptr, line.len);

	hash_index_fetch(&cache->index, hash);
	return hash;
}

static inline void line_cache_fetch(const struct line_cache *cache, uint32_t hash)
{
	uint32_t number = hash_index_guess(&cache->index, hash);

	if (number != HASH_NONE)
		__builtin_prefetch(line_cache_entry(cache, number));
}

void *line_cache_get(struct line_cache *cache, struct slice line, uint32_t hash);

/* The number of the line that followed the last one the last time, 0 without. */
static inline uint32_t line_cache_expected(const struct line_cache *cache)
{
	return cache->lines.ptr ? line_cache_entry(cache, cache->last)->next : 0;
}

/*
 * The value of the line, with its LF, that `text` begins with, if it is the expected one; *size
 * bytes are its. NULL says nothing: ask line_cache_find() then.
 */
static inline void *line_cache_next(struct line_cache *cache, struct slice text, size_t *size)
{
	const struct line_cache_entry *entry;
	uint32_t next;

	if (!cache->lines.ptr)
		return NULL;
	next = line_cache_entry(cache, cache->last)->next;
	entry = line_cache_entry(cache, next);
	if (entry->size > text.len || memcmp(entry->text, text.ptr, entry->size) != 0)
		return NULL;
	cache->last = next;
	*size = entry->size;
	return entry->value;
}

/* Keep `value` for `line`, which is copied. What is very long is not kept. */
void line_cache_add(struct line_cache *cache, struct slice line, void *value);

#endif
