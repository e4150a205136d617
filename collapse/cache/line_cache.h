/* SPDX-License-Identifier: MIT */
/*
 * line_cache.h - raw text of a line -> what a format made of it. A few percent of the lines of a
 * real capture are distinct, so work done on a miss costs next to nothing. Each worker has its own
 * cache, or all share one: then each has a view of the cache as it was when the worker last added a
 * line. Lines are found without a lock and added under one.
 *
 * The text before a line's key (its front) does not affect the line's value: perf's addresses. The
 * cache keeps the last front, or the first one if workers share the cache, because most often the
 * same front follows: then a look-up costs one comparison.
 *
 * Speed: without the cache of symbols alone collapse-perf takes 2.46 x the time on "many" of
 * tests/bench. The plain version is the grammar; law.collapse-perf and law.collapse-dtrace compare
 * both: a file read twice gives twice its counts.
 */
#ifndef FLAMBEAU_LINE_CACHE_H
#define FLAMBEAU_LINE_CACHE_H

#include "common/base/buf.h"
#include "common/table/hash.h"

/* Bytes that may be remembered; then workers begin anew with their next chunks. */
#ifndef LINE_CACHE_SIZE /* tests have less */
#define LINE_CACHE_SIZE (24 << 20)
#endif

/* Bytes of a line that is remembered: one that would fill the cache is not worth its copies. */
enum { LINE_CACHE_LONGEST = LINE_CACHE_SIZE / 16 };

struct line_cache_entry {
	void *value;
	uint32_t size; /* of the key */
	uint32_t tag;  /* the format's own, 0 at first: spares it a look at the value */
	char text[];   /* the last front, and the key */
};

/* Entries are numbered by where they lie in `lines`. */
enum { LINE_CACHE_UNIT = sizeof(struct line_cache_entry) };

struct line_cache_shared;

struct line_cache {
	/* the cache it is a view of; NULL: one worker's own cache */
	struct line_cache_shared *shared;
	struct arena arena; /* for what values point to; the callers put it in. Always its own */
	struct hash_slots index;
	struct buf lines;
	size_t sought, found;               /* by line_cache_find() */
	uint32_t last;                      /* found or added, HASH_NONE if it was not kept */
	size_t front;                       /* bytes in front of a key */
	bool (*is_front)(const char *text); /* true if the text is a valid front */
	struct slice absent;                /* a key that was looked for: line_cache_miss() */
	uint32_t absent_hash;
};

/*
 * Empty the cache; its settings `front` and `is_front` stay. A shared cache is freed with its last
 * view.
 */
void line_cache_release(struct line_cache *cache);

/*
 * From now on `other`, which is empty, is a view of the same lines as `cache`, which is empty or a
 * view. LINE_CACHE_SIZE bytes of lines are kept at most. Values are for all: what they point to
 * must live, or be in the arena of a view, until the last view is released.
 */
void line_cache_share(struct line_cache *cache, struct line_cache *other);

/* Bytes of memory that the cache holds; of a view, without what others keep in their arenas. */
size_t line_cache_size(const struct line_cache *cache);

/* The value of the line with this key, NULL if it is new. */
void *line_cache_find(struct line_cache *cache, struct slice key);

/*
 * False where hardly a line came twice so far, until the cache is emptied: looking for each costs
 * more than is saved.
 */
static inline bool line_cache_pays(const struct line_cache *cache)
{
	enum { ENOUGH = 4096, ONE_IN = 8 };

	return cache->sought < ENOUGH || cache->found >= cache->sought / ONE_IN;
}

/* Keep `value` for `key`, which is copied. What is very long is not kept. */
void line_cache_add(struct line_cache *cache, struct slice key, void *value);

/*
 * Like line_cache_add(), with a tag. Returns the line's value: an older one if another view added
 * the line first.
 */
void *line_cache_keep(struct line_cache *cache, struct slice key, void *value, uint32_t tag);

static inline struct line_cache_entry *line_cache_entry(const struct line_cache *cache,
							uint32_t number)
{
	void *entry = cache->lines.ptr + (size_t)number * LINE_CACHE_UNIT;

	return entry;
}

/*
 * line_cache_find() in steps, for many whole lines with their fronts at once: hash all, prefetch
 * all, then look all up. This overlaps the cache misses.
 */
static inline uint32_t line_cache_hash(const struct line_cache *cache, struct slice line)
{
	uint32_t hash = hash_bytes(line.ptr + cache->front, line.len - cache->front);

	hash_slots_fetch(&cache->index, hash);
	return hash;
}

/*
 * Record that the line, which has this hash, is not in the cache: until it is added its key is not
 * looked up or hashed again. To be withdrawn (NULL) while its text is still valid.
 */
