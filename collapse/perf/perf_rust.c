/* SPDX-License-Identifier: MIT */
/* The grammar of inferno-collapse-perf: the first line of a sample is its event line. */
#include "collapse/perf/perf_fields.h"
#include "collapse/perf/perf_frame.h"
#include "collapse/perf/perf_sample.h"
#include "collapse/perf/perf_select.h"
#include "common/base/diag.h"

static bool is_id_char(char c)
{
	return char_is_digit(c) || c == '/';
}

/* The first word of digits and slashes with a blank on both sides ends COMM. */
static bool perf_rust_parse_head(struct slice line, struct perf_event *event, struct slice *rest)
{
	size_t at = 0, space;
	struct slice ids;

	while ((space = slice_find(slice_tail(line, at), ' ')) != SLICE_NONE) {
		struct slice word = slice_of(line.ptr + at, space);

		if (at > 0 && word.len > 0 && slice_all(word, is_id_char)) {
			size_t slash = slice_rfind(word, '/');

			ids = word;
			event->tid = slash == SLICE_NONE ? ids : slice_tail(ids, slash + 1);
			event->pid = slash == SLICE_NONE ? SLICE("") : slice_head(ids, slash);
			event->comm = slice_trim(slice_head(line, at));
			*rest = slice_tail(line, at + space);
			return true;
		}
		at += space + 1;
	}
	return false;
}

/* " [000] 1.0: 10 cycles:u: text" after the numbers: period, event, and what follows. */
static void perf_rust_parse_event(struct slice rest, struct perf_event *event, struct slice *text)
{
	struct slice time, piece, number = {0};
	size_t space, before;

	event->period = 1;
	*text = slice_tail(rest, rest.len);
	if (!slice_cut(&rest, ':', &time))
		return;
	if (slice_cut(&rest, ':', &piece))
		*text = rest;
	else
		piece = rest;
	event->has_event = true;
	event->event = piece;
	space = slice_rfind(piece, ' ');
	if (space == SLICE_NONE)
		return;
	event->event = slice_tail(piece, space + 1);
	piece = slice_head(piece, space);
	before = slice_rfind(piece, ' ');
	number = before == SLICE_NONE ? piece : slice_tail(piece, before + 1);
	slice_skip(&number, SLICE("+"));
	if (slice_is_number(number))
		event->huge = !slice_to_u64(number, &event->period);
}

/* The frame's text: it begins after the first `:` or space that follows the event. */
static struct slice frame_text(struct slice text)
{
	size_t i;

	for (i = 0; i < text.len; i++) {
		if (text.ptr[i] == ':' || text.ptr[i] == ' ')
			return slice_trim(slice_tail(text, i + 1));
	}
	return slice_trim(text);
}

static bool perf_rust_parse_stack_line(struct slice line, struct perf_symbol *symbol)
{
	struct slice rest = slice_trim_left(line);
	size_t space;

	if (!slice_cut(&rest, ' ', &symbol->pc))
		return false;
	space = slice_rfind(rest, ' ');
	if (space == SLICE_NONE)
		return false;
	symbol->module = slice_tail(rest, space + 1);
	if (!slice_skip(&symbol->module, SLICE("(")) || !slice_drop(&symbol->module, SLICE(")")))
		return false;
	symbol->raw = slice_trim(slice_head(rest, space));
	if (symbol->raw.len == 0)
		symbol->raw = SLICE(" ");
	return true;
}

static void read_stack_line(struct ingest_run *run, struct slice line)
{
	struct slice text = slice_trim_left(line);
	size_t space = slice_find(text, ' ');
	struct slice pc = slice_head(text, space == SLICE_NONE ? text.len : space);
	struct slice key = slice_tail(text, pc.len);
	const struct perf_line *known;
	struct perf_symbol symbol;

	if (perf_of(run)->sample.ended)
		return;
	if (space == SLICE_NONE || !(known = perf_line_known(run, key))) {
		if (!perf_rust_parse_stack_line(text, &symbol)) {
			ingest_note(run, PERF_UNRECOGNISED, line);
			return;
		}
		known = perf_line_of(run, &symbol, key);
	}
	perf_push(perf_of(run), known, pc);
}

