/* SPDX-License-Identifier: MIT */
/*
 * line_window.h - the next lines of a chunk, looked up together: the tables of a large recording do
 * not fit the processor's caches, and waiting for 128 lines takes no longer than for one.
 *
 * A format says of each line what it is; neighbours that may be in the line cache are a stack,
 * and what follows them tells whether it is a whole one, which may have come before.
 */
#ifndef FLAMBEAU_LINE_WINDOW_H
#define FLAMBEAU_LINE_WINDOW_H

#include "collapse/line_cache.h"
#include "collapse/stack_cache.h"

enum { LINE_WINDOW = 128 };

enum line_kind {
	LINE_OTHER,
	LINE_OF_STACK, /* may be in the line cache */
	LINE_ENDS,     /* the stack that stands above */
	LINE_HEAD,     /* a whole stack follows */
	LINE_WHOLE,    /* not a line: all lines of a stack, each with its LF, that may be known */
};

struct window_line {
	struct slice text; /* without its LF */
	uint32_t hash;     /* of a LINE_OF_STACK; of the stack's text behind a LINE_HEAD; the number
			      of a LINE_WHOLE in the stack cache */
	uint32_t number;   /* of a LINE_OF_STACK, by its hash alone; HASH_NONE: look it up */
	enum line_kind kind;
};

/* Lines of a stack that are neighbours. */
struct window_stack {
	uint32_t first, count;
	uint32_t hash;
	uint32_t known; /* most likely it is this one of the stack cache; HASH_NONE: none */
	bool ends;      /* it does so behind them */
};

struct line_window {
	struct window_line lines[LINE_WINDOW];
	uint32_t count;
	struct window_stack stacks[LINE_WINDOW / 2 + 1];
	uint32_t stack_count, next; /* those before `next` have been taken */
	bool more;                  /* there are lines behind the window */
};

/* What a line is; `context` is the caller's. */
typedef enum line_kind line_window_kind_fn(struct slice line, const void *context);

/* Ask for what will be needed of both, and find the stacks. */
void line_window_fetch(struct line_window *window, const struct line_cache *lines,
		       const struct stack_cache *stacks);

/* Ask for the lines of the entry, and for its stack. */
void line_window_fetch_known(const struct stack_cache_entry *entry, const struct line_cache *lines);

/* Take the first lines out; those behind them will be the first of the next window. */
void line_window_drop(struct line_window *window, uint32_t count);

/* Fill it up with lines off the front of the records; false if none are left. */
static inline bool line_window_fill(struct line_window *window, const struct line_cache *lines,
				    struct slice *records, line_window_kind_fn *kind_of,
				    const void *context)
{
	struct window_line *line = window->lines + window->count;
	const char *at = records->ptr, *end = at + records->len;

	for (; line < window->lines + LINE_WINDOW && at < end; line++) {
		const char *stop = memchr(at, '\n', (size_t)(end - at));

		line->text = slice_between(at, stop ? stop : end);
		line->kind = kind_of(line->text, context);
		if (line->kind == LINE_OF_STACK)
			line->hash = line_cache_hash(lines, line->text);
		line->number = HASH_NONE;
		at = stop ? stop + 1 : end;
	}
	*records = slice_between(at, end);
	window->count = (uint32_t)(line - window->lines);
	window->more = at < end;
	return window->count > 0;
}

/* The stack that begins with line `at`, which is to be taken then; NULL if it is another line. */
static inline const struct window_stack *line_window_stack(struct line_window *window, uint32_t at)
{
	if (window->next == window->stack_count || window->stacks[window->next].first != at)
		return NULL;
	return &window->stacks[window->next++];
}

/* Does it go on behind the window? Then it waits for the next one, unless it is all of this one. */
static inline bool line_window_waits(const struct line_window *window,
				     const struct window_stack *stack)
{
	return window->more && stack->first > 0 && stack->first + stack->count == window->count;
}

/* The number of a LINE_OF_STACK, HASH_NONE if it is new. */
static inline uint32_t line_window_number(const struct window_line *line,
					  const struct line_cache *lines)
{
	if (line->number != HASH_NONE && line_cache_is(lines, line->number, &line->text))
		return line->number;
	return line_cache_get(lines, line->text, line->hash);
}

/* The lines of a window stack are those of the entry. */
static inline bool line_window_is(const struct line_window *window,
				  const struct window_stack *stack, const struct line_cache *lines,
				  const struct stack_cache_entry *entry)
{
	const struct window_line *line = window->lines + stack->first, *end = line + stack->count;
	const uint32_t *number = entry->lines;

	for (; line < end; line++) {
		if (!line_cache_is(lines, *number++, &line->text))
			return false;
	}
	return true;
}

#endif
