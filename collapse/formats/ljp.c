/* SPDX-License-Identifier: MIT */
/*
 * The ljp format: traces.txt of the Lightweight Java Profiler. Count, depth and leaf on one line,
 * the callers below it.
 *
 *        42    3  org.acme.Index.probe(Q.java:45)
 *                 org.acme.Query.run(Q.java:12)
 *                 java.lang.Thread.run(Thread.java:744)
 *      Total trace count = 50
 */
#include "collapse/text.h"

struct ljp {
	struct text text;
	uint64_t count;
	bool open; /* in a trace */
};

static void ljp_end(struct ingest_run *run)
{
	struct ljp *ljp = run->state;

	text_finish(run, TEXT_LEAF_FIRST, ljp->count);
	ljp->open = false;
}

/* "a.b.C.m(C.java:1(Compiled))" without the position; false if that is not a name. */
static bool ljp_take_name(struct slice text, struct slice *name)
{
	size_t open = slice_group(text);
	struct slice word;

	*name = open == SLICE_NONE ? text : slice_trim_right(slice_head(text, open));
	return open != SLICE_NONE ? name->len > 0 : slice_word(&text, &word) && text.len == 0;
}

/* "42 3 name": the two numbers, taken off. */
static bool ljp_take_numbers(struct slice *line, struct slice *count)
{
	struct slice rest = *line, depth;

	if (!slice_word(&rest, count) || !slice_is_number(*count) || !slice_word(&rest, &depth) ||
	    !slice_is_number(depth))
		return false;
	*line = slice_trim(rest);
	return line->len > 0;
}

static void ljp_push(struct ingest_run *run, struct slice line, struct slice call)
{
	struct slice name;

	if (ljp_take_name(call, &name))
		text_push(run, name);
	else
		text_note(run, TEXT_BAD_LINE, line);
}

static void ljp_line(struct ingest_run *run, struct slice line)
{
	struct ljp *ljp = run->state;
	struct slice rest = slice_trim(line), count;

	if (rest.len == 0)
		return;
	if (ljp_take_numbers(&rest, &count)) {
		ljp_end(run);
		ljp->open = true;
		text_take_count(run, &count, &ljp->count);
		ljp_push(run, line, rest);
	} else if (slice_word(&rest, &count) && slice_equal(count, SLICE("Total"))) {
		ljp_end(run);
	} else if (ljp->open) {
		ljp_push(run, line, slice_trim(line));
	} else {
		text_note(run, TEXT_BAD_LINE, line);
	}
}

static bool ljp_is_start(struct slice line)
{
	struct slice count;

	return ljp_take_numbers(&line, &count);
}

/* "42 3 name(": the parenthesis distinguishes it from other tables of numbers. */
static bool ljp_is_sign(struct slice line)
{
	struct slice count, word;

	return ljp_take_numbers(&line, &count) && slice_word(&line, &word) &&
	       slice_find(word, '(') != SLICE_NONE;
}

static const struct text_format format = {
	.line = ljp_line,
	.end = ljp_end,
	.state_size = sizeof(struct ljp),
	.starts_record = ljp_is_start,
};

const struct collapser collapse_ljp = {
	.name = "ljp",
	.summary = "folded stacks from traces of the Lightweight Java Profiler",
	.counts = "samples",
	.text = &format,
	.signs = {ljp_is_sign},
};
