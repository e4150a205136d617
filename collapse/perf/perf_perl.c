/* SPDX-License-Identifier: MIT */
/* The grammar of stackcollapse-perf.pl: two patterns tried on each line, nothing else. */
#include "collapse/perf/perf_frame.h"
#include "collapse/perf/perf_sample.h"
#include "collapse/perf/perf_select.h"
#include "common/base/diag.h"

/* Take blanks, then digits, off the front. */
static bool skip_number(struct slice *text, struct slice *number)
{
	size_t len = 0;

	while (len < text->len && char_is_digit(text->ptr[len]))
		len++;
	*number = slice_head(*text, len);
	*text = slice_tail(*text, len);
	return len > 0;
}

/* " 31574/31602 ": PID, slashes, TID, at least one blank. */
static bool perf_perl_parse_ids(struct slice text, struct perf_event *event)
{
	struct slice pid, tid;

	text = slice_trim_left(text);
	if (!skip_number(&text, &pid))
		return false;
	while (slice_skip(&text, SLICE("/")))
		;
	skip_number(&text, &tid);
	if (text.len == 0 || !char_is_blank(text.ptr[0]))
		return false;
	if (tid.len == 0 || slice_equal(tid, SLICE("0"))) {
		event->tid = pid;
		event->pid = SLICE("?");
	} else {
		event->pid = pid;
		event->tid = tid;
	}
	return true;
}

/* Find the shortest COMM of at least two characters that is followed by the numbers. */
static bool perf_perl_parse_head(struct slice line, struct perf_event *event)
{
	size_t len;

	if (line.len == 0 || char_is_blank(line.ptr[0]))
		return false;
	for (len = 2; len < line.len; len++) {
		if (char_is_blank(line.ptr[len]) &&
		    perf_perl_parse_ids(slice_tail(line, len), event)) {
			event->comm = slice_head(line, len);
			return true;
		}
	}
	return false;
}

/* ": 250000 cycles:u:" at the end of the line. */
static void perf_perl_parse_event(struct slice line, struct perf_event *event)
{
	struct slice rest = line, name, number;

	event->period = 1;
	if (!slice_last_word(&rest, &name) || !slice_drop(&name, SLICE(":")) || name.len == 0)
		return;
	if (rest.len == 0 || !char_is_blank(rest.ptr[rest.len - 1]))
		return;
	rest = slice_trim_right(rest);
	number = slice_tail(rest, rest.len);
	while (rest.len > 0 && char_is_digit(rest.ptr[rest.len - 1])) {
		rest.len--;
		number = slice_of(rest.ptr + rest.len, number.len + 1);
	}
	rest = slice_trim_right(rest);
	if (rest.len == 0 || rest.ptr[rest.len - 1] != ':')
		return;
	event->event = name;
	event->has_event = true;
	if (number.len > 0)
		event->huge = !slice_to_u64(number, &event->period);
}

static bool perf_perl_parse_event_line(struct slice line, struct perf_event *event)
{
	if (!perf_perl_parse_head(line, event))
		return false;
	perf_perl_parse_event(line, event);
	return true;
}

/* The end of SYMBOL: the last " (" that has a `)` after it. */
static bool find_module(struct slice line, size_t from, size_t *at, struct slice *module)
{
	size_t close = slice_rfind(line, ')'), open;

	if (close == SLICE_NONE || close < from + 2)
		return false;
	open = slice_rsearch(slice_head(line, close), SLICE(" ("));
	if (open == SLICE_NONE || open < from)
		return false;
	*at = open;
	*module = slice_between(line.ptr + open + 2, line.ptr + close);
	return true;
}

static bool perf_perl_parse_stack_line(struct slice line, struct perf_symbol *symbol)
{
	struct slice text = slice_trim_left(line), gap;
	size_t word = 0, at;

	while (word < text.len && char_is_word(text.ptr[word]))
		word++;
	if (word == 0 || !find_module(text, word, &at, &symbol->module))
		return false;
	symbol->pc = slice_head(text, word);
	gap = slice_between(text.ptr + word, text.ptr + at);
	symbol->raw = slice_trim_left(gap);
	if (symbol->raw.len > 0)
		return true;
	if (gap.len > 0) { /* one of the blanks has to be the name */
		symbol->raw = slice_tail(gap, gap.len - 1);
		return true;
	}
	symbol->pc.len--; /* or the address gives its last digit */
	symbol->raw = slice_of(text.ptr + word - 1, 1);
	return symbol->pc.len > 0;
}

static void perf_perl_start(struct ingest_run *run, struct slice line,
			    const struct perf_event *event)
{
	if (event->huge)
		perf_huge(run, line);
	else if (perf_wants_event(run, event))
		perf_start(run, event);
}

static void perf_perl_push(struct ingest_run *run, const struct perf_symbol *symbol,
			   struct slice line)
{
	struct perf_run *perf = perf_of(run);
	struct slice key = slice_between(symbol->pc.ptr + symbol->pc.len, line.ptr + line.len);
	const struct perf_line *known = perf_line_known(run, key);

	if (!known)
		known = perf_line_of(run, symbol, key);
	perf_push(perf, known, symbol->pc);
	if (perf->options->srcline && !(slice_equal(symbol->raw, SLICE("[unknown]")) &&
					slice_equal(symbol->module, SLICE("[unknown]"))))
		perf->sample.sources_due = known->count - known->found;
}

