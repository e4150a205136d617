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
#include "collapse/text.h"

#include "common/base/arena.h"
#include "common/base/checked.h"
#include "common/base/exact.h"

/*
 * Names have numbers; functions have their own cost, calls the inclusive cost of the callee.
 * The file has no call stacks, only the self cost of each function and the cost of its calls to
 * each other function. Stacks are computed by the assumption that a function spends in the same
 * proportions for every caller. The sum of the stacks is exact.
 */
enum {
	CALLGRIND_NO_EVENT = TEXT_NOTES,
	CALLGRIND_SUM,
	CALLGRIND_OVERFLOW,
	CALLGRIND_CUT, /* a call beyond the budget */
	CALLGRIND_NOTES
};

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

/* Calls of one function by another. */
struct callgrind_call {
	uint32_t callee;
	uint64_t cost; /* inclusive */
};

struct callgrind_function {
	frame_id frame;
	uint64_t self;
	struct callgrind_call *calls;
	size_t call_count, call_cap;
	uint64_t called;  /* cost of all calls of it */
	uint32_t on_path; /* while stacks are made: its depth on the current one, from 1 */
};

/* A zeroed one is empty. */
struct callgrind_graph {
	struct callgrind_function *functions;
	size_t count, cap;
	bool overflow; /* a sum passed 2^64-1 */
};

enum { MAX_NUMBER = 1 << 22 }; /* a larger one is not a number but an attack on memory */

static struct callgrind_name *at_number(struct callgrind_names *names, size_t number)
{
	size_t old = names->cap;

