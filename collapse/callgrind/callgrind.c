/* SPDX-License-Identifier: MIT */
/*
 * The callgrind format, version 1 (valgrind's manual, "Callgrind Format Specification"):
 *
 *     events: Ir Dr
 *     fn=(1) main
 *     16 400 20          line, then costs; trailing zeros may be missing
 *     cfn=(2) work
 *     calls=50 40        of the function called; the next line is what they cost in all
 *     16 20000 1000
 *
 * Names are given once and then by their number. Function, file and object are separate numberings.
 */
#include "collapse/callgrind/callgrind.h"
#include "collapse/probe.h"

struct callgrind_options {
	struct slice event;
	uint64_t least_share; /* of the total, in units of 10^-6 */
};

static bool parse_percent(struct slice text, void *field, struct buf *problem)
{
	struct ingest_run nobody = {0};
	uint64_t *share = field;

	if (text.len > 0 && text.len < 12 && text_take_decimal(&nobody, &text, 4, share) &&
	    text.len == 0 && *share <= 1000000)
		return true;
	buf_add_text(problem, "a percentage is expected");
	return false;
}

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Callgrind"},
	{OPT_TEXT, .name = "event", .value = "NAME", OPT_AT(struct callgrind_options, event),
	 .help = "Count this event instead of the first one: Ir, Dr, D1mr, Bcm, ...",
	 .detail = "The message about an unknown name lists the known ones."},
	{OPT_CALL, .name = "least", .value = "PERCENT",
	 OPT_AT(struct callgrind_options, least_share), .parse = parse_percent,
	 .help = "Do not follow calls below PERCENT of the total; the default is 0.01",
	 .detail = "Their cost stays with the calling function. 0 follows everything; that may "
		   "take very long, for the number of paths can grow exponentially."},
};

static const struct note_kind kinds[] = {
	TEXT_NOTE_ROWS,
	[CALLGRIND_NO_EVENT] = {.message = "no such event in this file; there are",
				.fails = NOTE_FAILS},
	[CALLGRIND_SUM] = {.message = "the costs of the functions do not add up to the total of "
				      "the file",
			   .one = "total that does not add up",
			   .many = "totals that do not add up",
			   .fails_strict = true},
	[CALLGRIND_OVERFLOW] = {.message = "the costs pass 2^64-1", .fails = NOTE_FAILS},
	[CALLGRIND_CUT] = {.one = "call whose cost stays with the caller: too many ways lead to it",
			   .many = "calls whose cost stays with the caller: too many ways lead to "
				   "them",
			   .fails_strict = true,
			   .fails = NOTE_KEPT},
};

struct callgrind {
	struct text text;
	struct callgrind_graph graph;
	struct callgrind_names functions, objects;
	struct intern object_names;
	struct intern known; /* "object\nfunction", numbered as in the graph */
	struct buf key;
	struct slice object;        /* of the current function */
	struct slice called_object; /* cob=, for the next cfn= */
	bool has_function, has_callee, is_call;
	uint32_t function, callee;

	size_t positions; /* columns before the costs */
	size_t event;     /* column of the event that is counted */
	bool has_event;
	uint64_t summary, totals; /* of the event, from the file; sums of all its parts */
	bool has_summary, has_totals;
};

static struct callgrind *callgrind_of(const struct ingest_run *run)
{
	return run->state;
}

static uint32_t callgrind_function_of(struct ingest_run *run, struct slice object,
				      struct slice name)
{
	struct callgrind *callgrind = callgrind_of(run);
	frame_id id;

	buf_reset(&callgrind->key);
	buf_add(&callgrind->key, object);
	buf_add_char(&callgrind->key, '\n');
	buf_add(&callgrind->key, name);
	id = intern_add(&callgrind->known, buf_slice(&callgrind->key));
	if (id == callgrind->graph.count) {
		name = callgrind_without_callers(name);
		callgrind_add_function(&callgrind->graph, text_frame(run, name));
	}
	return id;
}

/* Like callgrind_function_of(), with a short cut: the number of the name may have its id already. */
static uint32_t function_met(struct ingest_run *run, struct slice object, struct slice name,
			     struct callgrind_name *numbered)
{
	if (!numbered)
		return callgrind_function_of(run, object, name);
	if (!numbered->is_met || numbered->object.ptr != object.ptr) {
		numbered->function = callgrind_function_of(run, object, name);
		numbered->object = object;
		numbered->is_met = true;
	}
	return numbered->function;
}

static void see_function(struct ingest_run *run, struct slice line, struct slice value,
			 bool is_callee)
{
	struct callgrind *callgrind = callgrind_of(run);
	struct callgrind_name *numbered;
	struct slice name;

	if (!callgrind_take_name(&callgrind->functions, value, &name, &numbered)) {
		text_note(run, TEXT_BAD_LINE, line);
		callgrind->has_callee = false;
		callgrind->has_function &= is_callee;
		return;
	}
	if (is_callee) {
		callgrind->callee = function_met(run, callgrind->called_object, name, numbered);
		callgrind->has_callee = true;
		callgrind->called_object = callgrind->object;
	} else {
		callgrind->function = function_met(run, callgrind->object, name, numbered);
		callgrind->has_function = true;
	}
}

