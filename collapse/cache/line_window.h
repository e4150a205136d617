/* SPDX-License-Identifier: MIT */
/*
 * line_window.h - the next lines of a chunk, looked up together: the table of a large recording
 * does not fit the processor's caches, and waiting for 128 lines takes no longer than for one.
 *
 * Speed: a window of three lines without prefetching takes 1.44 x the time on "many" and 0.98 x on
 * "few" of tests/bench (collapse-perf). The plain version is the grammar, to which
 * perf_take_lines() passes every line under --inline; law.collapse-perf compares cache misses with
 * cache hits: a file read twice gives twice its counts.
 */
#ifndef FLAMBEAU_LINE_WINDOW_H
#define FLAMBEAU_LINE_WINDOW_H

#include "collapse/cache/line_cache.h"

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
