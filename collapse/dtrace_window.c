/* SPDX-License-Identifier: MIT */
/* From the text of a chunk to the lines of a window. */
#include "collapse/dtrace.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/*
 * Bytes that are looked at wherever a line of the usual shape begins: up to 16 blanks, and as much
 * of the text as dtrace_hash() and line_end() read.
 */
enum { MARGIN = 16 + 64 };

#if defined(__SSE2__)
static inline uint64_t find_16(const char *at)
{
	const __m128i text = _mm_loadu_si128((const void *)at);

	return (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(text, _mm_set1_epi8('\n')));
}
#endif

/* Which of the next 64 bytes are LFs, at least the first one; that at `at` is the lowest bit. */
static inline uint64_t find_feeds(const char *at)
{
#if defined(__SSE2__)
	return find_16(at) | find_16(at + 16) << 16 | find_16(at + 32) << 32 |
	       find_16(at + 48) << 48;
#else
	const char *stop = memchr(at, '\n', 64);

	return stop ? UINT64_C(1) << (stop - at) : 0;
#endif
}

/* The LF, or `end`. 64 bytes can be read at `at`. */
static inline const char *line_end(const char *at, const char *end)
{
	uint64_t feeds = find_feeds(at);

	while (feeds == 0) {
		at += 64;
		if (end - at < 64) {
			const char *stop = memchr(at, '\n', (size_t)(end - at));

			return stop ? stop : end;
		}
		feeds = find_feeds(at);
	}
	return at + __builtin_ctzll(feeds);
}

/* How many blanks the line begins with. */
static size_t count_blanks(const char *at, const char *end)
{
	const char *name = at;

	while (name < end && char_is_blank(*name))
		name++;
	return (size_t)(name - at);
}

/* Are there `blanks`, from 8 to 16, and no more? Then most other lines begin with as many. */
static inline bool begins_with(const char *at, size_t blanks)
{
	const uint64_t spaces = UINT64_C(0x2020202020202020);

	return slice_load(at) == spaces && slice_load(at + blanks - 8) == spaces &&
	       (unsigned char)at[blanks] > ' ';
}

/* A line that is not of the usual shape, or stands where the text ends; what follows it. */
static const char *take_text(struct dtrace_window_line *line, const struct dtrace_style *style,
			     const char *at, const char *end)
{
	const char *stop = memchr(at, '\n', (size_t)(end - at));

	line->text = slice_between(at, stop ? stop : end);
	line->kind = line->text.len == 0                  ? DTRACE_EMPTY
		     : dtrace_is_count(style, line->text) ? DTRACE_COUNT
							  : DTRACE_TEXT;
	return stop ? stop + 1 : end;
}

/* Digits may be those of an address. */
static inline bool may_be_count(const char *text)
{
	return *text <= '9' && (*text == '+' || char_is_digit(*text)) && text[1] != 'x';
}

/* A frame of the usual shape, `blanks` bytes into the line; what follows the line. */
static inline const char *take_name(struct dtrace_window_line *line,
				    const struct dtrace_table *table, const char *name,
				    const char *end)
{
	const char *stop = line_end(name, end);

	line->text = slice_between(name, stop);
	line->kind = DTRACE_FRAME;
	line->hash = dtrace_hash(table, name, line->text.len);
	dtrace_table_fetch(table, line->hash);
	return stop + (stop < end);
}

/* Is the line of that shape, with another number of blanks? */
static bool has_shape(const char *at, const char *end, size_t *blanks)
{
	size_t count = count_blanks(at, end);

	if (count < 8 || count > 16 || at[count] == '\n' || may_be_count(at + count))
		return false;
	*blanks = count;
	return true;
}

void dtrace_fill_lines(struct dtrace_run *dtrace, struct slice *text, const char *readable)
{
	struct dtrace_window *window = &dtrace->window;
	struct dtrace_window_line *line = window->lines + window->count;
	const struct dtrace_window_line *last = window->lines + DTRACE_WINDOW;
	const char *at = text->ptr, *end = at + text->len;
	const char *safe = readable - at > 2 * MARGIN ? readable - 2 * MARGIN : at;
	size_t blanks = 8;

	for (; line < last && at < end && at < safe; line++) {
		if ((begins_with(at, blanks) && !may_be_count(at + blanks)) ||
		    has_shape(at, end, &blanks))
			at = take_name(line, &dtrace->table, at + blanks, end);
		else
			at = take_text(line, dtrace->style, at, end);
	}
	for (; line < last && at < end; line++)
		at = take_text(line, dtrace->style, at, end);
	*text = slice_between(at, end);
	window->count = (size_t)(line - window->lines);
}
