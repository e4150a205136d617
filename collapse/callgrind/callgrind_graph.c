/* SPDX-License-Identifier: MIT */
/*
 * Stacks of a call graph. A function that a cost c comes to shares it out between itself and its
 * calls in the proportion of the whole run,
 *
 *     c * cost of the calls of g / (own cost + cost of all calls)
 *
 * rounded down; what rounding leaves stays with the function, so nothing is lost on the way. Calls
 * of a function that is on the stack already are not part of the sum: recursion was paid for by the
 * first call.
 */
#include "collapse/callgrind/callgrind.h"
#include "common/base/checked.h"
#include "common/base/u128.h"
#include "common/memory/arena.h"

uint32_t callgrind_add_function(struct callgrind_graph *graph, frame_id frame)
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

void callgrind_add_self(struct callgrind_graph *graph, uint32_t function, uint64_t cost)
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

void callgrind_add_call(struct callgrind_graph *graph, uint32_t caller, uint32_t callee,
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

void callgrind_clear(struct callgrind_graph *graph)
{
	size_t i;

	for (i = 0; i < graph->count; i++)
		free(graph->functions[i].calls);
	free(graph->functions);
	*graph = (struct callgrind_graph){0};
}

uint64_t callgrind_total(struct callgrind_graph *graph)
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
void callgrind_unfold(struct ingest_run *run, struct callgrind_graph *graph, uint64_t least)
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
