/* SPDX-License-Identifier: MIT */
/*
 * Our own grammar for all that perf script prints (perf 3 to 7).
 *
 *   COMM [PID/]TID [CPU] TIME: [PERIOD] EVENT: [TEXT | ADDRESS SYMBOL (MODULE)]
 *       ADDRESS SYMBOL+0xOFFSET (MODULE)
 *         FILE:LINE
 *
 * Event lines are read by perf_event.c. Stack lines that belong to no event line (perf script -F
 * ip,sym) make samples of period 1.
 */
#include "collapse/perf/frames/perf_frame.h"
#include "collapse/perf/sample/perf_filter.h"
#include "collapse/perf/sample/perf_sample.h"
#include "collapse/perf/sample/perf_select.h"
#include "collapse/perf/text/perf_comment.h"
#include "collapse/perf/text/perf_lines.h"

#include "common/base/diag.h"

static const struct slice no_process = SLICE_INIT("[unknown]");

/* The `(` that belongs to the `)` at `close`; SLICE_NONE without. */
static size_t find_open(struct slice text, size_t close)
{
	size_t depth = 1;

	while (close-- > 0) {
		if (text.ptr[close] == ')')
			depth++;
		else if (text.ptr[close] == '(' && --depth == 0)
			return close;
	}
	return SLICE_NONE;
}

/* "SYMBOL (MODULE)" without other brackets, as most are: no byte is looked at from the end. */
static bool split_usual(struct slice text, struct perf_symbol *symbol)
{
	size_t open = slice_find(text, '(');
	struct slice module;

	if (open == SLICE_NONE || open == 0 || !char_is_blank(text.ptr[open - 1]) ||
	    text.ptr[text.len - 1] != ')')
		return false;
	module = slice_of(text.ptr + open + 1, text.len - open - 2);
	if (slice_find(module, '(') != SLICE_NONE || slice_find(module, ')') != SLICE_NONE)
		return false;
	symbol->raw = slice_trim_right(slice_head(text, open));
	symbol->module = module;
	return true;
}

/* "SYMBOL (MODULE) text": split at the last separate brackets. Without MODULE all is SYMBOL. */
static void split_module(struct slice text, struct perf_symbol *symbol)
{
	size_t close, open;

	if (split_usual(text, symbol))
		return;
	close = slice_rfind(text, ')');
	symbol->raw = slice_trim(text);
	symbol->module = slice_tail(text, text.len);
	if (close == SLICE_NONE)
		return;
	open = find_open(text, close);
	if (open == SLICE_NONE || (open > 0 && !char_is_blank(text.ptr[open - 1])) ||
	    (close + 1 < text.len && !char_is_blank(text.ptr[close + 1])))
		return;
	if (open == 0 && close + 1 == text.len &&
	    slice_starts(text, SLICE("(anonymous namespace)")))
		return;
	symbol->raw = slice_trim(slice_head(text, open));
	symbol->module = slice_between(text.ptr + open + 1, text.ptr + close);
	slice_drop(&symbol->module, SLICE(" (deleted)"));
}

/* The length of a first word that comes before a symbol and cannot be one itself. */
static size_t odd_address(struct slice text)
{
	struct slice rest = text, word = {0}, symbol;

	if (!slice_word(&rest, &word))
		return 0;
	symbol = slice_trim_left(rest);
	if (symbol.len == 0 || symbol.ptr[0] == '(' || word.ptr[0] == '(' ||
	    slice_find(word, '[') != SLICE_NONE)
		return 0;
	return word.len;
}

/*
 * The address, and after it the key of the line cache. After a tab perf always prints an address:
 * there any word before a symbol is taken for one.
 */
static struct slice split_address(struct slice text, bool tabbed, struct slice *key)
{
	size_t len = 0;

	while (len < text.len && char_is_hex(text.ptr[len]))
		len++;
	if (UNLIKELY(len == 0 || (len < text.len && !char_is_blank(text.ptr[len]))))
		len = tabbed ? odd_address(text) : 0;
	*key = slice_tail(text, len);
	return slice_head(text, len);
}

/* Split the text after the address. */
static void split_key(struct slice key, struct perf_symbol *symbol)
{
	split_module(slice_trim(key), symbol);
	if (symbol->raw.len == 0)
		symbol->raw = SLICE("[unknown]");
}