void line_cache_miss(struct line_cache *cache, const struct slice *line, uint32_t hash);

static inline void line_cache_prefetch(const struct line_cache *cache, uint32_t number)
{
	const struct line_cache_entry *entry = line_cache_entry(cache, number);

	PREFETCH(entry);
	PREFETCH(entry + 4); /* names are long: 64 bytes further, */
	PREFETCH(entry + 7); /* and may reach into a third line */
}

/* Most likely it is this line, HASH_NONE: or a new one. */
static inline uint32_t line_cache_fetch(const struct line_cache *cache, uint32_t hash)
{
	size_t at = hash;
	uint32_t number = hash_slots_next(&cache->index, hash, &at);

	if (number != HASH_NONE)
		line_cache_prefetch(cache, number);
	return number;
}

/*
 * True if it is the line with this number, maybe with another front. That front is then kept,
 * unless the entry is shared.
 */
bool line_cache_accepts(const struct line_cache *cache, uint32_t number, struct slice line);

/* True if it is the line with this number. */
static inline bool line_cache_is(const struct line_cache *cache, uint32_t number,
				 const struct slice *line)
{
	const struct line_cache_entry *entry = line_cache_entry(cache, number);

	if (entry->size != line->len - cache->front)
		return false;
	return memcmp(entry->text, line->ptr, line->len) == 0 ||
	       (cache->front > 0 && line_cache_accepts(cache, number, *line));
}

/* The number of the line, HASH_NONE if it is new. */
static inline uint32_t line_cache_get(const struct line_cache *cache, struct slice line,
				      uint32_t hash)
{
	size_t at = hash;
	uint32_t number;

	do {
		number = hash_slots_next(&cache->index, hash, &at);
	} while (number != HASH_NONE && !line_cache_is(cache, number, &line));
	return number;
}

/*
 * struct line_window has the next lines of a chunk, looked up together: the table of a large recording
 * does not fit the processor's caches, and waiting for 128 lines takes no longer than for one.
 *
 * Speed: a window of three lines without prefetching takes 1.44 x the time on "many" and 0.98 x on
 * "few" of tests/bench (collapse-perf). The plain version is the grammar, to which
 * perf_take_lines() passes every line under --inline; law.collapse-perf compares cache misses with
 * cache hits: a file read twice gives twice its counts.
 */

enum { LINE_WINDOW = 128 };

enum line_kind {
	LINE_OTHER,
	LINE_OF_STACK, /* may be in the line cache */
	LINE_ENDS,     /* ends the stack above */
	LINE_HEAD,     /* a whole stack follows */
	LINE_WHOLE,    /* not a line: all lines of a known stack, each with its LF */
};

struct window_line {
	struct slice text; /* without its LF */
	uint32_t hash;     /* of a LINE_OF_STACK */
	uint32_t number;   /* of a LINE_OF_STACK, by its hash alone; HASH_NONE: look it up */
	enum line_kind kind;
};

struct line_window {
	struct window_line lines[LINE_WINDOW];
	uint32_t count;
};

/* The kind of a line. */
typedef enum line_kind line_window_kind_fn(struct slice line);

static inline struct window_line *line_window_add(struct line_window *window, struct slice text,
						  enum line_kind kind)
{
	struct window_line *line = &window->lines[window->count++];

	assert(window->count <= LINE_WINDOW);
	line->text = text;
	line->kind = kind;
	return line;
}

/* Fill it up with lines off the front of the text. */
static inline void line_window_fill(struct line_window *window, const struct line_cache *lines,
				    struct slice *text, line_window_kind_fn *kind_of)
{
	const char *at = text->ptr, *end = at + text->len;

	while (window->count < LINE_WINDOW && at < end) {
		const char *stop = memchr(at, '\n', (size_t)(end - at));
		const struct slice found = slice_between(at, stop ? stop : end);
		struct window_line *line = line_window_add(window, found, kind_of(found));

		if (line->kind == LINE_OF_STACK)
			line->hash = line_cache_hash(lines, found);
		at = stop ? stop + 1 : end;
	}
	*text = slice_between(at, end);
}

/* Ask for what line_window_number() will need. */
static inline void line_window_fetch(struct line_window *window, const struct line_cache *lines)
{
	struct window_line *line = window->lines, *end = line + window->count;

	for (; line < end; line++) {
		if (line->kind == LINE_OF_STACK)
			line->number = line_cache_fetch(lines, line->hash);
	}
}

/* The number of a LINE_OF_STACK, HASH_NONE if it is new. */
static inline uint32_t line_window_number(const struct window_line *line,
					  const struct line_cache *lines)
{
	if (line->number != HASH_NONE && line_cache_is(lines, line->number, &line->text))
		return line->number;
	return line_cache_get(lines, line->text, line->hash);
}

#endif
