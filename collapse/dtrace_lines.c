/* SPDX-License-Identifier: MIT */
/*
 * How lines get from a chunk to the stacks. Nearly all of them came before and go by their text
 * alone. They are looked up many at a time: the table does not fit the processor's caches, and
 * waiting for 128 lines takes no longer than for one.
 */
#include "collapse/dtrace.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/*
 * Bytes that are looked at wherever a line of the usual shape begins: up to 16 blanks, and as much
 * of the text as dtrace_hash() and line_end() read.
 */
enum { MARGIN = 16 + 64 };

/* The LF, or `end`. 64 bytes can be read at `at`. */
static inline const char *line_end(const char *at, const char *end)
{
	const char *stop;
#if defined(__SSE2__)
	const __m128i feed = _mm_set1_epi8('\n'), *text = (const void *)at;
	uint64_t low = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_loadu_si128(text), feed));
	uint64_t next = (unsigned)_mm_movemask_epi8(
		_mm_cmpeq_epi8(_mm_loadu_si128(text + 1), feed));
	uint64_t third = (unsigned)_mm_movemask_epi8(
		_mm_cmpeq_epi8(_mm_loadu_si128(text + 2), feed));
	uint64_t high = (unsigned)_mm_movemask_epi8(
		_mm_cmpeq_epi8(_mm_loadu_si128(text + 3), feed));
	uint64_t feeds = low | next << 16 | third << 32 | high << 48;

	if (feeds != 0)
		return at + __builtin_ctzll(feeds);
	at += 64;
#endif
	stop = memchr(at, '\n', (size_t)(end - at));
	return stop ? stop : end;
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
	line->kind = dtrace_is_count(style, line->text) ? DTRACE_COUNT : DTRACE_TEXT;
	return stop ? stop + 1 : end;
}

/* Fill the window with lines off the front of the text; false if none are left. */
static bool fill(struct dtrace_run *dtrace, struct slice *text)
{
	struct dtrace_window *window = &dtrace->window;
	struct dtrace_window_line *line = window->lines;
	const char *at = text->ptr, *end = at + text->len;
	size_t blanks = 8;

	for (; line < window->lines + DTRACE_WINDOW && at < end; line++) {
		const char *name, *stop;

		if (end - at < 2 * MARGIN) {
			at = take_text(line, dtrace->style, at, end);
			continue;
		}
		if (!begins_with(at, blanks)) {
			size_t count = count_blanks(at, end);

			if (count < 8 || count > 16 || char_is_digit(at[count]) ||
			    at[count] == '+' || at[count] == '\n') {
				at = take_text(line, dtrace->style, at, end);
				continue;
			}
			blanks = count;
		}
		name = at + blanks;
		if (char_is_digit(*name) || *name == '+') {
			at = take_text(line, dtrace->style, at, end);
			continue;
		}
		stop = line_end(name, end);
		line->text = slice_between(name, stop);
		line->kind = DTRACE_FRAME;
		line->hash = dtrace_hash(name, line->text.len);
		dtrace_table_fetch(&dtrace->table, line->hash);
		at = stop + (stop < end);
	}
	*text = slice_between(at, end);
	window->count = (size_t)(line - window->lines);
	return window->count > 0;
}

static void fetch(struct dtrace_run *dtrace)
{
	struct dtrace_window_line *line = dtrace->window.lines, *end = line + dtrace->window.count;

	for (; line < end; line++) {
		if (line->kind == DTRACE_FRAME)
			line->likely = dtrace_table_fetch_entry(&dtrace->table, line->hash,
								line->text.len);
	}
}

static void take_frame(struct ingest_run *run, const struct dtrace_window_line *line)
{
	struct dtrace_run *dtrace = dtrace_of(run);
	const struct dtrace_entry *entry = dtrace_table_get(&dtrace->table, line->text.ptr,
							    line->text.len, line->hash);

	if (!entry) {
		dtrace_push_text(run, line->text, run->line);
		return;
	}
	if (entry->frame != DTRACE_ODD) {
		dtrace_push_frame(dtrace, entry->frame);
	} else {
		struct dtrace_line known = dtrace_entry_line(entry);

		dtrace_push(dtrace, &known);
	}
	dtrace_begin(dtrace, line->text, run->line);
}

/* The last line may lack its LF. */
static const char *behind(struct slice line, const char *end)
{
	return line.ptr + line.len + (line.ptr + line.len < end);
}

/* Behind the last count, or `tail` if there is none. */
static struct slice take_window(struct ingest_run *run, struct slice tail)
{
	const struct dtrace_window *window = &dtrace_of(run)->window;
	const struct dtrace_window_line *line = window->lines, *last = line + window->count;
	const char *end = tail.ptr + tail.len;

	for (; line < last; line++, run->line++) {
		if (line->kind == DTRACE_FRAME) {
			take_frame(run, line);
		} else if (line->kind == DTRACE_COUNT) {
			const struct dtrace_count count = {run->chunk, run->line, line->text};

			dtrace_finish(run, &count);
			tail = slice_between(behind(line->text, end), end);
		} else {
			dtrace_push_text(run, line->text, run->line);
		}
	}
	return tail;
}

struct slice dtrace_take_lines(struct ingest_run *run, struct slice text)
{
	struct dtrace_run *dtrace = dtrace_of(run);
	struct slice tail = text;

	while (fill(dtrace, &text)) {
		fetch(dtrace);
		tail = take_window(run, tail);
	}
	return tail;
}
