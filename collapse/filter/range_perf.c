/* SPDX-License-Identifier: MIT */
/*
 * range-perf: the events of a time range, perf script text in and out. Every event is looked at,
 * for traces of several processors are only nearly in order.
 */
#include "collapse/filter/filter.h"
#include "common/base/diag.h"
#include "common/cli/program.h"
#include "common/io/output.h"
#include "common/profile/notes.h"

struct range_options {
	bool raw, zero_seconds;
};

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Times"},
	{OPT_FLAG, .name = "timeraw", OPT_AT(struct range_options, raw),
	 .help = "MIN and MAX are times as written in the input",
	 .detail = "Without an option they are seconds since the first event."},
	{OPT_FLAG, .name = "timezerosecs", OPT_AT(struct range_options, zero_seconds),
	 .help = "MIN and MAX are seconds since the whole second of the first event"},
};

/* Times are whole numbers of nanoseconds. */
enum { SECOND = 1000000000 };

struct range {
	struct range_options options;
	uint64_t from, to;
	uint64_t start; /* zero of the times */
	bool has_start;
	bool inside; /* lines belong to an event in the range */
	uint64_t events, in_range;
};

/* "28648.900000" */
static bool parse_time(struct slice text, uint64_t *time)
{
	struct slice seconds = text, decimals = SLICE("");
	uint64_t unit = SECOND;
	size_t i;

	if (slice_cut(&text, '.', &seconds))
		decimals = text;
	if (!slice_is_number(seconds) || !slice_to_u64(seconds, time) ||
	    (decimals.len > 0 && !slice_is_number(decimals)) || *time > UINT64_MAX / SECOND - 1)
		return false;
	*time *= SECOND;
	for (i = 0; i < decimals.len && unit > 1; i++) {
		unit /= 10;
		*time += unit * (uint64_t)(decimals.ptr[i] - '0');
	}
	return true;
}

/* The time of an event line: " TIME:" and after it a word that ends in a colon. */
static bool event_time(struct slice line, uint64_t *time)
{
	struct slice rest = line, word, next;

	while (slice_word(&rest, &word)) {
		if (word.ptr == line.ptr || !slice_drop(&word, SLICE(":")) ||
		    !parse_time(word, time))
			continue;
		next = rest;
		while (slice_word(&next, &word)) {
			if (slice_ends(word, SLICE(":")))
				return true;
			if (!slice_is_number(word)) /* the period is before the event */
				break;
		}
	}
	return false;
}

static bool is_inside(struct range *range, uint64_t time)
{
	if (!range->has_start) {
		range->has_start = true;
		if (!range->options.raw || range->options.zero_seconds)
			range->start = range->options.zero_seconds ? time - time % SECOND : time;
	}
	/* an event before the first one in the text: its time would be negative */
	return time >= range->start && time - range->start >= range->from &&
	       time - range->start <= range->to;
}

static void range_perf_line(struct range *range, struct slice line, struct output *output)
{
	uint64_t time;

	if (line.len > 0 && line.ptr[0] == '#')
		return;
	if (event_time(line, &time)) {
		range->events++;
		range->inside = is_inside(range, time);
		range->in_range += range->inside;
	}
	if (!range->inside)
		return;
	buf_add(&output->buf, line);
	buf_add_char(&output->buf, '\n');
	output_flush_some(output);
}

static bool copy(struct range *range, struct input *input, struct output *output)
{
	struct buf buf = {0};
	struct chunk chunk;
	struct notes notes = {0};
	struct slice line;
	size_t lines;

	while (input_claim(input, &buf, &chunk)) {
		lines = 0;
		do {
			for (; slice_line(&chunk.text, &line); lines++)
				range_perf_line(range, line, output);
			if (chunk.left_out > 0)
				notes_add(&notes, NOTES_TOO_LONG, &chunk, lines, SLICE(""));
			lines += chunk.left_out;
		} while (input_after_gap(input, &chunk));
		notes_chunk(&notes, &chunk, lines);
	}
	buf_release(&buf);
	notes_print(&notes, NULL, 0, input);
	notes_release(&notes);
	return input_is_good(input);
}

static bool range_perf_say(const struct range *range)
{
	if (range->events == 0)
		diag_error("no event with a time");
	else
		diag_note("%llu of %llu events", (unsigned long long)range->in_range,
			  (unsigned long long)range->events);
	return range->events > 0;
}

static int run_range(struct program_run *run)
{
	struct range *range = run->options;
	const struct input_options in = {
		.paths = run->given.files.at,
		.count = run->given.files.count,
		.compat = run->compat,
		.dash_is_stdin = true,
		.records = {.next = input_next_line},
		.max_record = run->reading.max_record,
	};
	struct input *input = input_open(&in);
	struct output output;
	bool good;

	if (!input)
		return EXIT_DATA;
	good = output_open(&output, run->common.output);
	if (good && copy(range, input, &output) &&
	    (range_perf_say(range) || run->compat->empty_is_fine))
		good = output_commit(&output);
	else if (good) {
		output_abandon(&output);
		good = false;
	}
	input_close(input);
	return good ? EXIT_DONE : EXIT_DATA;
}

/* MIN and MAX in front of the files. */
static bool range_perf_take_range(struct program_run *run)
{
	struct range *range = run->options;
	struct opt_list *operands = &run->given.files;

	if (operands->count < 2 || !parse_time(operands->at[0], &range->from) ||
	    !parse_time(operands->at[1], &range->to)) {
		diag_error("MIN and MAX, two times in seconds, are expected");
		return false;
	}
	operands->count -= 2;
	memmove(operands->at, operands->at + 2, operands->count * sizeof(*operands->at));
	return true;
}

int range_perf_main(int argc, char **argv)
{
	struct program_run run = program_start(argc, argv,
					       personality_corrected(personality_of(argv[0])));
	struct range range = {.from = 0};
	const struct opt_table tables[] = {
		OPT_OWN(rows, ARRAY_LEN(rows), &range.options),
		OPT_LINE(&run.reading),
		OPT_COMMON(&run.common),
	};
	const struct program program = {
		.summary = "the events of a time range of perf script's output",
		.operands = "MIN MAX [FILE...]",
		.tables = tables,
		.table_count = ARRAY_LEN(tables),
		.check = range_perf_take_range,
		.run = run_range,
	};

	run.options = &range;
	run.reading.threads = 1;
	return program_main(&program, &run);
}
