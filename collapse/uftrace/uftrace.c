/* SPDX-License-Identifier: MIT */
/* The uftrace format: times, and which of the two forms it is. */
#include "collapse/uftrace/uftrace.h"

#include "collapse/probe.h"

/* A unit of time in nanoseconds; the value is read with `digits` decimals. */
static const struct unit {
	struct slice name;
	unsigned digits;
	uint64_t factor, least; /* what a third decimal is worth */
} units[] = {
	{SLICE_INIT("us"), 3, 1, 1},
	{SLICE_INIT("ms"), 6, 1, 1000},
	{SLICE_INIT("s"), 9, 1, 1000000},
	{SLICE_INIT("m"), 9, 60, 60000000},
	{SLICE_INIT("h"), 9, 3600, 3600000000},
};

bool uftrace_take_time(struct ingest_run *run, struct slice *text, uint64_t *time, uint64_t *least)
{
	struct slice rest = slice_trim_left(*text), number, unit;
	size_t i;

	if (!slice_word(&rest, &number) || !slice_word(&rest, &unit) ||
	    !char_is_digit(number.ptr[0]))
		return false;
	for (i = 0; i < ARRAY_LEN(units) && !slice_equal(unit, units[i].name); i++)
		;
	if (i == ARRAY_LEN(units) || !text_take_decimal(run, &number, units[i].digits, time) ||
	    number.len > 0)
		return false;
	if (*time > UINT64_MAX / units[i].factor) {
		text_note(run, TEXT_HUGE, *text);
		*time = 0;
	}
	*time *= units[i].factor;
	*least = units[i].least;
	*text = rest;
	return true;
}

static void finish(struct ingest_run *run)
{
	struct uftrace *uftrace = uftrace_of(run);

	if (uftrace->form == UFTRACE_GRAPH)
		inclusive_end(run, &uftrace->graph);
	else
		uftrace_replay_end(run);
	uftrace->form = UFTRACE_NONE;
}

/* "# DURATION     TID     FUNCTION" */
static bool starts_replay(struct slice line)
{
	return slice_starts(line, SLICE("# DURATION ")) &&
	       slice_ends(slice_trim_right(line), SLICE(" FUNCTION"));
}

/* "# TOTAL TIME   FUNCTION" */
static bool starts_graph(struct slice line)
{
	return slice_starts(line, SLICE("# TOTAL TIME ")) &&
	       slice_ends(slice_trim_right(line), SLICE(" FUNCTION"));
}

/* What is printed around rows: other parts of a report, and what never returned. */
static bool is_other(struct slice line)
{
	static const struct slice starts[] = {
		SLICE_INIT("# Function Call Graph"),
		SLICE_INIT("==="),
		SLICE_INIT("uftrace stopped"),
		SLICE_INIT("task: "),
		SLICE_INIT("["),
		SLICE_INIT(" backtrace #"),
		SLICE_INIT("   ["),
	};
	size_t i;

	for (i = 0; i < ARRAY_LEN(starts); i++) {
		if (slice_starts(line, starts[i]))
			return true;
	}
	return slice_trim(line).len == 0;
}

static bool see_row(struct ingest_run *run, struct slice line)
{
	if (line.len == 0 || line.ptr[0] == '#')
		return false;
	return uftrace_of(run)->form == UFTRACE_GRAPH ? uftrace_graph_row(run, line)
						      : uftrace_replay_row(run, line);
}

static void see_line(struct ingest_run *run, struct slice line)
{
	if (see_row(run, line))
		return;
	if (starts_replay(line) || starts_graph(line)) {
		finish(run);
		uftrace_of(run)->form = starts_graph(line) ? UFTRACE_GRAPH : UFTRACE_REPLAY;
	} else if (!is_other(line)) {
		text_note(run, TEXT_BAD_LINE, line);
	}
}

static void release(void *state)
{
	struct uftrace *uftrace = state;

	inclusive_release(&uftrace->graph);
	uftrace_forget_tasks(uftrace);
	free(uftrace->rows);
}

static enum probe probe(struct slice head, bool whole)
{
	enum probe replay = probe_any(head, whole, starts_replay);

	return replay == PROBE_YES ? replay : probe_any(head, whole, starts_graph);
}

static const struct text_format format = {
	.line = see_line,
	.end = finish,
	.state_size = sizeof(struct uftrace),
	.release = release,
};

const struct collapser collapse_uftrace = {
	.name = "uftrace",
	.summary = "folded stacks from uftrace graph and uftrace replay",
	.text = &format,
	.probe = probe,
};
