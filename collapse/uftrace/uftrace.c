/* SPDX-License-Identifier: MIT */
/* The uftrace format: which of the two forms it is. */
#include "collapse/uftrace/uftrace.h"

#include "collapse/probe.h"

static void uftrace_finish(struct ingest_run *run)
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

/* True for lines around rows: other parts of a report, and functions that never returned. */
static bool uftrace_is_other(struct slice line)
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

static bool uftrace_see_row(struct ingest_run *run, struct slice line)
{
	if (line.len == 0 || line.ptr[0] == '#')
		return false;
	return uftrace_of(run)->form == UFTRACE_GRAPH ? uftrace_graph_row(run, line)
						      : uftrace_replay_row(run, line);
}

static void uftrace_line(struct ingest_run *run, struct slice line)
{
	if (uftrace_see_row(run, line))
		return;
	if (starts_replay(line) || starts_graph(line)) {
		uftrace_finish(run);
		uftrace_of(run)->form = starts_graph(line) ? UFTRACE_GRAPH : UFTRACE_REPLAY;
	} else if (!uftrace_is_other(line)) {
		text_note(run, TEXT_BAD_LINE, line);
	}
}

static void uftrace_release(void *state)
{
	struct uftrace *uftrace = state;

	inclusive_release(&uftrace->graph);
	uftrace_forget_tasks(uftrace);
	free(uftrace->rows);
}

static enum probe uftrace_probe(struct slice head, bool whole)
{
	enum probe replay = probe_any(head, whole, starts_replay);

	return replay == PROBE_YES ? replay : probe_any(head, whole, starts_graph);
}

static const struct text_format format = {
	.line = uftrace_line,
	.end = uftrace_finish,
	.state_size = sizeof(struct uftrace),
	.release = uftrace_release,
};

const struct collapser collapse_uftrace = {
	.name = "uftrace",
	.summary = "folded stacks from uftrace graph and uftrace replay",
	.counts = "ns",
	.labels = LABEL_BIT(LABEL_TID),
	.text = &format,
	.probe = uftrace_probe,
};
