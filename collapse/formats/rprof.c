/* SPDX-License-Identifier: MIT */
/*
 * What R's Rprof() writes: a sample per line, the leaf first. With profiling of memory four numbers
 * are in front of it, with that of lines the place in each function in front of its name.
 *
 *     memory profiling: GC profiling: line profiling: sample.interval=20000
 *     #File 1: fit.R
 *     :120:300:2000:5:1#3 "solve" 1#7 "fit"
 *     "<GC>" 1#9 "sum" 1#12 "main"
 */
#include "collapse/text.h"

enum rprof_note {
	RPROF_NO_INTERVAL = TEXT_NOTES,
};

struct rprof_options {
	bool time, lines;
};

struct rprof {
	struct text text;
	struct arena arena;
	struct slice *files; /* by number, from 1 */
	size_t file_count, file_cap;
	uint64_t interval; /* microseconds; 0: not known */
};

/* The file ends: numbers of files begin anew. */
static void rprof_end(struct ingest_run *run)
{
	struct rprof *rprof = run->state;

	rprof->file_count = 0;
	rprof->interval = 0;
	arena_release(&rprof->arena);
}

/* "GC profiling: sample.interval=20000" */
static bool rprof_take_head(struct slice line, struct slice *interval)
{
	const struct slice key = SLICE("sample.interval=");
	const size_t at = slice_search(line, key);
	struct slice before;

	if (at == SLICE_NONE)
		return false;
	before = slice_trim(slice_head(line, at));
	*interval = slice_trim(slice_tail(line, at + key.len));
	return slice_is_number(*interval) &&
	       (before.len == 0 || slice_ends(before, SLICE(" profiling:")));
}

/* "#File 1: fit.R" */
static bool rprof_take_file(struct ingest_run *run, struct slice line)
{
	struct rprof *rprof = run->state;
	struct slice number;
	uint64_t index;

	if (!slice_skip(&line, SLICE("#File ")) || !slice_cut(&line, ':', &number) ||
	    !slice_to_u64(number, &index) || index != rprof->file_count + 1)
		return false;
	MEMORY_ROOM(rprof->files, rprof->file_count, rprof->file_cap);
	rprof->files[rprof->file_count++] = arena_copy(&rprof->arena, slice_trim(line));
	return true;
}

/* Append " (fit.R:7)" for "1#7". */
static void rprof_add_place(struct ingest_run *run, struct slice place)
{
	const struct rprof *rprof = run->state;
	struct slice number;
	uint64_t index;

	if (!slice_cut(&place, '#', &number) || !slice_to_u64(number, &index) || index == 0 ||
	    index > rprof->file_count || !text_affords_name(run, rprof->files[index - 1].len))
		return;
	text_add_place(&text_of(run)->name, rprof->files[index - 1], place);
}

/* Take a name in quotes, in which \" and \\ stand for themselves. */
static bool rprof_take_name(struct ingest_run *run, struct slice *line)
{
	struct buf *name = &text_of(run)->name;

	buf_reset(name);
	if (!slice_skip(line, SLICE("\"")))
		return false;
	while (line->len > 0 && line->ptr[0] != '"') {
		if (line->ptr[0] == '\\' && line->len > 1)
			*line = slice_tail(*line, 1);
		buf_add_char(name, line->ptr[0]);
		*line = slice_tail(*line, 1);
	}
	return slice_skip(line, SLICE("\""));
}

/* ":120:300:2000:5:" */
static bool rprof_skip_memory(struct slice *line)
{
	struct slice number;
	int i;

	if (!slice_skip(line, SLICE(":")))
		return true;
	for (i = 0; i < 4; i++) {
		if (!slice_cut(line, ':', &number) || !slice_is_number(number))
			return false;
	}
	return true;
}

static bool rprof_take_sample(struct ingest_run *run, struct slice line)
{
	const struct rprof_options *options = run->options;
	struct slice place;

	if (!rprof_skip_memory(&line))
		return false;
	for (line = slice_trim(line); line.len > 0; line = slice_trim_left(line)) {
		place = SLICE("");
		if (char_is_digit(line.ptr[0]) && !slice_word(&line, &place))
			return false;
		line = slice_trim_left(line);
		if (line.len == 0 && text_of(run)->count > 0)
			return true; /* a place outside of all functions */
		if (!rprof_take_name(run, &line))
			return false;
		if (options->lines && place.len > 0)
			rprof_add_place(run, place);
		text_push(run, buf_slice(&text_of(run)->name));
	}
	return text_of(run)->count > 0;
}

static void rprof_line(struct ingest_run *run, struct slice line)
{
	const struct rprof_options *options = run->options;
	struct rprof *rprof = run->state;
	struct slice interval;

	if (slice_trim(line).len == 0)
		return;
	if (rprof_take_head(line, &interval)) {
		rprof_end(run);
		slice_to_u64(interval, &rprof->interval);
	} else if (line.ptr[0] == '#') {
		if (!rprof_take_file(run, line))
			text_note(run, TEXT_BAD_LINE, line);
	} else if (!rprof_take_sample(run, line)) {
		text_note(run, TEXT_BAD_LINE, line);
	} else if (options->time && rprof->interval == 0) {
		text_note(run, RPROF_NO_INTERVAL, line);
	} else {
		text_count(run, TEXT_LEAF_FIRST, options->time ? rprof->interval : 1);
	}
	text_cut(run, 0);
}

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Counting"},
	{OPT_FLAG, .name = "time", OPT_AT(struct rprof_options, time),
	 .help = "Count microseconds, the interval for each sample, not samples"},
	{OPT_HEADING, .help = "Names"},
	{OPT_FLAG, .name = "lines", OPT_AT(struct rprof_options, lines),
	 .help = "Append file and line to functions, where lines were profiled"},
};

static bool rprof_is_head(struct slice line)
{
	struct slice interval;

	return rprof_take_head(line, &interval);
}

static enum probe rprof_probe(struct slice head, bool whole)
{
	return probe_first(head, whole, rprof_is_head);
}

static void rprof_describe(const struct collapse_setup *setup, const struct ingest_run *run,
			   struct header *header)
{
	const struct rprof_options *options = setup->options;

	(void)run;
	header_add(header, HEADER_UNIT, options->time ? SLICE("us") : SLICE("samples"));
}

static const struct note_kind kinds[] = {
	TEXT_NOTE_ROWS,
	[RPROF_NO_INTERVAL] = {.message = "a sample without an interval in front of it",
			       .one = "sample without an interval",
			       .many = "samples without an interval",
			       .fails_strict = true},
};

static const struct text_format format = {
	.line = rprof_line,
	.end = rprof_end,
	.state_size = sizeof(struct rprof),
	.owns = {TEXT_OWNS(ARRAY, struct rprof, files), TEXT_OWNS(ARENA, struct rprof, arena)},
	.kinds = TEXT_KINDS(kinds),
};

const struct collapser collapse_rprof = {
	.name = "rprof",
	.summary = "folded stacks from R's Rprof",
	.rows = COLLAPSE_OPTIONS(rows, struct rprof_options),
	.text = &format,
	.describe = rprof_describe,
	.probe = rprof_probe,
};
