/* SPDX-License-Identifier: MIT */
/*
 * Our own grammar for what dtrace prints of aggregations by stack() and ustack().
 *
 *   CPU     ID                    FUNCTION:NAME
 *     0  52174                        :tick-60s
 *
 *                 MODULE`FUNCTION+0xOFFSET
 *                 MODULE`FUNCTION+0xOFFSET
 *                   COUNT
 *
 * A stack with two keys, @[stack(), ustack()], has blank lines inside: only its count ends it.
 */
#include "collapse/dtrace/dtrace_state.h"
#include "collapse/names/tidy.h"

#include "common/base/diag.h"

/* ---- stackcollapse.pl: three lines of header, then anything is a frame or a count ---- */

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

/* The name before its last `+`, whatever follows. */
static struct slice dtrace_cut_plus(struct slice name)
{
	size_t plus = slice_rfind(name, '+');

	return plus == SLICE_NONE ? name : slice_head(name, plus);
}

/* Cut C++ parameters, from the last `(` or `<` after the first `::`. */
static struct slice dtrace_cut_params(struct slice name)
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

static const struct note_kind dtrace_perl_kinds[DTRACE_NOTES] = {
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
	.records = {.starts = dtrace_perl_is_count},
	.kinds = dtrace_perl_kinds,
	.cuts_arrows_in_brackets = true,
	.counts_no_frames = true,
};

/* ---- inferno-collapse-dtrace: the header ends with the first blank line ---- */

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

static const struct note_kind dtrace_rust_kinds[DTRACE_NOTES] = {
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
	.records = {.starts = dtrace_rust_is_count},
	.kinds = dtrace_rust_kinds,
	.header_never_ends = "File ended while skipping headers",
	.cuts_arrows_in_brackets = true,
	.replaces_bad_utf8 = true,
	.counts_no_frames = true,
};

static struct slice dtrace_own_number(struct slice line)
{
	return slice_trim(line);
}

static bool dtrace_own_is_count(struct slice line)
{
	return slice_is_number(dtrace_own_number(line));
}

/*
 * "dtrace: 12 drops on CPU 0", and what dtrace prints without -q when a probe fires:
 * "CPU     ID                    FUNCTION:NAME", "  0  52174                        :tick-60s". No
 * line that begins with 8 blanks and a letter is one: those are looked up as frames.
 */
static bool is_message(struct slice line)
{
	struct slice cpu, id, probe;
	bool is_title;

	if (line.len == 0 || line.ptr[0] == '\t')
		return false;
	is_title = line.ptr[0] == 'C';
	if (slice_starts(line, SLICE("dtrace: ")) || slice_equal(line, SLICE("^C")))
		return true;
	if (!slice_word(&line, &cpu) || !slice_word(&line, &id) || !slice_word(&line, &probe) ||
	    !slice_is_blank(line) || slice_find(probe, ':') == SLICE_NONE)
		return false;
	return (is_title && slice_equal(cpu, SLICE("CPU")) && slice_equal(id, SLICE("ID"))) ||
	       (slice_is_number(cpu) && slice_is_number(id));
}

/* "dtrace: 12 aggregation drops on CPU 0", "dtrace: 3 dynamic variable drops": only drops have a
 * number in front. */
static bool dtrace_own_note_lost(struct ingest_run *run, struct slice message)
{
	struct slice count;

	return slice_skip(&message, SLICE("dtrace: ")) && slice_cut(&message, ' ', &count) &&
	       notes_count_lost(&run->notes, DTRACE_LOST, count);
}

/*
 * Each file has its header, which ends with the first blank line, unless a stack comes before it.
 * Chunks in the middle of a file begin with a count and have none.
 */
static void dtrace_own_skip_header(struct ingest_run *run, struct slice *text)
{
	struct slice rest = *text, header = rest, line;
	size_t lines = 0;

	do {
		if (!slice_line(&rest, &line) || dtrace_own_is_count(line) ||
		    slice_find(line, '`') != SLICE_NONE)
			return;
		lines++;
	} while (slice_trim(line).len > 0);
	run->line += lines;
	*text = rest;
	for (; lines > 1 && slice_line(&header, &line); lines--) {
		if (!dtrace_own_note_lost(run, line))
			notes_count(&run->notes, DTRACE_HEADER, 1);
	}
}

