/* SPDX-License-Identifier: MIT */
/*
 * line_cache.h - raw text of a line -> what a format made of it. A few percent of the lines of a
 * real capture are distinct: what is done on a miss costs next to nothing. One a worker.
 *
 * Lines repeat in the order in which they came before, because functions are called from
 * where they were called before. So every line remembers which one followed it: where that
 * one stands again, line_cache_next() finds neither its end nor its hash, it compares.
 */
#ifndef FLAMBEAU_LINE_CACHE_H
#define FLAMBEAU_LINE_CACHE_H

#include "common/hash.h"

/* Bytes of memory a worker's lines may take; then it begins anew with the next chunk. */
#define LINE_CACHE_SIZE ((size_t)24 << 20)

struct line_cache_entry {
	void *value;
	struct line_cache_entry *next; /* what was found after it the last time */
	size_t size;                   /* of the text */
	char text[];                   /* the line and its LF */
};

struct line_cache {
	struct arena arena; /* keys and values; callers may put in what their values point to */
	struct hash_index index;
	struct line_cache_entry **entries; /* by the numbers of the index */
	size_t cap;
	struct line_cache_entry *last; /* found or added */
};

void line_cache_release(struct line_cache *cache);

/* The value of `line`, NULL if it is new. */
void *line_cache_find(struct line_cache *cache, struct slice line);

/*
 * The value of the line, with its LF, that `text` begins with, if it is the expected one; *size
 * bytes are its. NULL says nothing: ask line_cache_find() then.
 */
static inline void *line_cache_next(struct line_cache *cache, struct slice text, size_t *size)
{
	struct line_cache_entry *next = cache->last ? cache->last->next : NULL;

	if (!next || next->size > text.len || memcmp(next->text, text.ptr, next->size) != 0)
		return NULL;
	cache->last = next;
	*size = next->size;
	return next->value;
}

/* Keep `value`, which lives in the cache's arena, for `line`, which is copied. */
void line_cache_add(struct line_cache *cache, struct slice line, void *value);

#endif
