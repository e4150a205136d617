/* SPDX-License-Identifier: MIT */
/*
 * How lines get from a chunk to the grammar. Nearly all lines of a recording are stack lines that
 * came before, in perf's own shape: "\t%16x SYMBOL (MODULE)\n". The grammars agree on what such a
 * line is - its first word is the address, the rest is the key of the line cache - so it need not
 * go through them. All others do. And many samples are stacks that came before: of them not even
 * the lines are looked up one by one.
 */
#include "collapse/perf.h"

#define EACH_BYTE(byte) (UINT64_C(0x0101010101010101) * (byte))

/* Are all eight in 0-9a-f? Bytes below 0x80 are compared by adding what makes them reach it. */
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
static inline enum line_kind kind_of(struct slice line, const void *context)
{
	(void)context;
	if (line.len > PERF_KEY_AT && line.ptr[0] == '\t' && line.ptr[PERF_KEY_AT] == ' ')
		return LINE_OF_STACK;
	return line.len == 0 ? LINE_ENDS : LINE_OTHER;
}

/* A line that is known, in a sample. False: the grammar has to see it. */
static bool push(struct perf_run *perf, uint32_t number, struct slice text)
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
	else if (!perf->ended)
		perf_push_ref(perf, &ref);
	perf->source_due = true;
	return true;
}

/* The stack that is being read is that of the entry. */
static void know(struct perf_run *perf, struct stack_cache_entry *entry)
{
	perf->repeated = entry;
	if (entry && perf->whole_told)
		stack_cache_add_text(&perf->names.stacks, perf->whole, entry);
}

static void take_line(struct ingest_run *run, struct slice line)
{
	perf_of(run)->style->line(run, line);
	run->line++;
}

/* One by one. If the sample consists of them alone the stack cache will know it. */
static void take_new_stack(struct ingest_run *run, const struct window_stack *stack)
{
	struct perf_run *perf = perf_of(run);
	struct line_cache *lines = &perf->names.lines;
	bool whole = stack->ends && perf->open && perf->ref_count == 0;
	uint32_t numbers[LINE_WINDOW], i;

	for (i = 0; i < stack->count; i++) {
		const struct window_line *line = &perf->window.lines[stack->first + i];

		numbers[i] = perf->open ? line_window_number(line, lines) : HASH_NONE;
		if (push(perf, numbers[i], line->text)) {
			run->line++;
			continue;
		}
		lines->last = HASH_NONE;
		if (perf->open && numbers[i] == HASH_NONE)
			line_cache_miss(lines, &line->text, line->hash);
		take_line(run, line->text);
		line_cache_miss(lines, NULL, 0);
		whole &= numbers[i] == HASH_NONE && lines->last != HASH_NONE;
		numbers[i] = lines->last;
	}
	if (whole && perf->ref_count == stack->count)
		know(perf,
		     stack_cache_add(&perf->names.stacks, stack->hash, numbers, stack->count));
}

/* True: it is one that came before, and has been counted if that is all there is to it. */
static bool take_known_stack(struct ingest_run *run, const struct window_stack *stack)
{
	struct perf_run *perf = perf_of(run);
	const struct window_line *line = &perf->window.lines[stack->first];
	struct stack_cache_entry *entry;
	uint32_t i;

	if (stack->known == HASH_NONE || !perf->open || perf->ref_count > 0)
		return false;
	entry = stack_cache_entry(&perf->names.stacks, stack->known);
	if (!line_window_is(&perf->window, stack, &perf->names.lines, entry))
		return false;
	run->line += stack->count;
	know(perf, entry);
	if (perf_repeat(run, entry))
		return true;
	for (i = 0; i < stack->count; i++)
		push(perf, entry->lines[i], line[i].text);
	return true;
}

