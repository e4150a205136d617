/* SPDX-License-Identifier: MIT */
/*
 * How lines get from a chunk to the stacks. Nearly all of them came before and go by their text
 * alone. They are looked up many at a time: the table does not fit the processor's caches, and
 * waiting for 128 lines takes no longer than for one.
 */
#include "collapse/dtrace/dtrace_state.h"

#include "common/base/slice.h"
#include "common/table/name_table_avx2.h"

/*
 * From the text of a chunk to the lines of a window, and from these to entries of the table.
 *
 * Speed: line by line collapse-dtrace takes 2.96 x the time on "dtrace" of tests/bench, 3.09 x on
 * "dtrace-few", 1.44 x on "dtrace-cxx". The plain version is dtrace_push_line() of each line, which
 * a stack that is cut between two chunks takes; law.collapse-dtrace compares both by reading
 * chunks of many sizes.
 *
 * struct line_window, with a line cache in place of the table of names, would take 1.7
 * x the time for finding lines and looking them up on "dtrace", 1.8 x on "dtrace-few", 1.1 x on
 * "dtrace-cxx": it is for lines whose addresses change, and its cache is shared by workers.
 */

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
					   const struct dtrace_personality *compat, const char *at,
					   const char *end)
{
	const char *stop = memchr(at, '\n', (size_t)(end - at));

	line->text = slice_between(at, stop ? stop : end);
	line->kind = line->text.len == 0                   ? DTRACE_EMPTY
		     : dtrace_is_count(compat, line->text) ? DTRACE_COUNT
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
	uint32_t line_feeds[DTRACE_WINDOW + SLICE_SCAN_MORE];
	const size_t count = slice_scan(*text, '\n', (size_t)(last - line), line_feeds);
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
			dtrace_window_take_text(line, dtrace->compat, at, stop + 1);
		at = stop + 1;
	}
	for (; line < last && at < end; line++)
		at = dtrace_window_take_text(line, dtrace->compat, at, end);
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

static void dtrace_fill_lines(struct dtrace_run *dtrace, struct slice *text, const char *readable)
{
#if defined(HAVE_AVX2)
	if (processor_has_avx2()) {
		fill_avx2(dtrace, text, readable);
		return;
	}
#endif
	dtrace_window_fill(dtrace, text, readable, name_hash);
}

static void dtrace_look_up_lines(struct dtrace_run *dtrace)
{
#if defined(HAVE_AVX2)
	if (processor_has_avx2()) {
		look_up_avx2(dtrace);
		return;
	}
#endif
	dtrace_window_look_up(dtrace, name_table_fetch_entry, name_entry_is);
}

/* A frame that its table entry alone does not determine. */
static void dtrace_lines_take_frame(struct ingest_run *run, const struct dtrace_window_line *line)
{
	struct dtrace_run *dtrace = dtrace_of(run);
	struct name_frames known;

	if (!line->likely) {
		dtrace_push_text(run, line->text, run->line); /* a new one, most likely */
		return;
	}
	dtrace->lines_known++;
	known = name_entry_frames(line->likely);
	dtrace_push(dtrace, &known);
	dtrace_begin(dtrace, line->text, run->line);
}

/* The frames that follow each other; what is after them. */
static const struct dtrace_window_line *take_frames(struct ingest_run *run,
						    const struct dtrace_window_line *line,
						    const struct dtrace_window_line *last)
{
	struct dtrace_run *dtrace = dtrace_of(run);
	const struct dtrace_window_line *next = line;

	while (next < last && next->kind == DTRACE_FRAME && next->likely &&
	       next->likely->frame != NAME_INDIRECT) {
		dtrace_push_frame(dtrace, next->likely->frame);
		next++;
	}
	if (next == line) {
		dtrace_lines_take_frame(run, next++);
		run->line++;
		return next;
	}
	dtrace_begin(dtrace, line->text, run->line);
	dtrace->lines_known += (size_t)(next - line);
	run->line += (size_t)(next - line);
	return next;
}

/* The text of a whole stack follows, unless lines before it belong to the stack, too. */
static void dtrace_lines_take_head(struct ingest_run *run, const struct dtrace_window_line *line)
{
	struct dtrace_run *dtrace = dtrace_of(run);

	if (dtrace->begun)
		return;
	dtrace->text_end = line->text.ptr + line->text.len;
	dtrace->text_line = run->line;
	dtrace->print = dtrace->window.prints[line - dtrace->window.lines];
}

/* A stack whose text is cached: its lines are skipped if they are the whole stack. */
static void take_known(struct ingest_run *run, const struct dtrace_window_line *known)
{
	struct dtrace_run *dtrace = dtrace_of(run);
	struct slice text = known->text, line;
	const bool alone = !dtrace->begun;

	dtrace->repeats.found++;
	if (alone && known->known->stack) {
		dtrace_begin(dtrace, slice_head(text, slice_find(text, '\n')), run->line);
		run->line += known->known->lines;
	} else {
		for (; slice_line(&text, &line); run->line++)
			dtrace_push_text(run, line, run->line);
	}
	if (alone)
		dtrace->entry = known->known;
}

