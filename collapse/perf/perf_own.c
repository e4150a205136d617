/* SPDX-License-Identifier: MIT */
/*
 * Our own grammar for all that perf script prints (perf 3 to 7).
 *
 *   COMM [PID/]TID [CPU] TIME: [PERIOD] EVENT: [TEXT | FIELDS ADDRESS SYMBOL (MODULE) FIELDS]
 *       ADDRESS SYMBOL+0xOFFSET (MODULE)
 *         FILE:LINE
 *    FIELDS
 *
 * Event lines are read by perf_event.c, fields by perf_fields.c. Stack lines that belong to no event
 * line (perf script -F ip,sym) make samples of period 1. Any other line is never a frame.
 */
#include "collapse/perf/perf_fields.h"
#include "collapse/perf/perf_frame.h"
#include "collapse/perf/perf_lines.h"
#include "collapse/perf/perf_sample.h"
#include "collapse/perf/perf_select.h"
#include "collapse/perf/perf_weight.h"
#include "common/base/checked.h"
#include "common/base/diag.h"
#include "common/profile/header.h"

/*
 * "name = cycles:u, , id = { 5 }, type = 0, { sample_period, sample_freq } = 997, ..., freq = 1,
 * ..."
 */
static void perf_comment_event(struct header *header, struct slice text)
{
	const struct slice name = SLICE("{ sample_period, sample_freq } = ");
	const size_t at = slice_search(text, name);
	struct slice rest, number;

	if (at == SLICE_NONE || !slice_contains(text, SLICE(", freq = 1")))
		return; /* a period, then */
	rest = slice_tail(text, at + name.len);
	if (slice_cut(&rest, ',', &number) && slice_is_number(number))
		header_add(header, HEADER_FREQUENCY, number);
}

static void perf_see_comment(struct ingest_run *run, struct slice line)
{
	struct header *header = &run->profile.header;

	if (slice_skip(&line, SLICE("# hostname : ")))
		header_add(header, HEADER_HOST, slice_trim(line));
	else if (slice_skip(&line, SLICE("# cmdline : ")))
		header_add(header, HEADER_COMMAND, slice_trim(line));
	else if (slice_skip(&line, SLICE("# event : ")))
		perf_comment_event(header, line);
}

/* The `(` that belongs to the `)` at `close`; SLICE_NONE without. */
static size_t perf_own_find_open(struct slice text, size_t close)
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
	open = perf_own_find_open(text, close);
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

/* Start the sample of an event line; `text` is what follows the event. */
static void start_sample(struct ingest_run *run, const struct perf_event *event, struct slice text)
{
	struct perf_run *perf = perf_of(run);
	struct perf_event weighed;

	perf->sample.rejected = true;
	perf_note_time(run, event);
	if (!perf_wants_event(run, event) || !perf_selected(run, event))
		return;
	if (perf_weighs(perf->options)) {
		weighed = *event;
		event = &weighed;
		if (!perf_weigh_text(run, text, &weighed))
			return;
	}
	perf->sample.rejected = false;
	perf_start(run, event);
	if (text.len > 1 && !perf_fields_ip(text, &perf->sample.pc, &perf->sample.key) &&
	    !perf_fields_joined_ip(slice_trim_left(text), &perf->sample.pc, &perf->sample.key)) {
		perf->sample.pc.len = 0;
		perf->sample.unread = perf_fields_end_in_module(text);
	}
}

/* A stack without a sample: one without an event line, or of a line that is one if this follows. */
static void start_by_stack(struct ingest_run *run)
{
	const struct perf_event event = {.comm = SLICE("[unknown]")};
	struct perf_run *perf = perf_of(run);

	start_sample(run, perf->sample.is_waiting ? &perf->sample.waiting : &event, SLICE(""));
	perf->sample.is_waiting = false;
}

/* True if the line has perf's usual shape: then the end of the address need not be searched. */
static bool has_usual_address(struct slice line)
{
	return line.len > PERF_KEY_AT && line.ptr[PERF_KEY_AT] == ' ' && perf_is_address(line.ptr);
}

/* The address, and the key after it. */
static void perf_own_take_stack_line(struct ingest_run *run, struct slice pc, struct slice key)
{
	struct perf_run *perf = perf_of(run);
	const struct perf_line *line;

	if (UNLIKELY(!perf->sample.open && !perf->sample.rejected))
		start_by_stack(run);
	if (perf->sample.rejected)
		return;
	line = perf_line_known(run, key);
	if (UNLIKELY(!line)) {
		struct perf_symbol symbol = {.pc = pc};

		split_key(key, &symbol);
		line = perf_line_of(run, &symbol, key);
	}
	if (UNLIKELY(line->count == 0))
		ingest_note(run, PERF_PROCESS_NAME, slice_between(pc.ptr, key.ptr + key.len));
	perf_push(perf, line, pc);
	perf->sample.source_due = true;
}

