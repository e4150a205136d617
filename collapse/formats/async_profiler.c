/* SPDX-License-Identifier: MIT */
/*
 * Call traces of async-profiler, `-o traces`, the leaf first. The table of functions that may follow
 * has no stacks.
 *
 *     --- 2000000000 ns (66.67%), 200 samples
 *       [ 0] shop.Cart.hash
 *       [ 1] shop.Main.main
 */
#include "collapse/text.h"

enum async_note {
	ASYNC_OTHER_UNIT = TEXT_NOTES,
	ASYNC_FLAT, /* a table without stacks in front of it */
	ASYNC_LOST,
};

struct async_options {
	bool count;
};

struct async {
	struct text text;
	uint64_t value; /* of the trace being read */
	struct buf unit;
	bool in_trace, has_traces, has_table;
};

static void async_end_trace(struct ingest_run *run)
{
	struct async *async = run->state;

	if (async->in_trace && text_of(run)->count == 0)
		text_push(run, SLICE(""));
	text_finish(run, TEXT_LEAF_FIRST, async->in_trace ? async->value : 0);
	async->in_trace = false;
}

static void async_end(struct ingest_run *run)
{
	struct async *async = run->state;

	async_end_trace(run);
	if (async->has_table && !async->has_traces)
		text_note(run, ASYNC_FLAT, SLICE(""));
	async->has_traces = async->has_table = false;
}

/* "--- 2000000000 ns (66.67%), 200 samples" */
static bool async_take_head(struct slice line, struct slice *value, struct slice *unit,
			    struct slice *samples)
{
	struct slice percent, word;

	return slice_skip(&line, SLICE("--- ")) && slice_word(&line, value) &&
	       slice_is_number(*value) && slice_word(&line, unit) && slice_word(&line, &percent) &&
	       slice_starts(percent, SLICE("(")) && slice_ends(percent, SLICE("%),")) &&
	       slice_word(&line, samples) && slice_is_number(*samples) &&
	       slice_word(&line, &word) && slice_starts(word, SLICE("sample"));
}

/* "  [ 0] shop.Cart.hash" */
static bool async_take_frame(struct slice line, struct slice *name)
{
	struct slice number;

	*name = slice_trim(line);
	return name->ptr != line.ptr && slice_skip(name, SLICE("[")) &&
	       slice_cut(name, ']', &number) && slice_is_number(slice_trim(number)) &&
	       slice_skip(name, SLICE(" "));
}

static void async_begin(struct ingest_run *run, struct slice value, struct slice unit,
			struct slice samples)
{
	const struct async_options *options = run->options;
	struct async *async = run->state;

	async_end_trace(run);
	async->has_traces = true;
	if (async->unit.len == 0)
		buf_add(&async->unit, unit);
	if (!options->count && !slice_equal(unit, buf_slice(&async->unit)))
		text_note(run, ASYNC_OTHER_UNIT, unit);
	else
		async->in_trace = text_take_count(run, options->count ? &samples : &value,
						  &async->value);
}

/* "          ns  percent  samples  top": what is below it has no stacks. */
static bool async_is_table(struct slice line)
{
	struct slice words[4];
	size_t i;

	for (i = 0; i < ARRAY_LEN(words); i++) {
		if (!slice_word(&line, &words[i]))
			return false;
	}
	return slice_equal(words[1], SLICE("percent")) && slice_equal(words[2], SLICE("samples")) &&
	       slice_equal(words[3], SLICE("top"));
}

/* "skipped              : 7 (0.50%)", of the samples of the whole recording; noted. */
static bool async_takes_skipped(struct ingest_run *run, struct slice line)
{
	struct slice name, count;

	return slice_cut(&line, ':', &name) && slice_equal(slice_trim(name), SLICE("skipped")) &&
	       slice_word(&line, &count) && notes_count_lost(&run->notes, ASYNC_LOST, count);
}

static void async_line(struct ingest_run *run, struct slice line)
{
	struct async *async = run->state;
	struct slice value, unit, samples, name;

	if (async_take_head(line, &value, &unit, &samples)) {
		async->has_table = false;
		async_begin(run, value, unit, samples);
	} else if (async_take_frame(line, &name)) {
		if (async->in_trace)
			text_push(run, name);
		else if (!async->has_traces)
			text_note(run, TEXT_BAD_LINE, line);
	} else if (async_is_table(line)) {
		async_end_trace(run);
		async->has_table = true;
	} else if (async->in_trace || !async_takes_skipped(run, line)) {
		const bool is_head = slice_starts(line, SLICE("--- ")) &&
				     !slice_ends(line, SLICE(" ---"));

		if (is_head || (async->in_trace && slice_trim(line).len > 0))
			text_note(run, TEXT_BAD_LINE, line);
		async_end_trace(run);
	}
}

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Counting"},
	{OPT_FLAG, .name = "count", OPT_AT(struct async_options, count),
	 .help = "Count samples, not what each stands for: nanoseconds, bytes"},
};

static bool async_is_head(struct slice line)
{
	struct slice value, unit, samples;

	return async_take_head(line, &value, &unit, &samples);
}

static enum probe async_probe(struct slice head, bool whole)
{
	const enum probe probe = probe_any(head, whole, async_is_head);

	return probe == PROBE_YES ? probe : probe_any(head, whole, async_is_table);
}

static void async_describe(const struct collapse_setup *setup, const struct ingest_run *run,
			   struct header *header)
{
	const struct async_options *options = setup->options;
	const struct async *async = run->state;

	header_add(header, HEADER_UNIT,
		   options->count ? SLICE("samples") : buf_slice(&async->unit));
}

static const struct note_kind kinds[] = {
	TEXT_NOTE_ROWS,
	[ASYNC_OTHER_UNIT] = {.message = "a trace of another unit than the first one",
			      .one = "trace of another unit",
			      .many = "traces of other units",
			      .fails_strict = true},
	[ASYNC_FLAT] = {.message = "a table of functions has no stacks: record with -o collapsed, "
				   "jfr or traces",
			.one = "table without stacks",
			.many = "tables without stacks",
			.fails = NOTE_FAILS},
	[ASYNC_LOST] = {.one = "sample that async-profiler skipped",
			.many = "samples that async-profiler skipped"},
};

static const struct text_format format = {
	.line = async_line,
	.end = async_end,
	.state_size = sizeof(struct async),
	.owns = {TEXT_OWNS(BUF, struct async, unit)},
	.kinds = TEXT_KINDS(kinds),
};

const struct collapser collapse_async_profiler = {
	.name = "async-profiler",
	.summary = "folded stacks from call traces of async-profiler",
	.rows = COLLAPSE_OPTIONS(rows, struct async_options),
	.text = &format,
	.describe = async_describe,
	.probe = async_probe,
};
