/* SPDX-License-Identifier: MIT */
/*
 * How lines get from a chunk to the grammar. Nearly all lines of a recording are stack lines that
 * came before, in perf's own shape: "\t%16x SYMBOL (MODULE)\n". The grammars agree on what such a
 * line is - its first word is the address, the rest is the key of the line cache - so it need not
 * go through them. All others do. And many samples are stacks that came before: of them not even
 * the lines are looked up one by one.
 */
#include "collapse/perf/perf_lines.h"

#include "collapse/perf/perf_sample.h"

/* A sample of perf text: its event line, the lines of its stack, an empty line. */

/* The text before the first number: COMM and blanks. */
static struct slice perf_cut_process(struct slice line)
{
	size_t len = 1;

	while (len < line.len && !(char_is_digit(line.ptr[len]) && line.ptr[len - 1] == ' '))
		len++;
	return slice_head(line, len);
}

void perf_cut_sample(struct slice *records, struct queued_sample *sample)
{
	size_t line = slice_find(*records, '\n'), head = line + 1, stack, end;

	if (line == SLICE_NONE) {
		end = records->len;
	} else if (line == 0) {
		end = 1;
	} else if (head < records->len && records->ptr[head] == '\n') {
		end = head + 1;
	} else if ((stack = stack_queue_end(slice_tail(*records, head))) == SLICE_NONE) {
		end = stack_queue_others(*records);
	} else {
		end = head + stack + 1;
		if (records->ptr[0] != '\t' && records->ptr[head] == '\t') {
			sample->process = perf_cut_process(slice_head(*records, line));
			sample->stack = slice_of(records->ptr + head, stack);
		}
	}
	sample->text = slice_head(*records, end);
	*records = slice_tail(*records, end);
}

#define EACH_BYTE(byte) (UINT64_C(0x0101010101010101) * (byte))

/*
 * True if all eight bytes are in 0-9a-f. A byte below 0x80 is compared by an addition that carries
 * into its top bit.
 */
static bool are_hex(uint64_t word)
{
	const uint64_t top = EACH_BYTE(0x80);
	uint64_t digit = (word + EACH_BYTE(0x80 - '0')) & ~(word + EACH_BYTE(0x80 - '9' - 1));
	uint64_t letter = (word + EACH_BYTE(0x80 - 'a')) & ~(word + EACH_BYTE(0x80 - 'f' - 1));

	return (word & top) == 0 && ((digit | letter) & top) == top;
}

/* Blanks in front of the eight become zeros; *blanks counts them. */
static uint64_t fill_blanks(uint64_t word, size_t *blanks)
{
	const uint64_t others = word ^ EACH_BYTE(' ');

	*blanks = others == 0 ? 8 : (size_t)__builtin_ctzll(others) / 8;
	return *blanks == 0 ? word : word ^ (EACH_BYTE(' ' ^ '0') >> (64 - 8 * *blanks));
}

bool perf_is_address(const char *line)
{
	uint64_t left, right;
	size_t blanks, more;

	left = fill_blanks(slice_load(line + 1), &blanks);
	right = slice_load(line + 9);
	if (blanks == 8) {
		right = fill_blanks(right, &more);
		blanks += more;
	}
	return line[0] == '\t' && blanks < PERF_ADDRESS && are_hex(left) && are_hex(right);
}

/* Lines of perf's own shape; whether it is an address is asked where the line is known. */
static inline enum line_kind perf_lines_kind_of(struct slice line)
{
	if (line.len > PERF_KEY_AT && line.ptr[0] == '\t' && line.ptr[PERF_KEY_AT] == ' ')
		return LINE_OF_STACK;
	return line.len == 0 ? LINE_ENDS : LINE_OTHER;
}

/* A line that is known, in a sample. False: the grammar has to see it. */
static bool perf_lines_push(struct perf_run *perf, uint32_t number, struct slice text)
{
	const struct line_cache_entry *entry;
	struct perf_ref ref = {.pc = slice_of(text.ptr + 1, PERF_ADDRESS)};

	if (number == HASH_NONE)
		return false;
	entry = line_cache_entry(&perf->names.lines, number);
	ref.line = entry->value;
	ref.plain = entry->tag;
	if (ref.plain == 0 && ref.line->count == 0)
		return false;
	if (ref.plain == 0)
		perf_push(perf, ref.line, ref.pc);
	else if (!perf->sample.ended)
		perf_push_ref(perf, &ref);
	else
		perf->sample.idle_after |= ref.line->idle;
	perf->sample.source_due = true;
	return true;
}

static void perf_lines_take(struct ingest_run *run, struct slice line)
{
	perf_of(run)->compat->line(run, line);
	run->line++;
}

/* Pass a new line to the grammar; then the line cache may have it. */
static void perf_lines_take_stack(struct ingest_run *run, const struct window_line *line)
{
	struct perf_run *perf = perf_of(run);
	struct line_cache *lines = &perf->names.lines;
	uint32_t number = perf->sample.open ? line_window_number(line, lines) : HASH_NONE;

	perf->script.lines.stack_lines++;
	if (perf_lines_push(perf, number, line->text)) {
		run->line++;
		return;
	}
	lines->last = HASH_NONE;
	if (perf->sample.open && number == HASH_NONE)
		line_cache_miss(lines, &line->text, line->hash);
	perf_lines_take(run, line->text);
	line_cache_miss(lines, NULL, 0);
	perf->script.lines.is_cacheable &= number == HASH_NONE && lines->last != HASH_NONE;
}

