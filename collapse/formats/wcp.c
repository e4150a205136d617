/* SPDX-License-Identifier: MIT */
/*
 * The wcp format: the full stacks that wallClockProfiler prints, leaf first, after their counts.
 *
 *      Full stacks:
 *       99.791% ============== (17194 samples)
 *        1: poll   (at /src/asyncloop.nim:343)
 *        2: main   (at /src/main.nim:12)
 */
#include "collapse/text.h"

struct wcp_options {
	bool no_locations;
};

struct wcp {
	struct text text;
	bool in_stacks; /* "Full stacks" has been seen */
	bool has_count;
	uint64_t count;
};

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Names"},
	{OPT_FLAG, FAMILY_OWN, .name = "no-locations", OPT_AT(struct wcp_options, no_locations),
	 .help = "Leave out the place of a call in its function: file and line"},
};

static void wcp_finish_stack(struct ingest_run *run)
{
	struct wcp *wcp = run->state;

	if (wcp->text.count > 0 && !wcp->has_count)
		text_note(run, TEXT_UNFINISHED, SLICE(""));
	text_finish(run, TEXT_LEAF_FIRST, wcp->has_count ? wcp->count : 0);
	wcp->has_count = false;
}

/* "99.791% ============== (17194 samples)"; leaves what begins with the count. */
static bool wcp_take_header(struct slice *line)
{
	struct slice rest = *line, percentage;
	size_t bar = 0;

	if (!slice_cut(&rest, '%', &percentage) || percentage.len == 0 ||
	    !char_is_digit(percentage.ptr[0]))
		return false;
	for (; percentage.len > 0; percentage = slice_tail(percentage, 1)) {
		if (!char_is_digit(percentage.ptr[0]) && percentage.ptr[0] != '.')
			return false;
	}
	rest = slice_trim_left(rest);
	while (bar < rest.len && rest.ptr[bar] == '=')
		bar++;
	rest = slice_trim_left(slice_tail(rest, bar));
	if (bar == 0 || !slice_skip(&rest, SLICE("(")) || !slice_drop(&rest, SLICE(" samples)")) ||
	    !slice_is_number(rest))
		return false;
	*line = rest;
	return true;
}

/* "  1: main   (at main.c:12)"; leaves the text. */
static bool wcp_take_number(struct slice *line)
{
	struct slice rest = *line, number;

	if (!slice_cut(&rest, ':', &number) || !slice_is_number(number) ||
	    (rest.len > 0 && !char_is_blank(rest.ptr[0])))
		return false;
	*line = slice_trim(rest);
	return true;
}

static struct slice without_location(struct slice name)
{
	size_t at = slice_rsearch(name, SLICE(" (at "));

	return at != SLICE_NONE && slice_ends(name, SLICE(")"))
		       ? slice_trim_right(slice_head(name, at))
		       : name;
}

static void wcp_line(struct ingest_run *run, struct slice line)
{
	const struct wcp_options *options = run->options;
	struct wcp *wcp = run->state;
	struct slice rest = slice_trim(line);

	if (slice_starts(rest, SLICE("Full stacks"))) {
		wcp_finish_stack(run);
		wcp->in_stacks = true;
	} else if (!wcp->in_stacks) {
		return;
	} else if (rest.len == 0) {
		if (wcp->text.count > 0)
			wcp_finish_stack(run);
	} else if (wcp_take_number(&rest)) {
		text_push(run, options->no_locations ? without_location(rest) : rest);
	} else if (wcp_take_header(&rest)) {
		wcp_finish_stack(run);
		wcp->has_count = text_take_count(run, &rest, &wcp->count);
	} else {
		text_note(run, TEXT_BAD_LINE, line);
	}
}

static void wcp_end(struct ingest_run *run)
{
	struct wcp *wcp = run->state;

	wcp_finish_stack(run);
	wcp->in_stacks = false;
}

static bool wcp_is_start(struct slice line)
{
	return slice_starts(slice_trim(line), SLICE("Full stacks"));
}

static bool wcp_is_header(struct slice line)
{
	line = slice_trim(line);
	return wcp_take_header(&line);
}

static const struct text_format format = {
	.line = wcp_line,
	.end = wcp_end,
	.state_size = sizeof(struct wcp),
};

const struct collapser collapse_wcp = {
	.name = "wcp",
	.summary = "folded stacks from wallClockProfiler",
	.rows = COLLAPSE_OPTIONS(rows, struct wcp_options),
	.text = &format,
	.signs = {wcp_is_start, wcp_is_header},
};