/* The one copy of a name: objects are compared by where their names are. */
static struct slice only(struct intern *names, struct slice name)
{
	return intern_name(names, intern_add(names, name));
}

static void see_object(struct ingest_run *run, struct slice line, struct slice value,
		       bool is_callee)
{
	struct callgrind *callgrind = callgrind_of(run);
	struct callgrind_name *numbered;
	struct slice name;

	if (!callgrind_take_name(&callgrind->objects, value, &name, &numbered)) {
		text_note(run, TEXT_BAD_LINE, line);
		return;
	}
	if (!numbered || !numbered->is_met)
		name = only(&callgrind->object_names, name);
	if (numbered) {
		numbered->name = name;
		numbered->is_met = true;
	}
	if (!is_callee)
		callgrind->object = name;
	callgrind->called_object = name;
}

/* "events: Ir Dr Dw" */
static void see_events(struct ingest_run *run, struct slice names)
{
	const struct callgrind_options *options = run->options;
	struct callgrind *callgrind = callgrind_of(run);
	struct slice rest = names, word;
	size_t column = 0;

	callgrind->has_event = false;
	for (; slice_word(&rest, &word); column++) {
		if (options->event.len > 0 ? slice_equal(word, options->event) : column == 0) {
			callgrind->event = column;
			callgrind->has_event = true;
			header_add(&run->profile.header, HEADER_EVENT, word);
			header_add(&run->profile.header, HEADER_UNIT,
				   slice_equal(word, SLICE("Ir")) ? SLICE("instructions") : word);
		}
	}
	if (!callgrind->has_event)
		text_note(run, CALLGRIND_NO_EVENT, slice_trim(names));
}

/*
 * Take the next column, and the blanks before it, off the front. Nearly all lines are two short
 * columns: going from byte to byte is the quickest way through.
 */
static inline bool take_column(struct slice *rest, struct slice *column)
{
	const char *at = rest->ptr, *end = at + rest->len, *begin;

	while (at < end && char_is_blank(*at))
		at++;
	for (begin = at; at < end && !char_is_blank(*at);)
		at++;
	*column = slice_between(begin, at);
	*rest = slice_between(at, end);
	return column->len > 0;
}

enum { SURE_DIGITS = 19 }; /* as many fit whatever they are */

/* The cost of the event among `costs`; missing costs at the end are 0. */
static bool callgrind_take_cost(struct ingest_run *run, struct slice costs, uint64_t *cost)
{
	const struct callgrind *callgrind = callgrind_of(run);
	struct slice text = {0};
	size_t column, i;

	*cost = 0;
	for (column = 0; column <= callgrind->event; column++) {
		if (!take_column(&costs, &text))
			return true;
		for (i = 0; i < text.len; i++) {
			if (!char_is_digit(text.ptr[i]))
				return false;
		}
	}
	if (text.len > SURE_DIGITS)
		return text_take_count(run, &text, cost);
	for (i = 0; i < text.len; i++)
		*cost = *cost * 10 + (uint64_t)(text.ptr[i] - '0');
	return true;
}

/* "16 400 20", "+3 5", "* 7": positions and costs. */
static bool see_costs(struct ingest_run *run, struct slice line)
{
	struct callgrind *callgrind = callgrind_of(run);
	struct slice column;
	uint64_t cost;
	size_t i;

	if (!callgrind->has_function)
		return false;
	for (i = 0; i < callgrind->positions; i++) {
		if (!take_column(&line, &column))
			return false;
	}
	if (!callgrind_take_cost(run, line, &cost))
		return false;
	if (!callgrind->is_call)
		callgrind_add_self(&callgrind->graph, callgrind->function, cost);
	else if (callgrind->has_callee)
		callgrind_add_call(&callgrind->graph, callgrind->function, callgrind->callee, cost);
	callgrind->is_call = callgrind->has_callee = false;
	return true;
}

static bool take_key(struct slice line, const char *key, struct slice *value)
{
	*value = line;
	return slice_skip(value, slice_from(key));
}

/*
 * "summary: 10 2" is what was counted, "totals: 10 2" the sum of what follows; they may differ by
 * what happened between two functions.
 */
static bool see_total(struct ingest_run *run, struct slice line)
{
	struct callgrind *callgrind = callgrind_of(run);
	struct slice value;
	uint64_t total;
	bool is_summary = take_key(line, "summary:", &value);

	if (!is_summary && !take_key(line, "totals:", &value))
		return false;
	if (!callgrind->has_event || !callgrind_take_cost(run, value, &total))
		return true;
	if (is_summary)
		callgrind->summary += total;
	else
		callgrind->totals += total;
	callgrind->has_summary |= is_summary;
	callgrind->has_totals |= !is_summary;
	return true;
}

