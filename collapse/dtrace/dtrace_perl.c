/* SPDX-License-Identifier: MIT */
/* The grammar of stackcollapse.pl: three lines of header, then anything is a frame or a count. */
#include "collapse/dtrace/dtrace.h"
#include "collapse/names/tidy.h"
#include "common/base/diag.h"

enum { HEADER_LINES = 3 };

/* To the very end of the line: with a CR there it is none. */
static struct slice dtrace_perl_number(struct slice line)
{
	return slice_trim_left(line);
}

static bool dtrace_perl_is_count(struct slice line)
{
	return slice_is_number(dtrace_perl_number(line));
}

static size_t dtrace_perl_next_record(struct slice text, size_t from)
{
	return input_next_line_that(text, from, dtrace_perl_is_count);
}

static void dtrace_perl_skip_header(struct ingest_run *run, struct slice *text)
{
	struct dtrace_findings *findings = dtrace_of(run)->findings;
	struct slice line;

	if (findings->header_ended)
		return;
	while (findings->header_lines < HEADER_LINES && slice_line(text, &line)) {
		findings->header_lines++;
		run->line++;
	}
	findings->header_ended = findings->header_lines == HEADER_LINES;
}

struct slice dtrace_cut_plus(struct slice name)
{
	size_t plus = slice_rfind(name, '+');

	return plus == SLICE_NONE ? name : slice_head(name, plus);
}

struct slice dtrace_cut_params(struct slice name)
{
	size_t scope = slice_search(name, SLICE("::")), i;

	if (scope == SLICE_NONE)
		return name;
	for (i = name.len; i-- > scope + 2;) {
		if (name.ptr[i] == '(' || name.ptr[i] == '<')
			return slice_head(name, i);
	}
	return name;
}

static struct slice dtrace_perl_tidy(struct buf *room, struct slice text, bool keep_offset)
{
	(void)room;
	(void)keep_offset;
	text = dtrace_cut_params(dtrace_cut_plus(text));
	if (text.len == 0)
		text = SLICE("-");
	while (slice_drop(&text, SLICE("->")))
		;
	return text;
}

static void dtrace_perl_add_part(struct buf *out, const struct dtrace_part *part)
{
	struct slice name = part->text;

	slice_skip(&name, SLICE("L"));
	tidy_add(out, name);
}

static void dtrace_perl_strip_leaf(struct buf *name)
{
	(void)name; /* has none */
}

static const struct note_kind kinds[DTRACE_NOTES] = {
	[DTRACE_UNFINISHED] = {NULL, "unfinished stack", "unfinished stacks", DIAG_WARNINGS, false,
			       NOTE_FORGIVEN},
	[DTRACE_DEEP] = {"deeper than 65536 frames, cut at the leaf", NULL, NULL, DIAG_WARNINGS,
			 false, NOTE_FORGIVEN},
	[DTRACE_HUGE] = {"count beyond 2^64-1", NULL, NULL, DIAG_WARNINGS, false, NOTE_FAILS},
};

const struct dtrace_personality dtrace_personality_perl = {
	.number = dtrace_perl_number,
	.skip_header = dtrace_perl_skip_header,
	.trim = slice_trim_left,
	.tidy = dtrace_perl_tidy,
	.add_part = dtrace_perl_add_part,
	.strip_leaf = dtrace_perl_strip_leaf,
	.next_record = dtrace_perl_next_record,
	.kinds = kinds,
	.cuts_arrows_in_brackets = true,
	.counts_no_frames = true,
};