/* The function on the event line of a sample without a call chain. */
static void take_chainless(struct ingest_run *run)
{
	struct perf_run *perf = perf_of(run);
	const struct slice pc = perf->sample.pc, key = perf->sample.key;

	if (!perf->sample.open || perf->sample.ref_count > 0)
		return;
	if (pc.len == 0) {
		notes_count(&run->notes, PERF_UNREAD, perf->sample.unread);
		perf->sample.unread = false;
		return;
	}
	perf->sample.pc.len = 0;
	notes_count(&run->notes, PERF_WITHOUT_CHAIN, 1);
	perf_own_take_stack_line(run, pc, key);
}

static void end_sample(struct ingest_run *run)
{
	struct perf_run *perf = perf_of(run);
	size_t line;

	if (UNLIKELY(perf->sample.pc.len > 0 || perf->sample.unread))
		take_chainless(run);
	perf_finish(run);
	perf->sample.rejected = false;
	if (LIKELY(!perf->sample.is_waiting))
		return;
	perf->sample.is_waiting = false;
	if (perf->sample.waiting_line.ptr[0] == '#') {
		perf_see_comment(run, perf->sample.waiting_line);
		return;
	}
	line = run->line;
	run->line = perf->sample.waiting_at;
	ingest_note(run, PERF_UNRECOGNISED, perf->sample.waiting_line);
	run->line = line;
}

/* A record that is no sample; how many were lost is said, as of recordings. */
static void see_other_record(struct ingest_run *run, struct slice line,
			     const struct perf_event *event)
{
	_Atomic uint64_t *lost = &perf_of(run)->findings->lost;
	uint64_t before = atomic_load(lost), sum;

	ingest_note(run, PERF_NOT_SAMPLE, line);
	if (event->lost == 0)
		return;
	header_add_number(&run->profile.header, HEADER_LOST, event->lost);
	do {
		sum = before;
		if (!u64_add(&sum, event->lost))
			sum = UINT64_MAX;
	} while (!atomic_compare_exchange_weak(lost, &before, sum));
}

static void perf_own_read_event_line(struct ingest_run *run, struct slice line,
				     const struct perf_event *event, struct slice text)
{
	end_sample(run);
	if (event->other)
		see_other_record(run, line, event);
	else if (event->huge)
		perf_huge(run, line);
	if (event->unknown.len > 0)
		ingest_note(run, PERF_UNKNOWN_FIELD, event->unknown);
	if (event->other || event->huge)
		perf_of(run)->sample.rejected = true;
	else
		start_sample(run, event, text);
}

/* A line that is an event line if a stack follows. False inside a sample, before its stack. */
static bool wait_for_stack(struct ingest_run *run, struct slice line,
			   const struct perf_event *event)
{
	struct perf_run *perf = perf_of(run);

	if (perf->sample.open && perf->sample.ref_count == 0 && perf->sample.pc.len == 0)
		return false;
	end_sample(run);
	perf->sample.waiting = *event;
	perf->sample.waiting_line = line;
	perf->sample.waiting_at = run->line;
	perf->sample.is_waiting = true;
	return true;
}

/* "  file.c:12", "  libc.so.6[2724a]" below a stack line. */
static bool is_source_line(struct slice line)
{
	return slice_starts(line, SLICE("  ")) && line.len > 2 && !char_is_blank(line.ptr[2]) &&
	       (slice_find(line, ':') != SLICE_NONE || slice_ends(line, SLICE("]")));
}

/* False: the last frame has a line already, or shall have none. */
static bool wants_source(const struct perf_run *perf)
{
	const struct perf_ref *ref;

	if (perf->sample.ref_count == 0)
		return false;
	ref = &perf->sample.refs[perf->sample.ref_count - 1];
	if (ref->plain == 0 && ref->line->has_source)
		return false;
	return perf->options->lines != PERF_LINES_OF_LEAF ||
	       slice_equal(ref->pc, perf->sample.user);
}

static void read_source_line(struct ingest_run *run, struct slice line)
{
	struct perf_run *perf = perf_of(run);

	take_chainless(run);
	if (!perf->sample.source_due) {
		ingest_note(run, PERF_NO_FRAME, line);
		return;
	}
	perf->sample.source_due = false;
	if (!perf->options->srcline)
		ingest_note(run, PERF_SOURCE_LINE, line);
	else if (wants_source(perf))
		perf_append_source(run, perf_fields_cut(line), 0);
}