static bool callgrind_header(struct ingest_run *run, struct slice line)
{
	struct callgrind *callgrind = callgrind_of(run);
	struct slice value, word;

	if (take_key(line, "events:", &value)) {
		see_events(run, value);
	} else if (take_key(line, "positions:", &value)) {
		callgrind->positions = 0;
		while (slice_word(&value, &word))
			callgrind->positions++;
	} else if (take_key(line, "cmd:", &value)) {
		header_add(&run->profile.header, HEADER_COMMAND, slice_trim(value));
	} else if (!see_total(run, line)) {
		/* "desc: I1 cache:", "pid: 4711" */
		size_t colon = slice_find(line, ':');

		return colon != SLICE_NONE && slice_all(slice_head(line, colon), char_is_word);
	}
	return true;
}

/* "fn=(2) work"; keys without meaning for costs, such as the file's, are skipped. */
static void see_name(struct ingest_run *run, struct slice line, struct slice key,
		     struct slice value)
{
	if (slice_equal(key, SLICE("fn")))
		see_function(run, line, value, false);
	else if (slice_equal(key, SLICE("cfn")))
		see_function(run, line, value, true);
	else if (slice_equal(key, SLICE("calls")))
		callgrind_of(run)->is_call = true;
	else if (slice_equal(key, SLICE("ob")))
		see_object(run, line, value, false);
	else if (slice_equal(key, SLICE("cob")))
		see_object(run, line, value, true);
}

enum { LONGEST_KEY = 5 }; /* calls= */

static void callgrind_line(struct ingest_run *run, struct slice line)
{
	struct callgrind *callgrind = callgrind_of(run);
	size_t equals = 0, most = line.len < LONGEST_KEY + 1 ? line.len : LONGEST_KEY + 1;

	if (callgrind->positions == 0)
		callgrind->positions = 1;
	if (line.len == 0 || line.ptr[0] == '#')
		return;
	if (char_is_digit(line.ptr[0]) || line.ptr[0] == '+' || line.ptr[0] == '-' ||
	    line.ptr[0] == '*') {
		if (callgrind->has_event && !see_costs(run, line))
			text_note(run, TEXT_BAD_LINE, line);
		return;
	}
	while (equals < most && line.ptr[equals] != '=')
		equals++;
	if (equals < most)
		see_name(run, line, slice_head(line, equals), slice_tail(line, equals + 1));
	else if (!callgrind_header(run, line))
		text_note(run, TEXT_BAD_LINE, line);
}

static void callgrind_release(void *state)
{
	struct callgrind *callgrind = state;

	callgrind_clear(&callgrind->graph);
	intern_release(&callgrind->object_names);
	intern_release(&callgrind->known);
	buf_release(&callgrind->key);
	callgrind_names_release(&callgrind->functions);
	callgrind_names_release(&callgrind->objects);
}

/* The next file begins with nothing known. */
static void callgrind_forget(struct callgrind *callgrind)
{
	struct text text = callgrind->text;

	callgrind_release(callgrind);
	*callgrind = (struct callgrind){.text = text};
}

static void callgrind_end(struct ingest_run *run)
{
	const struct callgrind_options *options = run->options;
	struct callgrind *callgrind = callgrind_of(run);
	uint64_t total = callgrind_total(&callgrind->graph);

	if (callgrind->has_totals ? callgrind->totals != total
				  : callgrind->has_summary && callgrind->summary != total)
		text_note(run, CALLGRIND_SUM, SLICE(""));
	if (callgrind->graph.count > 0)
		callgrind_unfold(run, &callgrind->graph,
				 total / 1000000 * options->least_share +
					 total % 1000000 * options->least_share / 1000000);
	if (callgrind->graph.overflow)
		text_note(run, CALLGRIND_OVERFLOW, SLICE(""));
	callgrind_forget(callgrind);
}

static bool callgrind_prepare(struct collapse_setup *setup)
{
	struct callgrind_options *options = setup->options;

	if (!opt_given(setup->given, "least"))
		options->least_share = 100; /* 0.01 % */
	return true;
}

static bool is_events(struct slice line)
{
	return slice_starts(line, SLICE("events: "));
}

static bool is_function(struct slice line)
{
	return slice_starts(line, SLICE("fn="));
}

static enum probe callgrind_probe(struct slice head, bool whole)
{
	return probe_both(head, whole, is_events, is_function);
}

static const struct text_format format = {
	.line = callgrind_line,
	.end = callgrind_end,
	.state_size = sizeof(struct callgrind),
	.release = callgrind_release,
	.kinds = kinds,
	.kind_count = CALLGRIND_NOTES,
};

const struct collapser collapse_callgrind = {
	.name = "callgrind",
	.summary = "folded stacks from the call graph of valgrind's callgrind",
	.rows = rows,
	.row_count = ARRAY_LEN(rows),
	.options_size = sizeof(struct callgrind_options),
	.text = &format,
	.probe = callgrind_probe,
	.prepare = callgrind_prepare,
};