/* The stack is read: cache it if its text is the whole stack. */
static void dtrace_lines_take_count(struct ingest_run *run, struct slice line)
{
	struct dtrace_run *dtrace = dtrace_of(run);
	const struct dtrace_count count = {run->chunk, run->line, line};

	if (dtrace->text_end == line.ptr && dtrace->begun)
		dtrace->entry = stack_cache_add(&dtrace->stacks, &dtrace->print, 0,
						(uint32_t)(run->line - dtrace->text_line));
	dtrace_finish(run, &count);
}

/* The last line may lack its LF. */
static const char *behind(struct slice line, const char *end)
{
	return line.ptr + line.len + (line.ptr + line.len < end);
}

/* After the last count, or `tail` if there is none. */
static struct slice dtrace_lines_take_window(struct ingest_run *run, struct slice tail)
{
	struct dtrace_run *dtrace = dtrace_of(run);
	const struct dtrace_window *window = &dtrace->window;
	const struct dtrace_window_line *line = window->lines, *last = line + window->count;
	const char *end = tail.ptr + tail.len;

	while (line < last) {
		switch (line->kind) {
		case DTRACE_FRAME: line = take_frames(run, line, last); continue;
		case DTRACE_COUNT:
			dtrace_lines_take_count(run, line->text);
			tail = slice_between(behind(line->text, end), end);
			run->line++;
			break;
		case DTRACE_TEXT:
			if (!dtrace_push_line(run, line->text, run->line) &&
			    !dtrace->compat->note_lost(run, line->text))
				notes_add(&run->notes, DTRACE_MESSAGE, &run->chunk, run->line,
					  line->text);
			run->line++;
			break;
		case DTRACE_EMPTY: run->line++; break;
		case DTRACE_STACK: dtrace_lines_take_head(run, line); break;
		case DTRACE_KNOWN: take_known(run, line); break;
		}
		line++;
	}
	dtrace->window.count = 0;
	return tail;
}

static struct dtrace_window_line *dtrace_lines_add(struct dtrace_window *window, struct slice text,
						   enum dtrace_kind kind)
{
	struct dtrace_window_line *line = &window->lines[window->count++];

	line->text = text;
	line->kind = kind;
	return line;
}

/* The line after its stack. */
static struct slice dtrace_lines_count_of(const struct queued_sample *sample)
{
	const char *end = sample->text.ptr + sample->text.len;

	return slice_between(sample->stack.ptr + sample->stack.len, end - 2);
}

/* A sample with a cached stack: three lines. */
static void dtrace_lines_add_known(struct dtrace_window *window, struct queued_sample *sample)
{
	dtrace_lines_add(window, sample->stack, DTRACE_KNOWN)->known = sample->known;
	dtrace_lines_add(window, dtrace_lines_count_of(sample), DTRACE_COUNT);
	sample->text = slice_tail(sample->text, sample->text.len);
	dtrace_lines_add(window, slice_head(sample->text, 0), DTRACE_EMPTY);
}

/* Add as many lines of another stack as there is room for. */
static void dtrace_lines_add_lines(struct dtrace_run *dtrace, struct queued_sample *sample,
				   const char *end)
{
	struct dtrace_window *window = &dtrace->window;

	if (sample->stack.len > 0) {
		window->prints[window->count] = sample->print;
		dtrace_lines_add(window, sample->stack, DTRACE_STACK);
		sample->stack.len = 0;
	}
	dtrace_fill_lines(dtrace, &sample->text, end);
}

/*
 * A sample's text is that of a stack without the line after it, which should be that of its count
 * (the caller has to ask), and an empty line.
 */
static void cut_sample(struct slice *records, struct queued_sample *sample)
{
	size_t size, last;

	if (records->ptr[0] == '\n') {
		sample->text = slice_head(*records, 1);
	} else if ((size = stack_queue_end(*records)) == SLICE_NONE) {
		sample->text = slice_head(*records, stack_queue_others(*records));
	} else {
		last = slice_rfind(slice_head(*records, size - 1), '\n');
		if (last != SLICE_NONE)
			sample->stack = slice_head(*records, last + 1);
		sample->text = slice_head(*records, size + 1);
	}
	*records = slice_tail(*records, sample->text.len);
}

static void dtrace_lines_fill_stacks(struct dtrace_run *dtrace, struct slice *text)
{
	const char *end = text->ptr + text->len;
	struct dtrace_window *window = &dtrace->window;
	struct queued_sample *sample;

	while (window->count + 3 <= DTRACE_WINDOW &&
	       (sample = stack_queue_next(&dtrace->queue, text, &dtrace->stacks, cut_sample))) {
		if (sample->known && dtrace_is_count(dtrace->compat, dtrace_lines_count_of(sample)))
			dtrace_lines_add_known(window, sample);
		else
			dtrace_lines_add_lines(dtrace, sample, end);
	}
}

/* False if nothing is left. */
static bool dtrace_lines_fill(struct dtrace_run *dtrace, struct slice *text)
{
	if (dtrace->repeats.looking)
		dtrace_lines_fill_stacks(dtrace, text);
	else
		dtrace_fill_lines(dtrace, text, text->ptr + text->len);
	return dtrace->window.count > 0;
}

struct slice dtrace_take_lines(struct ingest_run *run, struct slice text)
{
	struct dtrace_run *dtrace = dtrace_of(run);
	struct slice tail = text;

	while (dtrace_lines_fill(dtrace, &text)) {
		dtrace_look_up_lines(dtrace);
		tail = dtrace_lines_take_window(run, tail);
	}
	return tail;
}