static void perf_perl_read_line(struct ingest_run *run, struct slice line)
{
	struct perf_run *perf = perf_of(run);
	struct perf_event event = {0};
	struct perf_symbol symbol;

	if (perf->sample.sources_due > 0) {
		/* text here belongs to the frames above, the outermost first */
		perf_append_source(run, line, --perf->sample.sources_due);
	} else if (line.len > 0 && line.ptr[0] == '#') {
		return;
	} else if (line.len == 0) {
		perf_finish(run);
	} else if (perf_perl_parse_event_line(line, &event)) {
		perf_perl_start(run, line, &event);
	} else if (!perf_perl_parse_stack_line(line, &symbol)) {
		ingest_note(run, PERF_UNRECOGNISED, line);
	} else if (perf->sample.open) {
		perf_perl_push(run, &symbol, line);
	}
}

/*
 * Drop a stack that has no empty line after it. Where a chunk ends within the text, an empty line
 * follows.
 */
static void perf_perl_end(struct ingest_run *run)
{
	if (!run->chunk.last)
		perf_finish(run);
	if (perf_of(run)->sample.open)
		ingest_note(run, PERF_UNFINISHED, buf_slice(&perf_of(run)->sample.name));
	perf_forget(run);
}

/* At an empty line: the bytes there alone decide whether a record starts at a position. */
static size_t perf_perl_next_record(struct slice text, size_t from)
{
	size_t at = slice_search(slice_tail(text, from - 1), SLICE("\n\n"));

	return at == SLICE_NONE ? SLICE_NONE : from + at;
}

static bool perf_perl_strip_offset(struct slice *raw)
{
	size_t at = slice_rsearch(*raw, SLICE("+0x")), i;

	if (at == SLICE_NONE || at + 3 == raw->len)
		return false;
	for (i = at + 3; i < raw->len; i++) {
		if (!char_is_digit(raw->ptr[i]) && !(raw->ptr[i] >= 'a' && raw->ptr[i] <= 'f'))
			return false;
	}
	*raw = slice_head(*raw, at);
	return true;
}

static bool perf_perl_is_process_name(struct slice raw)
{
	return raw.len > 0 && raw.ptr[0] == '(';
}

/* Methods of Go, "net/http.(*Client).Do", keep their parentheses. */
static bool is_go_method(struct slice name)
{
	size_t open = slice_search(name, SLICE(".("));

	return open != SLICE_NONE && slice_contains(slice_tail(name, open + 2), SLICE(")."));
}

/* Cut at the first `(` except of "(anonymous namespace)"; drop quotes. */
static void perf_perl_tidy(struct buf *out, struct slice part, const struct perf_options *options)
{
	bool cut = !is_go_method(part);
	size_t i;

	(void)options;
	for (i = 0; i < part.len; i++) {
		char c = part.ptr[i];

		if (c == '(' && cut &&
		    !slice_starts(slice_tail(part, i), SLICE("(anonymous namespace)")))
			return;
		if (c == ';')
			buf_add_char(out, ':');
		else if (c != '"' && c != '\'')
			buf_add_char(out, c);
	}
}

static bool is_kernel(struct slice module)
{
	return (module.len > 0 && module.ptr[0] == '[') || slice_ends(module, SLICE("vmlinux"));
}

/* "/tmp/perf-123.map" anywhere. */
static bool perf_perl_is_jit(struct slice module)
{
	const struct slice head = SLICE("/tmp/perf-");
	size_t at, digits;

	while ((at = slice_search(module, head)) != SLICE_NONE) {
		module = slice_tail(module, at + head.len);
		for (digits = 0; digits < module.len && char_is_digit(module.ptr[digits]);)
			digits++;
		if (digits > 0 && slice_starts(slice_tail(module, digits), SLICE(".map")))
			return true;
	}
	return false;
}

static const struct note_kind kinds[PERF_NOTES] = {
	[PERF_UNRECOGNISED] = {"Unrecognized line", "unrecognised line", "unrecognised lines",
			       DIAG_WARNINGS, true, false},
	[PERF_OTHER_EVENT] = {NULL, "sample of other events", "samples of other events",
			      DIAG_WARNINGS, false, false},
	[PERF_UNFINISHED] = {NULL, "unfinished sample", "unfinished samples", DIAG_WARNINGS, false,
			     false},
	[PERF_DEEP] = {"deeper than 65536 frames, cut at the leaf", NULL, NULL, DIAG_WARNINGS,
		       false, false},
	[PERF_HUGE] = {"period beyond 2^64-1", NULL, NULL, DIAG_WARNINGS, false, true},
};

const struct perf_personality perf_personality_perl = {
	.line = perf_perl_read_line,
	.end = perf_perl_end,
	.records = {.next = perf_perl_next_record},
	.kinds = kinds,
	.sources_are_next_lines = true,
	.last_event_counts = true,
	.warns_of_events = true,
	.strip_offset = perf_perl_strip_offset,
	.is_process_name = perf_perl_is_process_name,
	.tidy = perf_perl_tidy,
	.is_kernel = is_kernel,
	.is_jit = perf_perl_is_jit,
	.cuts_arrows_in_brackets = true,
	.semicolon_in_comm_splits = true,
	.inline_by_programs = true,
	.names_by_event_line = true,
};