/* The same for one that has not been split into lines. */
static bool take_known_text(struct ingest_run *run, struct slice text, uint32_t known)
{
	struct perf_run *perf = perf_of(run);
	struct stack_cache_entry *entry = stack_cache_entry(&perf->names.stacks, known);
	struct slice line;
	uint32_t i;

	if (!perf->open || perf->ref_count > 0 || !stack_queue_is(text, &perf->names.lines, entry))
		return false;
	run->line += entry->count;
	if (perf_repeat(run, entry))
		return true;
	for (i = 0; i < entry->count && slice_line(&text, &line); i++)
		push(perf, entry->lines[i], line);
	perf->repeated = entry;
	return true;
}

static void take_whole_stack(struct ingest_run *run, struct slice text, uint32_t known)
{
	struct perf_run *perf = perf_of(run);
	const struct line_cache *lines = &perf->names.lines;
	struct slice line;

	if (take_known_text(run, text, known))
		return;
	while (slice_line(&text, &line)) {
		uint32_t number = HASH_NONE;

		if (perf->open && kind_of(line, NULL) == LINE_OF_STACK)
			number = line_cache_get(lines, line, line_cache_hash(lines, line));
		if (push(perf, number, line))
			run->line++;
		else
			take_line(run, line);
	}
}

static void take_other(struct ingest_run *run, const struct window_line *line)
{
	struct perf_run *perf = perf_of(run);

	if (line->kind == LINE_WHOLE)
		take_whole_stack(run, line->text, line->hash);
	else
		take_line(run, line->text);
	perf->whole_told = line->kind == LINE_HEAD;
	perf->whole = line->hash;
}

static void take_window(struct ingest_run *run)
{
	struct line_window *window = &perf_of(run)->window;
	uint32_t at = 0;

	while (at < window->count) {
		const struct window_stack *stack = line_window_stack(window, at);

		if (!stack) {
			take_other(run, &window->lines[at++]);
			continue;
		}
		if (line_window_waits(window, stack))
			break;
		if (!take_known_stack(run, stack))
			take_new_stack(run, stack);
		at += stack->count;
	}
	line_window_drop(window, at);
}

static struct window_line *add_line(struct line_window *window, struct slice text,
				    enum line_kind kind)
{
	struct window_line *line = &window->lines[window->count++];

	line->text = text;
	line->kind = kind;
	return line;
}

/* A sample whose stack is most likely known: three lines. */
static void add_known(struct line_window *window, struct queued_sample *sample)
{
	const struct slice stack = stack_queue_stack(sample), text = sample->text;

	add_line(window, slice_head(text, sample->head - 1), LINE_OTHER);
	add_line(window, stack, LINE_WHOLE)->hash = sample->known;
	add_line(window, slice_tail(text, text.len), LINE_ENDS);
	sample->text = slice_tail(text, text.len);
}

static void add_lines(struct perf_run *perf, struct queued_sample *sample)
{
	struct line_window *window = &perf->window;
	struct window_line *first = &window->lines[window->count];

	line_window_fill(window, &perf->names.lines, &sample->text, kind_of, NULL);
	if (sample->head > 0) {
		first->kind = LINE_HEAD;
		first->hash = sample->hash;
		sample->head = 0;
	}
}

/* False if nothing is left. */
static bool fill(struct perf_run *perf, struct slice *records)
{
	const struct perf_names *names = &perf->names;
	struct line_window *window = &perf->window;
	struct queued_sample *sample;

	while ((sample = stack_queue_next(&perf->queue, records, &names->lines, &names->stacks))) {
		if (window->count + (sample->known == HASH_NONE ? 1 : 3) > LINE_WINDOW)
			break;
		if (sample->known == HASH_NONE)
			add_lines(perf, sample);
		else
			add_known(window, sample);
	}
	window->more = sample != NULL;
	return window->count > 0;
}

void perf_take_lines(struct ingest_run *run, struct slice records)
{
	struct perf_run *perf = perf_of(run);
	const struct perf_names *names = &perf->names;
	struct slice line;

	if (perf->options->inlines || perf->options->srcline) {
		/* what a line stands for is not told from its text alone */
		while (slice_line(&records, &line))
			take_line(run, line);
		return;
	}
	while (fill(perf, &records)) {
		line_window_fetch(&perf->window, &names->lines, &names->stacks);
		take_window(run);
	}
}
