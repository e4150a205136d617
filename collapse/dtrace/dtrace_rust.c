/* SPDX-License-Identifier: MIT */
/* The grammar of inferno-collapse-dtrace: the header ends with the first blank line. */
#include "collapse/dtrace/dtrace.h"
#include "collapse/names/tidy.h"
#include "common/base/diag.h"

/* "4", "+4" */
static struct slice dtrace_rust_number(struct slice line)
{
	line = slice_trim(line);
	slice_skip(&line, SLICE("+"));
	return line;
}

static bool dtrace_rust_is_count(struct slice line)
{
	return slice_is_number(dtrace_rust_number(line));
}

static size_t dtrace_rust_next_record(struct slice text, size_t from)
{
	return input_next_line_that(text, from, dtrace_rust_is_count);
}

static void dtrace_rust_skip_header(struct ingest_run *run, struct slice *text)
{
	struct dtrace_findings *findings = dtrace_of(run)->findings;
	struct slice line;

	while (!findings->header_ended && slice_line(text, &line)) {
		run->line++;
		if (slice_trim(line).len > 0)
			notes_count(&run->notes, DTRACE_HEADER, 1);
		else
			findings->header_ended = true;
	}
}

/* The function after the module, repaired if it is one of Rust. */
static struct slice repair(struct buf *room, struct slice text, bool keep_offset)
{
	size_t quote = slice_find(text, '`');
	struct slice function, offset = SLICE("");

	if (quote == SLICE_NONE)
		return text;
	function = slice_tail(text, quote + 1);
	if (keep_offset) {
		function = dtrace_cut_plus(function);
		offset = slice_between(function.ptr + function.len, text.ptr + text.len);
	}
	buf_add(room, slice_head(text, quote + 1));
	if (!tidy_rust(room, slice_trim_right(function), false))
		return text;
	buf_add(room, offset);
	return buf_slice(room);
}

static struct slice dtrace_rust_tidy(struct buf *room, struct slice text, bool keep_offset)
{
	if (!keep_offset)
		text = dtrace_cut_plus(text);
	text = dtrace_cut_params(text);
	return text.len > 0 ? repair(room, text, keep_offset) : SLICE("-");
}

/* Every L is dropped, but only next to an arrow or a kept offset. */
static void dtrace_rust_add_part(struct buf *out, const struct dtrace_part *part)
{
	struct slice name = part->text;

	while ((!part->alone || part->keep_offset) && slice_skip(&name, SLICE("L")))
		;
	tidy_add(out, name);
}

static void dtrace_rust_strip_leaf(struct buf *name)
{
	name->len = dtrace_cut_plus(buf_slice(name)).len;
}

static const struct note_kind kinds[DTRACE_NOTES] = {
	[DTRACE_HEADER] = {NULL, "header line", "header lines", DIAG_NOTES, false, NOTE_FORGIVEN},
	[DTRACE_UNFINISHED] = {"Input data ends in the middle of a stack", "unfinished stack",
			       "unfinished stacks", DIAG_WARNINGS, false, NOTE_FAILS},
	[DTRACE_DEEP] = {"deeper than 65536 frames, cut at the leaf", NULL, NULL, DIAG_WARNINGS,
			 false, NOTE_FORGIVEN},
	[DTRACE_HUGE] = {"count beyond 2^64-1", NULL, NULL, DIAG_WARNINGS, false, NOTE_FAILS},
};

const struct dtrace_personality dtrace_personality_rust = {
	.number = dtrace_rust_number,
	.skip_header = dtrace_rust_skip_header,
	.trim = slice_trim,
	.tidy = dtrace_rust_tidy,
	.add_part = dtrace_rust_add_part,
	.strip_leaf = dtrace_rust_strip_leaf,
	.next_record = dtrace_rust_next_record,
	.kinds = kinds,
	.header_never_ends = "File ended while skipping headers",
	.cuts_arrows_in_brackets = true,
	.replaces_bad_utf8 = true,
	.counts_no_frames = true,
};
