/* SPDX-License-Identifier: MIT */
/*
 * The xdebug format: a function trace of PHP's Xdebug in its machine readable form, one
 * record a line, its fields between tabs: level, number of the call, 0 for an entry and 1 for an
 * exit, seconds, memory, and in entries the function.
 *
 *     TRACE START [2026-11-20 14:33:25.650898]
 *     1  0  0  0.000639  398384  {main}  1    /app/x.php  0  0
 *     2  1  0  0.000666  398384  strtoupper  0    /app/x.php  4  1  'x'
 *     2  1  1  0.000773  399008
 *     1  0  1  0.001091  400024
 *              0.001118  392800
 *     TRACE END   [2026-11-20 14:33:25.651420]
 */
#include "collapse/text.h"

enum { NANOSECONDS = 9, IN_A_MICROSECOND = 1000 };

enum xdebug_note {
	NOTE_NO_ENTRY = TEXT_NOTES, /* an exit of a function that was not entered */
};

struct xdebug_options {
	bool time, count, calls;
};

struct xdebug {
	struct text text;
	bool in_trace;
	bool entered; /* the record before was an entry */
	uint64_t time;
};

struct record {
	uint64_t level, time;
	bool is_exit, is_other;
	struct slice function;
};

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Counting"},
	{OPT_FLAG, 0, 't', "time", OPT_AT(struct xdebug_options, time),
	 .help = "Count microseconds: the default"},
	{OPT_FLAG, 0, 'c', "count", OPT_AT(struct xdebug_options, count),
	 .help = "Count calls of functions that call no other; wins over --time"},
	{OPT_FLAG, FAMILY_OWN, 0, "calls", OPT_AT(struct xdebug_options, calls),
	 .help = "Count all calls; wins over --count"},
};

/* The next field and its tab; fields are so short that slice_cut() takes longer. */
static inline bool xdebug_field(struct slice *rest, struct slice *field)
{
	size_t at = 0;

	while (at < rest->len && rest->ptr[at] != '\t')
		at++;
	if (at == rest->len)
		return false;
	*field = slice_head(*rest, at);
	*rest = slice_tail(*rest, at + 1);
	return true;
}

static bool parse_record(struct ingest_run *run, struct slice line, struct record *record)
{
	struct slice level, call, kind, time, memory = line;

	*record = (struct record){0};
	if (!xdebug_field(&memory, &level) || !xdebug_field(&memory, &call) ||
	    !xdebug_field(&memory, &kind) || !slice_to_u64(level, &record->level) ||
	    record->level == 0)
		return false;
	record->is_exit = slice_equal(kind, SLICE("1"));
	record->is_other = !record->is_exit && !slice_equal(kind, SLICE("0"));
	if (record->is_other) /* the value returned, an assignment */
		return true;
	if (!xdebug_field(&memory, &time)) {
		time = memory;
		memory = SLICE("");
	}
	if (!text_take_decimal(run, &time, NANOSECONDS, &record->time) || time.len > 0)
		return false;
	if (record->is_exit)
		return true;
	return xdebug_field(&memory, &time) &&
	       (xdebug_field(&memory, &record->function) || (record->function = memory).len > 0);
}

/* The time since the record before belongs to the stack as it was. */
static void xdebug_count_time(struct ingest_run *run, const struct record *record)
{
	const struct xdebug_options *options = run->options;
	struct xdebug *xdebug = run->state;

	if (!options->count && !options->calls && record->time > xdebug->time)
		text_count(run, TEXT_ROOT_FIRST, record->time - xdebug->time);
	xdebug->time = record->time;
}

static void xdebug_entry(struct ingest_run *run, const struct record *record)
{
	const struct xdebug_options *options = run->options;
	struct xdebug *xdebug = run->state;

	xdebug_count_time(run, record);
	text_row(run, record->level - 1, record->function);
	if (options->calls)
		text_count(run, TEXT_ROOT_FIRST, 1);
	xdebug->entered = true;
}

static void see_exit(struct ingest_run *run, const struct record *record, struct slice line)
{
	const struct xdebug_options *options = run->options;
	struct xdebug *xdebug = run->state;

	if (record->level > text_of(run)->count) {
		text_note(run, NOTE_NO_ENTRY, line);
		return;
	}
	xdebug_count_time(run, record);
	text_cut(run, record->level);
	if (options->count && !options->calls && xdebug->entered)
		text_count(run, TEXT_ROOT_FIRST, 1);
	text_cut(run, record->level - 1);
	xdebug->entered = false;
}

static void xdebug_end(struct ingest_run *run)
{
	struct xdebug *xdebug = run->state;

	if (xdebug->in_trace)
		text_note(run, TEXT_UNFINISHED, SLICE(""));
	xdebug->in_trace = xdebug->entered = false;
	text_cut(run, 0);
}

static bool xdebug_is_start(struct slice line)
{
	return slice_starts(line, SLICE("TRACE START ["));
}

static void xdebug_line(struct ingest_run *run, struct slice line)
{
	struct xdebug *xdebug = run->state;

	if (xdebug_is_start(line)) {
		xdebug_end(run);
		xdebug->in_trace = true;
	} else if (slice_starts(line, SLICE("TRACE END")) || slice_starts(line, SLICE("\t"))) {
		xdebug->in_trace = false;
		xdebug_end(run);
	} else if (xdebug->in_trace && line.len > 0) {
		struct record record;

		if (!parse_record(run, line, &record))
			text_note(run, TEXT_BAD_LINE, line);
		else if (record.is_exit)
			see_exit(run, &record, line);
		else if (!record.is_other)
			xdebug_entry(run, &record);
	}
}

static bool xdebug_prepare(struct collapse_setup *setup)
{
	const struct xdebug_options *options = setup->options;
	const bool is_time = !options->count && !options->calls;

	setup->unit = is_time ? IN_A_MICROSECOND : 1;
	setup->counts = is_time ? "us" : "calls";
	return true;
}

static const struct note_kind kinds[] = {
	TEXT_NOTE_ROWS,
	[NOTE_NO_ENTRY] = {.message = "an exit without an entry",
			   .one = "exit without an entry",
			   .many = "exits without an entry",
			   .fails_strict = true},
};

static const struct text_format format = {
	.line = xdebug_line,
	.end = xdebug_end,
	.state_size = sizeof(struct xdebug),
	.kinds = TEXT_KINDS(kinds),
};

const struct collapser collapse_xdebug = {
	.name = "xdebug",
	.summary = "folded stacks from function traces of PHP's Xdebug",
	.rows = COLLAPSE_OPTIONS(rows, struct xdebug_options),
	.text = &format,
	.prepare = xdebug_prepare,
	.signs = {xdebug_is_start},
};