/* True if the brackets at the end of a text look like those of a module. */
static bool ends_in_brackets(struct slice text)
{
	struct perf_symbol symbol = {0};

	text = slice_trim(text);
	if (!slice_ends(text, SLICE(")")))
		return false;
	split_module(text, &symbol);
	return symbol.module.len > 0;
}

/*
 * Split a line that has not perf's usual shape: of text that was edited or written by hand, or of
 * `-F -sym`. perf prints an address in front of each frame; a frame without one must have a module.
 */
static bool perf_own_split_frame(struct slice line, struct slice *pc, struct slice *key)
{
	const bool tabbed = line.ptr[0] == '\t';
	const struct slice text = slice_trim_left(line);

	*pc = split_address(text, tabbed && perf_fields_end_in_module(text), key);
	if (pc->len == 0 || !slice_is_hex(*pc))
		return perf_fields_end_in_module(text) && !slice_ends(text, SLICE("(inlined)"));
	if (slice_is_blank(*key))
		return tabbed && perf_fields_are_numbers(line);
	if (perf_fields_are_numbers(line) || ends_in_brackets(*key))
		return true;
	return tabbed && !slice_all(*pc, char_is_alpha);
}

/* An address on a line of its own, aligned as on an event line: -F ip,sym without call chains. */
static bool is_sample_of_one_line(struct slice line, struct slice pc)
{
	return line.ptr[0] == ' ' &&
	       (size_t)(pc.ptr + pc.len - line.ptr) == 1 + (size_t)PERF_ADDRESS;
}

/* A stack line: perf prints a tab in front, for which a terminal has 8 blanks. */
static bool is_tabbed(struct slice line, struct slice pc)
{
	const struct slice tab = SLICE("        ");

	return line.ptr[0] == '\t' ||
	       (slice_starts(line, tab) &&
		(size_t)(pc.ptr + pc.len - line.ptr) == tab.len + (size_t)PERF_ADDRESS);
}

/* A line that is neither empty nor an event line. */
static void read_below_event(struct ingest_run *run, struct slice line)
{
	struct perf_run *perf = perf_of(run);
	const bool in_sample = perf->sample.open || perf->sample.rejected;
	const bool indented = char_is_blank(line.ptr[0]);
	struct slice pc, key;

	if (perf_fields_known(line)) {
		ingest_note(run, PERF_FIELD_LINE, line);
	} else if (slice_contains(line, SLICE(" error type "))) {
		ingest_note(run, PERF_DECODER_ERROR, line);
	} else if (perf_own_split_frame(line, &pc, &key) && (in_sample || slice_is_hex(pc))) {
		const bool alone = !in_sample && is_sample_of_one_line(line, pc);

		if (!alone && !in_sample && !is_tabbed(line, pc)) {
			ingest_note(run, PERF_UNRECOGNISED, line);
			return;
		}
		perf_own_take_stack_line(run, pc, key);
		if (!alone)
			return;
		if (perf->sample.open)
			notes_count(&run->notes, PERF_WITHOUT_CHAIN, 1);
		end_sample(run);
	} else if (perf->sample.rejected && indented) {
		return;
	} else if (in_sample && is_source_line(line)) {
		read_source_line(run, line);
	} else {
		ingest_note(run, in_sample && indented ? PERF_NO_FRAME : PERF_UNRECOGNISED, line);
	}
}

/* Comments of perf script --header start with "# "; names of processes may start with '#'. */
static bool is_comment(struct slice line)
{
	return line.ptr[0] == '#' && (line.len < 2 || char_is_blank(line.ptr[1]));
}

/* The kind of a line that has not perf's usual shape; of what stands below a stack, none. */
static enum perf_event_line perf_own_parse_event_line(struct slice line, struct perf_event *event,
						      struct slice *text)
{
	enum perf_event_line kind;
	struct slice address, key;

	if (line.ptr[0] == '\t')
		return PERF_NO_EVENT_LINE;
	kind = perf_event_parse(line, event, text);
	if (UNLIKELY(event->time.len == 0) && kind != PERF_NO_EVENT_LINE &&
	    perf_fields_known(line) && !perf_fields_ip(*text, &address, &key))
		return PERF_NO_EVENT_LINE; /* " ilen: 4 insn: 48" */
	if (UNLIKELY(is_comment(line)) &&
	    (kind != PERF_EVENT_LINE || event->tid.len == 0 ||
	     (event->time.len == 0 && event->cpu.len == 0 && !event->has_event)))
		return PERF_NO_EVENT_LINE;
	return kind;
}

