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
#include "collapse/formats/call_graph.h"

#include "common/base/arena.h"

enum { CALLGRIND_NO_EVENT = CALL_GRAPH_NOTES, CALLGRIND_SUM, CALLGRIND_NOTES };

/* A name that has a number, and which function it is in the object where it was last met. */
struct callgrind_name {
	struct slice name; /* not known: no pointer */
	struct slice object;
	uint32_t function;
	bool is_met;
};

/* The names of one file by their numbers: of functions, or of objects. A zeroed one is empty. */
struct callgrind_names {
	struct callgrind_name *at;
	size_t cap;
	struct arena arena;
};

enum { MAX_NUMBER = 1 << 22 }; /* a larger one is not a number but an attack on memory */

static struct callgrind_name *at_number(struct callgrind_names *names, size_t number)
{
	size_t old = names->cap;

	if (number >= old) {
		MEMORY_ROOM(names->at, number, names->cap);
		memset(names->at + old, 0, (names->cap - old) * sizeof(*names->at));
	}
	return &names->at[number];
}

/*
 * The number in "(7) name", taken off; false where there is none. One that is too large: MAX_NUMBER
 * + 1.
 */
static bool callgrind_take_number(struct slice *text, size_t *number)
{
	size_t at = 1;

	*number = 0;
	if (text->len == 0 || text->ptr[0] != '(')
		return false;
	for (; at < text->len && char_is_digit(text->ptr[at]); at++) {
		if (*number <= MAX_NUMBER)
			*number = *number * 10 + (size_t)(text->ptr[at] - '0');
	}
	if (at == 1 || at == text->len || text->ptr[at] != ')')
		return false;
	*text = slice_tail(*text, at + 1);
	return true;
}

/*
 * "(7) name", "(7)" or "name", which has no number: then `*numbered` is NULL, else it is good until
 * the next call. False if the number is too large, or was never given a name.
 */
static bool callgrind_take_name(struct callgrind_names *names, struct slice text,
				struct slice *name, struct callgrind_name **numbered)
{
	size_t number;

	*name = text;
	*numbered = NULL;
	if (!callgrind_take_number(&text, &number))
		return true;
	if (number > MAX_NUMBER)
		return false;
	*numbered = at_number(names, number);
	text = text.len > 0 ? slice_trim(text) : text;
	if (text.len > 0 && !slice_equal(text, (*numbered)->name))
		**numbered = (struct callgrind_name){.name = arena_copy(&names->arena, text)};
	*name = (*numbered)->name;
	return name->ptr != NULL;
}

/*
 * "f'g'main" is f called by g called by main, with --separate-callers, and "f'2" f in its second
 * recursion. The quotes of a lambda of C++, 'lambda'(int), open where no name can end.
 */
static struct slice callgrind_without_callers(struct slice name)
{
	size_t at, depth = 0;

	for (at = 0; at < name.len; at++) {
		char c = name.ptr[at];

		if (c == '(')
			depth++;
		else if (c == ')' && depth > 0)
			depth--;
		if (c != '\'')
			continue;
		if (at == 0 || slice_find(SLICE(":(,< &*"), name.ptr[at - 1]) != SLICE_NONE) {
			size_t close = slice_find(slice_tail(name, at + 1), '\'');

			at += close == SLICE_NONE ? 0 : close + 1;
		} else if (depth == 0 && at + 1 < name.len) {
			return slice_head(name, at);
		}
	}
	return name;
}

static void callgrind_names_release(struct callgrind_names *names)
{
	free(names->at);
	arena_release(&names->arena);
}

struct callgrind_options {
	struct slice event;
	uint64_t least_share; /* of the total, in units of 10^-6 */
};

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Callgrind"},
	{OPT_TEXT, .name = "event", .value = "NAME", OPT_AT(struct callgrind_options, event),
	 .help = "Count this event instead of the first one: Ir, Dr, D1mr, Bcm, ...",
	 .detail = "The message about an unknown name lists the known ones."},
	CALL_GRAPH_LEAST_ROW(struct callgrind_options, least_share),
};