/* "+0x1f" or "+4" at the end. */
static bool dtrace_own_strip_offset(struct slice *name)
{
	size_t plus = slice_rfind(*name, '+');
	struct slice digits;

	if (plus == SLICE_NONE)
		return false;
	digits = slice_tail(*name, plus + 1);
	if (slice_skip(&digits, SLICE("0x")) ? !slice_is_hex(digits) : !slice_is_number(digits))
		return false;
	*name = slice_head(*name, plus);
	return true;
}

static struct slice dtrace_own_tidy(struct buf *room, struct slice text, bool keep_offset)
{
	(void)room;
	if (!keep_offset)
		dtrace_own_strip_offset(&text);
	while (slice_ends(text, SLICE("->")) && !slice_ends(text, SLICE("operator->")))
		text.len -= 2;
	text = slice_trim_right(text);
	return text.len > 0 ? text : SLICE("-");
}

/*
 * The JVM's spelling of a type, "Ljava/lang/Object;", without its L. What was inlined is always a
 * method of Java; other names may begin with an L of their own.
 */
static struct slice strip_type(struct slice name, const struct dtrace_part *part)
{
	if (part->index > 0 || slice_find(name, '/') != SLICE_NONE)
		slice_skip(&name, SLICE("L"));
	return name;
}

/* Simplified as C++, repaired as Rust; what has no module is not from a symbol table. */
static void dtrace_own_add_function(struct buf *out, struct slice function, bool has_module)
{
	const size_t at = out->len;
	struct buf repaired = {0};

	tidy_simplify(out, function, TIDY_ARGS);
	if (has_module && tidy_rust(&repaired, slice_tail(buf_slice(out), at), true)) {
		out->len = at;
		buf_add(out, buf_slice(&repaired));
	}
	tidy_separators(out, at);
	buf_release(&repaired);
}

static void dtrace_own_add_part(struct buf *out, const struct dtrace_part *part)
{
	struct slice name = part->text, module = SLICE(""), offset;

	dtrace_own_strip_offset(&name);
	offset = slice_tail(part->text, name.len);
	if (slice_cut(&name, '`', &module)) {
		tidy_add(out, module);
		buf_add_char(out, '`');
		dtrace_own_add_function(out, name, true);
	} else {
		dtrace_own_add_function(out, strip_type(name, part), false);
	}
	if (part->keep_offset)
		buf_add(out, offset);
	if (out->len == 0)
		buf_add_char(out, '-');
}

static void dtrace_own_strip_leaf(struct buf *name)
{
	struct slice text = buf_slice(name);
	bool inlined = slice_drop(&text, SLICE("_[i]"));

	if (!dtrace_own_strip_offset(&text))
		return;
	name->len = text.len;
	if (name->len == 0)
		buf_add_char(name, '-');
	if (inlined)
		buf_add(name, SLICE("_[i]"));
}

static const struct note_kind dtrace_own_kinds[DTRACE_NOTES] = {
	[DTRACE_HEADER] = {NULL, "header line", "header lines", DIAG_NOTES, false, NOTE_FORGIVEN},
	[DTRACE_NO_FRAMES] = {"a count without frames", "count without frames",
			      "counts without frames", DIAG_WARNINGS, true, NOTE_FORGIVEN},
	[DTRACE_UNFINISHED] = {"the file ends in the middle of a stack", "unfinished stack",
			       "unfinished stacks", DIAG_WARNINGS, true, NOTE_LEAVES_GAP},
	[DTRACE_DEEP] = {"deeper than 65536 frames, cut at the leaf", NULL, NULL, DIAG_WARNINGS,
			 true, NOTE_FORGIVEN},
	[DTRACE_MESSAGE] = {NULL, "message of dtrace", "messages of dtrace", DIAG_WARNINGS, false,
			    NOTE_FORGIVEN},
	[DTRACE_LOST] = {.one = "event that dtrace lost", .many = "events that dtrace lost"},
	[DTRACE_HUGE] = {"count beyond 2^64-1", NULL, NULL, DIAG_WARNINGS, true, NOTE_FAILS},
};

const struct dtrace_personality dtrace_personality_own = {
	.number = dtrace_own_number,
	.is_message = is_message,
	.note_lost = dtrace_own_note_lost,
	.skip_header = dtrace_own_skip_header,
	.trim = slice_trim,
	.tidy = dtrace_own_tidy,
	.add_part = dtrace_own_add_part,
	.strip_leaf = dtrace_own_strip_leaf,
	.records = {.starts = dtrace_own_is_count},
	.kinds = dtrace_own_kinds,
	.files_have_headers = true,
};