/* The lines of a whole stack follow: it can be cached until a line turns up that is not. */
static void begin_stack(struct perf_run *perf, const struct perf_stack_key *key)
{
	perf->script.lines.is_cacheable = perf->sample.open && perf->sample.ref_count == 0;
	perf->script.lines.stack_lines = 0;
	perf->script.lines.key = *key;
}

/* The stack is read: cache it if it consists of cached lines alone. */
static void perf_lines_end_stack(struct ingest_run *run)
{
	struct perf_run *perf = perf_of(run);

	if (perf->script.lines.is_cacheable && perf->sample.open && perf->sample.ref_count > 0 &&
	    perf->sample.ref_count == perf->script.lines.stack_lines)
		perf_remember(run, &perf->script.lines.key, perf->script.lines.stack_lines);
	perf->script.lines.is_cacheable = false;
}

/* All lines of a cached stack: count it if the process is the one that was guessed. */
static void take_known_stack(struct ingest_run *run, struct slice text,
			     const struct perf_stack_key *key)
{
	struct perf_run *perf = perf_of(run);
	const struct line_cache *lines = &perf->names.lines;
	const uint32_t count = key->known->lines;
	struct slice line;

	perf->script.lines.repeats.found++;
	if (perf->sample.open && perf->sample.ref_count == 0 && perf_repeat(run, key->known)) {
		run->line += count;
		return;
	}
	begin_stack(perf, key);
	while (slice_line(&text, &line)) {
		const struct window_line next = {line, line_cache_hash(lines, line), HASH_NONE,
						 LINE_OF_STACK};

		perf_lines_take_stack(run, &next);
	}
}

static void perf_lines_take_window(struct ingest_run *run)
{
	struct perf_run *perf = perf_of(run);
	struct line_window *window = &perf->script.lines.window;
	uint32_t i;

	for (i = 0; i < window->count; i++) {
		const struct window_line *line = &window->lines[i];

		switch (line->kind) {
		case LINE_OF_STACK: perf_lines_take_stack(run, line); break;
		case LINE_HEAD:
			perf_lines_take(run, line->text);
			begin_stack(perf, &perf->script.lines.stacks[i]);
			break;
		case LINE_WHOLE:
			take_known_stack(run, line->text, &perf->script.lines.stacks[i]);
			break;
		case LINE_ENDS:
			perf_lines_end_stack(run);
			perf_lines_take(run, line->text);
			break;
		case LINE_OTHER:
			perf->script.lines.is_cacheable = false;
			perf_lines_take(run, line->text);
			break;
		}
	}
	window->count = 0;
}

static struct perf_stack_key perf_lines_key_of(const struct queued_sample *sample)
{
	return (struct perf_stack_key){sample->print, sample->root, sample->known};
}

/* A sample with a cached stack: three lines. */
static void perf_lines_add_known(struct perf_run *perf, struct queued_sample *sample)
{
	struct line_window *window = &perf->script.lines.window;
	const struct slice text = sample->text;
	const char *head_end = sample->stack.ptr - 1;

	line_window_add(window, slice_between(text.ptr, head_end), LINE_OTHER);
	perf->script.lines.stacks[window->count] = perf_lines_key_of(sample);
	line_window_add(window, sample->stack, LINE_WHOLE);
	line_window_add(window, slice_tail(text, text.len), LINE_ENDS);
	sample->text = slice_tail(text, text.len);
}

static void perf_lines_add_lines(struct perf_run *perf, struct queued_sample *sample)
{
	struct line_window *window = &perf->script.lines.window;
	const uint32_t first = window->count;

	line_window_fill(window, &perf->names.lines, &sample->text, perf_lines_kind_of);
	if (sample->stack.len > 0) {
		window->lines[first].kind = LINE_HEAD;
		perf->script.lines.stacks[first] = perf_lines_key_of(sample);
		sample->stack.len = 0;
	}
}

static void perf_lines_fill_stacks(struct perf_run *perf, struct slice *records)
{
	const struct stack_cache *stacks = &perf->names.stacks;
	struct line_window *window = &perf->script.lines.window;
	struct queued_sample *sample;

	while ((sample = stack_queue_next(&perf->script.lines.queue, records, stacks,
					  perf_cut_sample)) &&
	       window->count + (sample->known ? 3 : 1) <= LINE_WINDOW) {
		if (sample->known)
			perf_lines_add_known(perf, sample);
		else
			perf_lines_add_lines(perf, sample);
	}
}

/* False if nothing is left. */
static bool perf_lines_fill(struct perf_run *perf, struct slice *records)
{
	if (perf->script.lines.repeats.looking)
		perf_lines_fill_stacks(perf, records);
	else
		line_window_fill(&perf->script.lines.window, &perf->names.lines, records,
				 perf_lines_kind_of);
	return perf->script.lines.window.count > 0;
}

void perf_take_lines(struct ingest_run *run, struct slice records)
{
	struct perf_run *perf = perf_of(run);
	struct slice line;

	if (perf->options->inlines || perf->options->srcline) {
		/* the text of a line alone does not determine its frames */
		while (slice_line(&records, &line))
			perf_lines_take(run, line);
		return;
	}
	while (perf_lines_fill(perf, &records)) {
		line_window_fetch(&perf->script.lines.window, &perf->names.lines);
		perf_lines_take_window(run);
	}
}