static bool split_stack_line(struct slice line, struct perf_symbol *symbol)
{
	struct slice key;

	symbol->pc = split_address(line, true, &key);
	split_key(key, symbol);
	return true;
}

/* True if the first word is an address and text follows. */
static bool has_address(struct slice text)
{
	struct slice key;

	return split_address(text, false, &key).len > 0 && slice_trim(key).len > 0;
}

/* A stack without an event line. False if that is not what it looks like. */
static bool start_unknown(struct ingest_run *run, bool has_stack)
{
	const struct perf_event event = {.comm = no_process};
	struct perf_run *perf = perf_of(run);

	if (!has_stack)
		return false;
	if (perf_selected(run, &event))
		perf_start(run, &event);
	else
		perf->sample.rejected = true;
	return true;
}

/* True if the line has perf's usual shape: then the end of the address need not be searched. */
static bool has_usual_address(struct slice line)
{
	return line.len > PERF_KEY_AT && line.ptr[PERF_KEY_AT] == ' ' && perf_is_address(line.ptr);
}

/* The address, and the key after it. */
static void take_stack_line(struct ingest_run *run, struct slice pc, struct slice key, bool tabbed)
{
	const struct slice text = slice_between(pc.ptr, key.ptr + key.len);
	struct perf_run *perf = perf_of(run);
	const struct perf_line *line;

	if (perf->sample.rejected)
		return;
	if (UNLIKELY(!perf->sample.open) && !start_unknown(run, tabbed && slice_is_hex(pc))) {
		ingest_note(run, PERF_UNRECOGNISED, text);
		return;
	}
	line = perf_line_known(run, key);
	if (UNLIKELY(!line)) {
		struct perf_symbol symbol = {.pc = pc};

		split_key(key, &symbol);
		line = perf_line_of(run, &symbol, key);
	}
	if (UNLIKELY(line->count == 0))
		ingest_note(run, PERF_PROCESS_NAME, text);
	perf_push(perf, line, pc);
	perf->sample.source_due = true;
}

/* `text` without the blanks in front. */
static void read_stack_line(struct ingest_run *run, struct slice text, bool tabbed)
{
	struct slice key, pc = split_address(text, tabbed, &key);

	take_stack_line(run, pc, key, tabbed);
}

static void read_event_line(struct ingest_run *run, struct slice line,
			    const struct perf_event *event, struct slice text)
{
	struct perf_run *perf = perf_of(run);

	perf_finish(run);
	perf->sample.rejected = true;
	if (event->other)
		ingest_note(run, PERF_NOT_SAMPLE, line);
	else if (event->huge)
		perf_huge(run, line);
	if (event->other || event->huge)
		return;
	perf_note_time(run, event);
	if (!perf_wants_event(run, event) || !perf_selected(run, event))
		return;
	perf->sample.rejected = false;
	perf_start(run, event);
	/* perf pads an address to 16 digits; the text of a tracepoint follows one blank */
	if (event->has_event && slice_starts(text, SLICE("  ")) &&
	    has_address(slice_trim_left(text))) {
		notes_count(&run->notes, PERF_WITHOUT_CHAIN, 1);
		read_stack_line(run, slice_trim(text), false);
	}
}

/* "  file.c:12" below a stack line. */
static bool read_source_line(struct ingest_run *run, struct slice line)
{
	struct perf_run *perf = perf_of(run);

	if (!slice_starts(line, SLICE("  ")) || line.len < 3 || char_is_blank(line.ptr[2]) ||
	    has_address(slice_tail(line, 2)))
		return false;
	if (perf->sample.rejected)
		return true;
	if (!perf->sample.source_due)
		return false;
	perf->sample.source_due = false;
	if (perf->options->srcline)
		perf_append_source(run, line, 0);
	else
		ingest_note(run, PERF_SOURCE_LINE, line);
	return true;
}

static void read_other_line(struct ingest_run *run, struct slice line)
{
	struct slice text;
	struct perf_event event;

	if (line.ptr[0] == '#')
		perf_see_comment(run, line);
	else if (perf_event_parse(line, &event, &text))
		read_event_line(run, line, &event, text);
	else if (read_source_line(run, line))
		return;
	else if (char_is_blank(line.ptr[0]) || has_address(line))
		read_stack_line(run, slice_trim_left(line), false);
	else
		ingest_note(run, PERF_UNRECOGNISED, line);
}

