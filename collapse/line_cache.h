/* SPDX-License-Identifier: MIT */
/*
 * line_cache.h - raw text of a line -> what a format made of it. A few percent of the lines of a
 * real capture are distinct: what is done on a miss costs next to nothing. One a worker.
 */
#ifndef FLAMBEAU_LINE_CACHE_H
#define FLAMBEAU_LINE_CACHE_H

#include "common/arena.h"

struct line_cache_entry;

struct line_cache {
	struct arena arena; /* keys and values; callers may put in what their values point to */
	struct line_cache_entry *table;
};

void line_cache_release(struct line_cache *cache);

/* The value of `line`, NULL if it is new. */
void *line_cache_find(const struct line_cache *cache, struct slice line);

/* Keep `value`, which lives in the cache's arena, for `line`, which is copied. */
void line_cache_add(struct line_cache *cache, struct slice line, void *value);

#endif