	if (number >= old) {
		names->at = memory_grow(names->at, &names->cap, number + 1, sizeof(*names->at));
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

static /*
 * Stacks of a call graph. A function that a cost c comes to shares it out between itself and its
 * calls in the proportion of the whole run,
 *
 *     c * cost of the calls of g / (own cost + cost of all calls)
 *
 * rounded down; what rounding leaves stays with the function, so nothing is lost on the way. Calls
 * of a function that is on the stack already are not part of the sum: recursion was paid for by the
 * first call.
 */

	uint32_t
	callgrind_add_function(struct callgrind_graph *graph, frame_id frame)
{
	graph->functions = memory_grow(graph->functions, &graph->cap, graph->count + 1,
				       sizeof(*graph->functions));
	graph->functions[graph->count] = (struct callgrind_function){.frame = frame};
	return (uint32_t)graph->count++;
}

static void callgrind_add(struct callgrind_graph *graph, uint64_t *sum, uint64_t cost)
{
	graph->overflow |= !u64_add(sum, cost);
}

static void callgrind_add_self(struct callgrind_graph *graph, uint32_t function, uint64_t cost)
{
	callgrind_add(graph, &graph->functions[function].self, cost);
}

static int by_callee(const void *a, const void *b)
{
	const struct callgrind_call *left = a, *right = b;

	return (left->callee > right->callee) - (left->callee < right->callee);
}

/* One entry for all calls of a function by another. */
static void join_calls(struct callgrind_graph *graph, struct callgrind_function *function)
{
	size_t left = 0, i;

	if (function->call_count == 0)
		return;
	qsort(function->calls, function->call_count, sizeof(*function->calls), by_callee);
	for (i = 1; i < function->call_count; i++) {
		if (function->calls[i].callee == function->calls[left].callee)
			callgrind_add(graph, &function->calls[left].cost, function->calls[i].cost);
		else
			function->calls[++left] = function->calls[i];
	}
	function->call_count = left + 1;
}

static void callgrind_add_call(struct callgrind_graph *graph, uint32_t caller, uint32_t callee,
			       uint64_t cost)
{
	struct callgrind_function *from = &graph->functions[caller];

	callgrind_add(graph, &graph->functions[callee].called, cost);
	if (from->call_count == from->call_cap) {
		join_calls(graph, from); /* as many as there are callees, not lines */
		from->calls = memory_grow(from->calls, &from->call_cap, 2 * from->call_count + 1,
					  sizeof(*from->calls));
	}
	from->calls[from->call_count++] = (struct callgrind_call){callee, cost};
}

static void callgrind_clear(struct callgrind_graph *graph)
{
	size_t i;

	for (i = 0; i < graph->count; i++)
		free(graph->functions[i].calls);
	free(graph->functions);
	*graph = (struct callgrind_graph){0};
}

/* The cost of everything: what all functions cost by themselves. */
static uint64_t callgrind_total(struct callgrind_graph *graph)
{
	uint64_t total = 0;
	size_t i;

	for (i = 0; i < graph->count; i++)
		callgrind_add(graph, &total, graph->functions[i].self);
	return total;
}

/* A function on the current stack. */
struct visit {
	uint32_t function;
	uint64_t cost; /* that reached it */
	uint64_t left; /* of that, not given to calls */
	uint64_t sum;  /* the total of the weights by which it is divided */
	size_t call;   /* the next one */
	uint64_t text; /* bytes of the names on the path */
	uint64_t held; /* units of the budget that are kept for the stack */
};

struct unfolding {
	struct ingest_run *run;
	struct callgrind_graph *graph;
	uint64_t least;
	struct visit *path;
	size_t depth, cap;
};

/* count * part / sum, rounded down; part is not above sum. */
static uint64_t share(uint64_t count, uint64_t part, uint64_t sum)
{
	struct u128 product = u128_multiply(count, part);

	u128_divide(&product, sum);
	return product.low;
}

static uint64_t text_with(const struct unfolding *unfolding,
			  const struct callgrind_function *callee)
{
	const uint64_t above = unfolding->depth > 0 ? unfolding->path[unfolding->depth - 1].text
						    : 0;

	return above + 1 + intern_name(&unfolding->run->profile.names, callee->frame).len;
}

/* Units that adding the stack with one more frame may take. */
static uint64_t units_of(const struct unfolding *unfolding, const struct callgrind_function *callee)
{
	return (unfolding->depth + 1) * (1 + (uint64_t)STACK_BUDGET_NEW) +
	       text_with(unfolding, callee) / STACK_BUDGET_TEXT;
}

static void callgrind_enter(struct unfolding *unfolding, uint32_t index, uint64_t cost)
{
	struct callgrind_function *function = &unfolding->graph->functions[index];
	struct visit visit = {.function = index, .cost = cost, .left = cost, .sum = function->self};
	size_t i;

	visit.text = text_with(unfolding, function);
	visit.held = units_of(unfolding, function);
	unfolding->path = memory_grow(unfolding->path, &unfolding->cap, unfolding->depth + 1,
				      sizeof(*unfolding->path));
	function->on_path = (uint32_t)unfolding->depth + 1;
	text_push_frame(unfolding->run, function->frame);
	for (i = 0; i < function->call_count; i++) {
		const struct callgrind_call *call = &function->calls[i];

		if (unfolding->graph->functions[call->callee].on_path == 0)
			callgrind_add(unfolding->graph, &visit.sum, call->cost);
	}
	if (cost < unfolding->least)
		visit.call = function->call_count;
	unfolding->path[unfolding->depth++] = visit;
}

static void callgrind_leave(struct unfolding *unfolding)
{
	const struct visit *visit = &unfolding->path[--unfolding->depth];

	if (unfolding->depth > 0) /* a root is entered in any case */
		unfolding->run->budget.spent -= visit->held;
	text_count(unfolding->run, TEXT_ROOT_FIRST, visit->left);
	text_cut(unfolding->run, unfolding->depth);
	unfolding->graph->functions[visit->function].on_path = 0;
}

/*
 * True if a stack with one more frame may be made, and its calls looked at. Ways through a graph
 * may be exponentially many: beyond the budget costs stay with the caller. What is taken here for
 * the stack is given back where it is counted.
 */
static bool affords(struct unfolding *unfolding, const struct callgrind_function *callee)
{
	if (stack_budget_take(&unfolding->run->budget,
			      units_of(unfolding, callee) + callee->call_count))
		return true;
	notes_count(&unfolding->run->notes, CALLGRIND_CUT, 1);
	return false;
}

/* Everything that a cost at a root comes to. */
static void unfold(struct unfolding *unfolding, uint32_t root, uint64_t cost)
{
	unfolding->run->budget.spent += unfolding->graph->functions[root].call_count;
	callgrind_enter(unfolding, root, cost);
	while (unfolding->depth > 0) {
		struct visit *visit = &unfolding->path[unfolding->depth - 1];
		const struct callgrind_function *function =
			&unfolding->graph->functions[visit->function];
		const struct callgrind_call *call;
		uint64_t part;

		if (visit->call == function->call_count) {
			callgrind_leave(unfolding);
			continue;
		}
		call = &function->calls[visit->call++];
		if (call->cost == 0 || unfolding->graph->functions[call->callee].on_path > 0)
			continue;
		part = share(visit->cost, call->cost, visit->sum);
		if (part == 0 || !affords(unfolding, &unfolding->graph->functions[call->callee]))
			continue;
		visit->left -= part;
		callgrind_enter(unfolding, call->callee, part);
	}
}

/* The cost of a function that no call of it accounts for: it begins stacks. */
static uint64_t root_cost(struct callgrind_graph *graph, const struct callgrind_function *function)
{
	uint64_t inclusive = function->self;
	size_t i;

	for (i = 0; i < function->call_count; i++)
		callgrind_add(graph, &inclusive, function->calls[i].cost);
	return inclusive > function->called ? inclusive - function->called : 0;
}

/*
 * Unfold the call graph to stacks. In callgrind's own files the roots' costs add up to the total.
 * In other files (recursion, edited ones) roots are scaled to the total, and the last root takes
 * the rounding error.
 */
static void callgrind_unfold(struct ingest_run *run, struct callgrind_graph *graph, uint64_t least)
{
	struct unfolding unfolding = {.run = run, .graph = graph, .least = least};
	uint64_t total = callgrind_total(graph), roots = 0, left = total;
	size_t i;

	for (i = 0; i < graph->count; i++)
		join_calls(graph, &graph->functions[i]);
	for (i = 0; i < graph->count; i++)
		callgrind_add(graph, &roots, root_cost(graph, &graph->functions[i]));
	for (i = 0; i < graph->count && !graph->overflow; i++) {
		uint64_t cost = root_cost(graph, &graph->functions[i]);

		if (cost == 0)
			continue;
		if (roots != total)
			cost = share(total, cost, roots);
		left -= cost;
		unfold(&unfolding, (uint32_t)i, cost);
	}
	if (!graph->overflow && left > 0) {
		text_push(run, SLICE("[unknown]"));
		text_finish(run, TEXT_ROOT_FIRST, left);
	}
	free(unfolding.path);
}

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

static uint32_t callgrind_function_of(struct ingest_run *run, struct slice object,
				      struct slice name)
{
	struct callgrind *callgrind = run->state;
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
	struct callgrind *callgrind = run->state;
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
	.signs = {is_events, is_function},
	.prepare = callgrind_prepare,
};
