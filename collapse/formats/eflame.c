/* SPDX-License-Identifier: MIT */
/*
 * What eflame writes of Erlang processes: a sample per line, without a count. A process that waits
 * has the frame SLEEP.
 *
 *     <0.85.0>;shop:start/2;shop_srv:init/1
 *     <0.85.0>;shop:start/2;SLEEP
 */
#include "collapse/text.h"

/* "<0.85.0>" in front of a frame: a process. */
static bool eflame_is_sample(struct slice line)
{
	struct slice number;
	int i;

	if (!slice_skip(&line, SLICE("<")))
		return false;
	for (i = 0; i < 3; i++) {
		if (!slice_cut(&line, i < 2 ? '.' : '>', &number) || !slice_is_number(number))
			return false;
	}
	return slice_starts(line, SLICE(";"));
}

/* Its own files have no counts; what adds them up writes folded text. */
static bool eflame_has_count(struct slice line)
{
	const size_t blank = slice_rfind(line, ' ');

	return blank != SLICE_NONE && slice_is_number(slice_tail(line, blank + 1));
}

static void eflame_line(struct ingest_run *run, struct slice line)
{
	struct slice frame;

	if (line.len == 0)
		return;
	if (!eflame_is_sample(line) || eflame_has_count(line)) {
		text_note(run, TEXT_BAD_LINE, line);
		return;
	}
	while (slice_cut(&line, ';', &frame))
		text_push(run, frame);
	text_push(run, line);
	text_finish(run, TEXT_ROOT_FIRST, 1);
}

static enum probe eflame_probe(struct slice head, bool whole)
{
	enum probe verdict = PROBE_UNSURE;
	struct slice line;

	while (probe_line(&head, whole, &line)) {
		if (eflame_has_count(line))
			return PROBE_NO;
		if (eflame_is_sample(line))
			verdict = PROBE_YES;
	}
	return verdict;
}

static const struct text_format format = {.line = eflame_line, .lines_are_records = true};

const struct collapser collapse_eflame = {
	.name = "eflame",
	.summary = "folded stacks from eflame, of Erlang processes",
	.counts = "samples",
	.text = &format,
	.probe = eflame_probe,
};
