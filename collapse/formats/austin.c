/* SPDX-License-Identifier: MIT */
/*
 * Text of Austin, a sampler of Python, in the mode `full`: each line is a stack with three numbers:
 * microseconds, whether the thread was idle, and bytes that were allocated or freed. In its other
 * modes a line has one number: that is folded text already.
 *
 *     # mode: full
 *     P1234;T5678;/app/main.py:<module>:12;/app/main.py:run:30 10012,0,128
 */
#include "collapse/text.h"

enum austin_value { AUSTIN_WALL, AUSTIN_CPU, AUSTIN_MEMORY, AUSTIN_FREED };

static const char *const value_names[] = {"wall", "cpu", "memory", "freed", NULL};
static const char *const value_helps[] = {
	"microseconds that passed",
	"microseconds in which the thread was not idle",
	"bytes that were allocated",
	"bytes that were freed",
	NULL,
};

struct austin_options {
	int value; /* enum austin_value */
};

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Counting"},
	{OPT_CHOICE, .name = "value", .value = "KIND", OPT_AT(struct austin_options, value),
	 .choices = value_names, .choice_helps = value_helps,
	 .help = "What is counted; the default is wall"},
};

/* Take "10012,0,-64" off the end. */
static bool austin_take_numbers(struct slice *line, struct slice *time, bool *is_idle,
				struct slice *memory)
{
	const size_t blank = slice_rfind(*line, ' ');
	struct slice idle;

	if (blank == SLICE_NONE || blank == 0)
		return false;
	*memory = slice_tail(*line, blank + 1);
	if (!slice_cut(memory, ',', time) || !slice_cut(memory, ',', &idle) ||
	    !slice_is_number(*time))
		return false;
	*is_idle = slice_equal(idle, SLICE("1"));
	line->len = blank;
	return (*is_idle || slice_equal(idle, SLICE("0"))) &&
	       slice_is_number(memory->len > 0 && memory->ptr[0] == '-' ? slice_tail(*memory, 1)
									: *memory);
}

static void austin_line(struct ingest_run *run, struct slice line)
{
	const struct austin_options *options = run->options;
	const struct slice whole = line;
	struct slice time, memory, frame;
	uint64_t count = 0;
	bool is_idle, is_freed;

	if (line.len == 0 || line.ptr[0] == '#')
		return;
	if (!austin_take_numbers(&line, &time, &is_idle, &memory)) {
		text_note(run, TEXT_BAD_LINE, whole);
		return;
	}
	is_freed = slice_skip(&memory, SLICE("-"));
	if (options->value == AUSTIN_WALL || (options->value == AUSTIN_CPU && !is_idle))
		text_take_count(run, &time, &count);
	else if (options->value >= AUSTIN_MEMORY && is_freed == (options->value == AUSTIN_FREED))
		text_take_count(run, &memory, &count);
	while (slice_cut(&line, ';', &frame))
		text_push(run, frame);
	text_push(run, line);
	text_finish(run, TEXT_ROOT_FIRST, count);
}

static bool austin_is_sample(struct slice line)
{
	struct slice time, memory;
	bool is_idle;

	return slice_starts(line, SLICE("P")) && slice_contains(line, SLICE(";T")) &&
	       austin_take_numbers(&line, &time, &is_idle, &memory);
}

static enum probe austin_probe(struct slice head, bool whole)
{
	return probe_any(head, whole, austin_is_sample);
}

static void austin_describe(const struct collapse_setup *setup, const struct ingest_run *run,
			    struct header *header)
{
	const struct austin_options *options = setup->options;

	(void)run;
	header_add(header, HEADER_EVENT, slice_from(value_names[options->value]));
	header_add(header, HEADER_UNIT,
		   options->value >= AUSTIN_MEMORY ? SLICE("bytes") : SLICE("us"));
}

static const struct text_format format = {.line = austin_line, .next_record = input_next_line};

const struct collapser collapse_austin = {
	.name = "austin",
	.summary = "folded stacks from Austin's text with several metrics",
	.rows = rows,
	.row_count = ARRAY_LEN(rows),
	.options_size = sizeof(struct austin_options),
	.text = &format,
	.describe = austin_describe,
	.probe = austin_probe,
};