static const struct note_kind kinds[] = {
	CALL_GRAPH_NOTE_ROWS,
	[CALLGRIND_NO_EVENT] = {.message = "no such event in this file; there are",
				.fails = NOTE_FAILS},
	[CALLGRIND_SUM] = {.message = "the costs of the functions do not add up to the total of "
				      "the file",
			   .one = "total that does not add up",
			   .many = "totals that do not add up",
			   .fails_strict = true},
};

struct callgrind {
	struct text text;
	struct call_graph graph;
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

static uint32_t callgrind_function_of(struct ingest_run *run, struct slice object,
				      struct slice name)
{
	struct callgrind *callgrind = run->state;
	frame_id id;

	buf_set(&callgrind->key, object);
	buf_add_char(&callgrind->key, '\n');
	buf_add(&callgrind->key, name);
	id = intern_add(&callgrind->known, buf_slice(&callgrind->key));
	if (id == callgrind->graph.count) {
		name = callgrind_without_callers(name);
		call_graph_add_function(&callgrind->graph, text_frame(run, name));
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
	struct callgrind *callgrind = run->state;
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

static void see_object(struct ingest_run *run, struct slice line, struct slice value,
		       bool is_callee)
{
	struct callgrind *callgrind = run->state;
	struct callgrind_name *numbered;
	struct slice name;

	if (!callgrind_take_name(&callgrind->objects, value, &name, &numbered)) {
		text_note(run, TEXT_BAD_LINE, line);
		return;
	}
	/* Objects are compared by the addresses of their names, so each name has one copy. */
	if (!numbered || !numbered->is_met)
		name = intern_name(&callgrind->object_names,
				   intern_add(&callgrind->object_names, name));
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
	struct callgrind *callgrind = run->state;
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
	const struct callgrind *callgrind = run->state;
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
	struct callgrind *callgrind = run->state;
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
		call_graph_add_self(&callgrind->graph, callgrind->function, cost);
	else if (callgrind->has_callee)
		call_graph_add_call(&callgrind->graph, callgrind->function, callgrind->callee,
				    cost);
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
	struct callgrind *callgrind = run->state;
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
	struct callgrind *callgrind = run->state;
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
	struct callgrind *callgrind = run->state;

	if (slice_equal(key, SLICE("fn")))
		see_function(run, line, value, false);
	else if (slice_equal(key, SLICE("cfn")))
		see_function(run, line, value, true);
	else if (slice_equal(key, SLICE("calls")))
		callgrind->is_call = true;
	else if (slice_equal(key, SLICE("ob")))
		see_object(run, line, value, false);
	else if (slice_equal(key, SLICE("cob")))
		see_object(run, line, value, true);
}

enum { LONGEST_KEY = 5 }; /* calls= */

static void callgrind_line(struct ingest_run *run, struct slice line)
{
	struct callgrind *callgrind = run->state;
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

	call_graph_clear(&callgrind->graph);
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
	struct callgrind *callgrind = run->state;
	uint64_t total = call_graph_total(&callgrind->graph);

	if (callgrind->has_totals ? callgrind->totals != total
				  : callgrind->has_summary && callgrind->summary != total)
		text_note(run, CALLGRIND_SUM, SLICE(""));
	if (callgrind->graph.count > 0)
		call_graph_unfold(run, &callgrind->graph, options->least_share);
	callgrind_forget(callgrind);
}

static bool callgrind_prepare(struct collapse_setup *setup)
{
	struct callgrind_options *options = setup->options;

	if (!opt_given(setup->given, "least"))
		options->least_share = CALL_GRAPH_LEAST;
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

static const struct text_format format = {
	.line = callgrind_line,
	.end = callgrind_end,
	.state_size = sizeof(struct callgrind),
	.release = callgrind_release,
	.kinds = TEXT_KINDS(kinds),
};

const struct collapser collapse_callgrind = {
	.name = "callgrind",
	.summary = "folded stacks from the call graph of valgrind's callgrind",
	.rows = COLLAPSE_OPTIONS(rows, struct callgrind_options),
	.text = &format,
	.signs = {is_events, is_function},
	.prepare = callgrind_prepare,
};
