/* SPDX-License-Identifier: MIT */
/*
 * The pprof-rs format: the text report of the pprof crate for Rust and of the flamesample library,
 * a stack a line, leaf first, its thread at the end:
 *
 *     FRAME: leaf -> FRAME: caller -> FRAME: main -> THREAD: worker-1 42
 */
#include "collapse/text.h"

struct pprof_rs_options {
	bool no_threads;
};

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Stacks"},
	{OPT_FLAG, .name = "no-thread-names", OPT_AT(struct pprof_rs_options, no_threads),
	 .help = "Leave out the names of threads, which are the roots otherwise"},
};

/* Take the part before the next arrow that stands in front of a label, or before the next one at all
 * where frames have no labels: names may have arrows of their own. */
static bool pprof_rs_take_part(struct slice *line, bool labelled, struct slice *part)
{
	const struct slice arrow = SLICE(" -> ");
	size_t at = 0, step;

	if (line->len == 0)
		return false;
	while ((step = slice_search(slice_tail(*line, at), arrow)) != SLICE_NONE) {
		struct slice behind = slice_tail(*line, at + step + arrow.len);

		*part = slice_head(*line, at + step);
		at += step + 1;
		if (labelled && !slice_starts(behind, SLICE("FRAME: ")) &&
		    !slice_starts(behind, SLICE("THREAD: ")))
			continue;
		*line = behind;
		return true;
	}
	*part = *line;
	*line = slice_tail(*line, line->len);
	return true;
}

static void pprof_rs_line(struct ingest_run *run, struct slice line)
{
	const struct pprof_rs_options *options = run->options;
	struct slice rest = slice_trim(line), word, part;
	bool labelled = slice_starts(rest, SLICE("FRAME: "));
	uint64_t count;

	if (rest.len == 0)
		return;
	if (!slice_last_word(&rest, &word) || !slice_is_number(word) ||
	    !(labelled || slice_contains(rest, SLICE(" -> ")) ||
	      slice_starts(rest, SLICE("THREAD: ")))) {
		text_note(run, TEXT_BAD_LINE, line);
		return;
	}
	text_take_count(run, &word, &count);
	slice_drop(&rest, SLICE(" ")); /* text before it belongs to the name */
	while (pprof_rs_take_part(&rest, labelled, &part)) {
		slice_skip(&part, SLICE("FRAME: "));
		if (!slice_skip(&part, SLICE("THREAD: ")) || !options->no_threads)
			text_push(run, part);
	}
	text_finish(run, TEXT_LEAF_FIRST, count);
}

static bool is_report(struct slice line)
{
	return slice_contains(line, SLICE(" -> THREAD: "));
}

static const struct text_format format = {
	.line = pprof_rs_line,
	.lines_are_records = true,
};

const struct collapser collapse_pprof_rs = {
	.name = "pprof-rs",
	.summary = "folded stacks from the text report of pprof-rs and flamesample",
	.counts = "samples",
	.rows = COLLAPSE_OPTIONS(rows, struct pprof_rs_options),
	.text = &format,
	.signs = {is_report},
};
