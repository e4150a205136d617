/* SPDX-License-Identifier: MIT */
/*
 * From the text of a chunk to the lines of a window, and from these to entries of the table.
 *
 * Speed: line by line collapse-dtrace takes 2.96 x the time on "dtrace" of tests/bench, 3.09 x on
 * "dtrace-few", 1.44 x on "dtrace-cxx". The plain version is dtrace_push_line() of each line, which
 * a stack that is cut between two chunks takes; law.collapse-dtrace compares both by reading
 * chunks of many sizes.
 *
 * collapse/cache/line_window.h, with a line cache in place of the table of names, would take 1.7
 * x the time for finding lines and looking them up on "dtrace", 1.8 x on "dtrace-few", 1.1 x on
 * "dtrace-cxx": it is for lines whose addresses change, and its cache is shared by workers.
 */
#include "collapse/dtrace/dtrace.h"
#include "common/table/name_table_avx2.h"
#include "common/text/scan.h"

/* Bytes that are looked at wherever a line of the usual shape begins: blanks, and a text. */
enum { MARGIN = 16 + 2 * NAME_MIDDLE };

/* How many blanks the line begins with. */
static size_t dtrace_window_count_blanks(const char *at, const char *end)
{
	const char *name = at;

	if (end - at > 8 && slice_load(at) == UINT64_C(0x2020202020202020))
		name += 8;
	while (name < end && char_is_blank(*name))
		name++;
	return (size_t)(name - at);
}

/* True if a line begins with `blanks` blanks, from 8 to 16, as most lines of an output do. */
static inline bool begins_with(const char *at, size_t blanks)
{
	const uint64_t spaces = UINT64_C(0x2020202020202020);

	return slice_load(at) == spaces && slice_load(at + blanks - 8) == spaces;
}

/* True for digits, which may be a count or an address. */
static inline bool may_be_count(const char *text)
{
	return *text <= '9' && (*text == '+' || char_is_digit(*text)) && text[1] != 'x';
}

/* Neither another blank nor a count? */
static inline bool is_name(const char *text)
{
	return (unsigned char)*text > '9' || ((unsigned char)*text > ' ' && !may_be_count(text));
}

/* Take a line of an unusual shape, or at the end of the text; returns the rest. */
static const char *dtrace_window_take_text(struct dtrace_window_line *line,
					   const struct dtrace_personality *as, const char *at,
					   const char *end)
{
	const char *stop = memchr(at, '\n', (size_t)(end - at));

	line->text = slice_between(at, stop ? stop : end);
	line->kind = line->text.len == 0               ? DTRACE_EMPTY
		     : dtrace_is_count(as, line->text) ? DTRACE_COUNT
						       : DTRACE_TEXT;
	return stop ? stop + 1 : end;
}

/* True if the line has that shape, with another number of blanks. */
static bool has_shape(const char *at, const char *end, size_t *blanks)
{
	size_t count = dtrace_window_count_blanks(at, end);

	if (count < 8 || count > 16 || at[count] == '\n' || may_be_count(at + count))
		return false;
	*blanks = count;
	return true;
}

typedef uint32_t hash_fn(const struct name_table *table, const char *text, size_t size);

/* A frame of the usual shape, after the blanks. */
static ALWAYS_INLINE void dtrace_window_take_name(struct dtrace_window_line *line,
						  const struct name_table *table, struct slice name,
						  hash_fn *hash)
{
	line->text = name;
	line->kind = DTRACE_FRAME;
	line->hash = hash(table, name.ptr, name.len);
	name_table_fetch(table, line->hash);
}

static ALWAYS_INLINE void dtrace_window_fill(struct dtrace_run *dtrace, struct slice *text,
					     const char *readable, hash_fn *hash)
{
	struct dtrace_window *window = &dtrace->window;
	struct dtrace_window_line *line = window->lines + window->count;
	const struct dtrace_window_line *last = window->lines + DTRACE_WINDOW;
	uint32_t line_feeds[DTRACE_WINDOW + SCAN_MORE];
	const size_t count = scan_bytes(*text, '\n', (size_t)(last - line), line_feeds);
	const char *at = text->ptr, *end = at + text->len;
	const char *safe = readable - at > MARGIN ? readable - MARGIN : at;
	size_t blanks = 8, i;

	for (i = 0; i < count && line < last && at < safe; i++, line++) {
		const char *stop = text->ptr + line_feeds[i];

		if (at < stop && ((begins_with(at, blanks) && is_name(at + blanks)) ||
				  has_shape(at, stop + 1, &blanks)))
			dtrace_window_take_name(line, &dtrace->table,
						slice_between(at + blanks, stop), hash);
		else
			dtrace_window_take_text(line, dtrace->as, at, stop + 1);
		at = stop + 1;
	}
	for (; line < last && at < end; line++)
		at = dtrace_window_take_text(line, dtrace->as, at, end);
	*text = slice_between(at, end);
	window->count = (size_t)(line - window->lines);
}

typedef const struct name_entry *fetch_entry_fn(const struct name_table *table, uint32_t hash,
						size_t size);

typedef bool entry_is_fn(const struct name_table *table, const struct name_entry *entry,
			 struct slice text);

static ALWAYS_INLINE void dtrace_window_look_up(struct dtrace_run *dtrace, fetch_entry_fn *fetch,
						entry_is_fn *is)
{
	const struct name_table *table = &dtrace->table;
	struct dtrace_window_line *line, *end = dtrace->window.lines + dtrace->window.count;

	for (line = dtrace->window.lines; line < end; line++) {
		if (line->kind == DTRACE_FRAME)
			line->likely = fetch(table, line->hash, line->text.len);
	}
	for (line = dtrace->window.lines; line < end; line++) {
		if (line->kind == DTRACE_FRAME && line->likely &&
		    UNLIKELY(!is(table, line->likely, line->text)))
			line->likely = NULL;
	}
}

#if defined(HAVE_AVX2)
WITH_AVX2 static void fill_avx2(struct dtrace_run *dtrace, struct slice *text, const char *readable)
{
	dtrace_window_fill(dtrace, text, readable, name_hash_any_avx2);
}

WITH_AVX2 static void look_up_avx2(struct dtrace_run *dtrace)
{
	dtrace_window_look_up(dtrace, name_fetch_entry_avx2, name_entry_is_any_avx2);
}
#endif

void dtrace_fill_lines(struct dtrace_run *dtrace, struct slice *text, const char *readable)
{
#if defined(HAVE_AVX2)
	if (processor_has_avx2()) {
		fill_avx2(dtrace, text, readable);
		return;
	}
#endif
	dtrace_window_fill(dtrace, text, readable, name_hash);
}

void dtrace_look_up_lines(struct dtrace_run *dtrace)
{
#if defined(HAVE_AVX2)
	if (processor_has_avx2()) {
		look_up_avx2(dtrace);
		return;
	}
#endif
	dtrace_window_look_up(dtrace, name_table_fetch_entry, name_entry_is);
}