/* Between samples: nothing is known. In one: `open`. In a rejected one: `rejected`. */
static void perf_rust_read_event_line(struct ingest_run *run, struct slice line)
{
	struct perf_run *perf = perf_of(run);
	struct perf_event event = {0};
	struct slice rest, text;

	if (!perf_rust_parse_head(line, &event, &rest)) {
		ingest_note(run, PERF_WEIRD_EVENT, line);
		return;
	}
	perf_rust_parse_event(rest, &event, &text);
	if (event.huge) {
		perf_huge(run, line);
		perf->sample.rejected = true;
		return;
	}
	if (!perf_wants_event(run, &event)) {
		perf->sample.rejected = true;
		return;
	}
	perf_start(run, &event);
	text = frame_text(text);
	if (text.len > 0) {
		read_stack_line(run, text);
		perf_finish(run);
	}
}

static void perf_rust_read_line(struct ingest_run *run, struct slice line)
{
	struct perf_run *perf = perf_of(run);

	if (line.len > 0 && line.ptr[0] == '#')
		return;
	line = slice_trim_right(line);
	if (line.len == 0) {
		perf_finish(run);
		perf->sample.rejected = false;
	} else if (perf->sample.open) {
		read_stack_line(run, line);
	} else if (!perf->sample.rejected) {
		perf_rust_read_event_line(run, line);
	}
}

static void perf_rust_end(struct ingest_run *run)
{
	perf_finish(run);
	perf_of(run)->sample.rejected = false;
}

static bool perf_rust_is_process_name(struct slice raw)
{
	return raw.len > 0 && raw.ptr[0] == '(';
}

/* Cut at the first `(` outside of brackets, but not Go's ".(" and "(anonymous namespace)". */
static void perf_rust_tidy(struct buf *out, struct slice part, const struct perf_options *options)
{
	int depth = 0;
	size_t i;

	(void)options;
	for (i = 0; i < part.len; i++) {
		char c = part.ptr[i];

		if (c == '(' && depth == 0 && (i == 0 || part.ptr[i - 1] != '.') &&
		    !slice_starts(slice_tail(part, i), SLICE("(anonymous namespace)")))
			break;
		if (c == '<' || c == '{' || c == '[' || c == '(')
			depth++;
		else if (c == '>' || c == '}' || c == ']' || c == ')')
			depth--;
	}
	tidy_add(out, slice_head(part, i));
}

static bool perf_rust_is_jit(struct slice module)
{
	return (slice_starts(module, SLICE("/tmp/perf-")) && slice_ends(module, SLICE(".map"))) ||
	       (slice_contains(module, SLICE("/jitted-")) && slice_ends(module, SLICE(".so")));
}

static const struct note_kind kinds[PERF_NOTES] = {
	[PERF_UNRECOGNISED] = {"Weird stack line", "weird stack line", "weird stack lines",
			       DIAG_WARNINGS, true, false},
	[PERF_WEIRD_EVENT] = {"Weird event line", "weird event line", "weird event lines",
			      DIAG_WARNINGS, true, false},
	[PERF_OTHER_EVENT] = {NULL, "sample of other events", "samples of other events",
			      DIAG_WARNINGS, false, false},
	[PERF_WITHOUT_STACK] = {NULL, "sample without a stack", "samples without a stack",
				DIAG_WARNINGS, false, false},
	[PERF_DEEP] = {"deeper than 65536 frames, cut at the leaf", NULL, NULL, DIAG_WARNINGS,
		       false, false},
	[PERF_HUGE] = {"period beyond 2^64-1", NULL, NULL, DIAG_WARNINGS, false, true},
};

const struct perf_personality perf_personality_rust = {
	.line = perf_rust_read_line,
	.end = perf_rust_end,
	.records = {.starts = slice_is_blank},
	.kinds = kinds,
	.reads_chainless = true,
	.strip_offset = perf_strip_offset_any,
	.is_process_name = perf_rust_is_process_name,
	.tidy = perf_rust_tidy,
	.is_kernel = perf_is_kernel_module,
	.is_jit = perf_rust_is_jit,
	.repairs_rust = true,
	.cuts_arrows_in_brackets = true,
	.keeps_empty_arrow = true,
	.unknown_is_kernel = true,
	.drops_empty_samples = true,
	.zero_period_is_zero = true,
	.replaces_bad_utf8 = true,
	.semicolon_in_comm_splits = true,
	.names_by_event_line = true,
};