static void read_line(struct ingest_run *run, struct slice line)
{
	struct slice text;

	if (has_usual_address(line)) {
		take_stack_line(run, slice_trim_left(slice_of(line.ptr + 1, PERF_ADDRESS)),
				slice_tail(line, PERF_KEY_AT), true);
		return;
	}
	text = slice_trim_left(line);
	if (text.len == 0) {
		perf_finish(run);
		perf_of(run)->sample.rejected = false;
	} else if (line.ptr[0] == '\t') {
		read_stack_line(run, text, true);
	} else {
		read_other_line(run, line);
	}
}

static void end(struct ingest_run *run)
{
	perf_finish(run);
	perf_of(run)->sample.rejected = false;
}

/* "COMM 1 " is the shortest event line; others have a colon after the time or the event. */
static bool may_be_event(struct slice line)
{
	return line.len > 3 && line.ptr[0] != '\t' && line.ptr[0] != '#' &&
	       (char_is_blank(line.ptr[line.len - 1]) || slice_find(line, ':') != SLICE_NONE);
}

static bool is_record_start(struct slice line)
{
	struct perf_event event;
	struct slice text;

	return slice_is_blank(line) ||
	       (may_be_event(line) && perf_event_parse(line, &event, &text));
}

static size_t next_record(struct slice text, size_t from)
{
	return input_next_line_that(text, from, is_record_start);
}

/* Old perf prints the process as "(comm)". */
static bool is_process_name(struct slice raw)
{
	return raw.len > 1 && raw.ptr[0] == '(' && raw.ptr[raw.len - 1] == ')' &&
	       find_open(raw, raw.len - 1) == 0 &&
	       !slice_equal(raw, SLICE("(anonymous namespace)"));
}

static void tidy(struct buf *out, struct slice part, const struct perf_options *options)
{
	size_t at = out->len;

	tidy_simplify(out, part, (enum tidy_simplify)options->simplify);
	tidy_separators(out, at);
}

/* "perf-123.map" anywhere below a /tmp, or perf inject's "jitted-123-4.so". */
static bool is_jit(struct slice module)
{
	return perf_personality_perl.is_jit(module) || perf_personality_rust.is_jit(module);
}

static const struct note_kind kinds[PERF_NOTES] = {
	[PERF_UNRECOGNISED] = {"not a line of perf script", "unrecognised line",
			       "unrecognised lines", DIAG_WARNINGS, true, false},
	[PERF_NOT_SAMPLE] = {NULL, "record that is no sample", "records that are no samples",
			     DIAG_WARNINGS, false, false},
	/* reported by report() */
	[PERF_OTHER_EVENT] = {NULL, NULL, NULL, DIAG_WARNINGS, false, false},
	[PERF_NOT_SELECTED] = {NULL, "sample not selected", "samples not selected", DIAG_NOTES,
			       false, false},
	[PERF_SOURCE_LINE] = {NULL, "source line (--srcline shows them)",
			      "source lines (--srcline shows them)", DIAG_WARNINGS, false, false},
	[PERF_PROCESS_NAME] = {NULL, "process name in a stack", "process names in stacks",
			       DIAG_WARNINGS, false, false},
	[PERF_DEEP] = {"deeper than 65536 frames, cut at the leaf", NULL, NULL, DIAG_WARNINGS, true,
		       false},
	[PERF_EARLY] = {.one = "sample earlier than time 0, labelled 0",
			.many = "samples earlier than time 0, labelled 0",
			.fails = NOTE_KEPT},
	[PERF_HUGE] = {"period beyond 2^64-1", NULL, NULL, DIAG_WARNINGS, true, true},
};

const struct perf_personality perf_personality_own = {
	.line = read_line,
	.end = end,
	.next_record = next_record,
	.kinds = kinds,
	.split = split_stack_line,
	.reads_chainless = true,
	.strip_offset = perf_strip_offset_any,
	.is_process_name = is_process_name,
	.tidy = tidy,
	.is_kernel = perf_is_kernel_module,
	.is_jit = is_jit,
	.repairs_rust = true,
	.any_rust_code = true,
	.nameless_is_unknown = true,
	.unknown_is_kernel = true,
	.groups_inlined = true,
	.filters_are_open = true,
	.names_rejected = true,
};