static void read_other_line(struct ingest_run *run, struct slice line)
{
	struct slice text;
	struct perf_event event;
	enum perf_event_line kind;

	slice_drop(&line, SLICE("\r")); /* a blank at the end means that perf printed it */
	kind = perf_own_parse_event_line(line, &event, &text);
	if (kind == PERF_EVENT_LINE)
		perf_own_read_event_line(run, line, &event, text);
	else if (kind == PERF_EVENT_LINE_IF_STACK && wait_for_stack(run, line, &event))
		return;
	else if (line.ptr[0] == '#')
		perf_see_comment(run, line);
	else
		read_below_event(run, line);
}

static void perf_own_read_line(struct ingest_run *run, struct slice line)
{
	if (has_usual_address(line))
		perf_own_take_stack_line(run, slice_trim_left(slice_of(line.ptr + 1, PERF_ADDRESS)),
					 slice_tail(line, PERF_KEY_AT));
	else if (slice_is_blank(line))
		end_sample(run);
	else
		read_other_line(run, line);
}

static bool is_record_start(struct slice line)
{
	struct perf_event event;
	struct slice text;

	slice_drop(&line, SLICE("\r"));
	return slice_is_blank(line) ||
	       perf_own_parse_event_line(line, &event, &text) == PERF_EVENT_LINE;
}

/* Old perf prints the process as "(comm)". */
static bool perf_own_is_process_name(struct slice raw)
{
	return raw.len > 1 && raw.ptr[0] == '(' && raw.ptr[raw.len - 1] == ')' &&
	       perf_own_find_open(raw, raw.len - 1) == 0 &&
	       !slice_equal(raw, SLICE("(anonymous namespace)"));
}

static void perf_own_tidy(struct buf *out, struct slice part, const struct perf_options *options)
{
	size_t at = out->len;

	tidy_simplify(out, part, (enum tidy_simplify)options->simplify);
	tidy_separators(out, at);
}

/*
 * "perf-123.map" anywhere below a /tmp, perf inject's "jitted-123-4.so", or simpleperf's
 * "perf.data_jit_app_cache:0-784".
 */
static bool perf_own_is_jit(struct slice module)
{
	return perf_personality_perl.is_jit(module) || perf_personality_rust.is_jit(module) ||
	       slice_contains(module, SLICE("jit_app_cache:")) ||
	       slice_contains(module, SLICE("jit_zygote_cache:"));
}

static const struct note_kind kinds[PERF_NOTES] = {
	[PERF_UNRECOGNISED] = {"not a line of perf script", "unrecognised line",
			       "unrecognised lines", DIAG_WARNINGS, true, false},
	/* reported by report() */
	[PERF_NO_FRAME] = {NULL, NULL, NULL, DIAG_WARNINGS, true, false},
	[PERF_UNKNOWN_FIELD] = {NULL, NULL, NULL, DIAG_WARNINGS, true, false},
	[PERF_FIELD_LINE] = {NULL, "line of fields that are no frames",
			     "lines of fields that are no frames", DIAG_NOTES, false, false},
	[PERF_DECODER_ERROR] = {NULL, "decoder error (perf lost a part of the trace there)",
				"decoder errors (perf lost a part of the trace at each)",
				DIAG_WARNINGS, false, false},
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
	[PERF_UNREAD] =
		{NULL, "sample without its function: no address is before it on the event line",
		 "samples without their functions: no address is before them on event lines",
		 DIAG_WARNINGS, false, NOTE_KEPT},
	PERF_WEIGHT_KINDS,
	PERF_INLINED_KIND,
	[PERF_EARLY] = {.one = "sample earlier than time 0, labelled 0",
			.many = "samples earlier than time 0, labelled 0",
			.fails = NOTE_KEPT},
	[PERF_HUGE] = {"period beyond 2^64-1", NULL, NULL, DIAG_WARNINGS, true, true},
};

const struct perf_personality perf_personality_own = {
	.line = perf_own_read_line,
	.end = end_sample,
	.records = {.starts = is_record_start},
	.kinds = kinds,
	.reads_chainless = true,
	.reads_switches = true,
	.strip_offset = perf_strip_offset_any,
	.is_process_name = perf_own_is_process_name,
	.tidy = perf_own_tidy,
	.is_kernel = perf_is_kernel_module,
	.is_jit = perf_own_is_jit,
	.repairs_rust = true,
	.any_rust_code = true,
	.nameless_is_unknown = true,
	.unknown_is_kernel = true,
	.groups_inlined = true,
	.scopes_inlined = true,
	.filters_are_open = true,
	.names_rejected = true,
};
