/* SPDX-License-Identifier: MIT */
#include "collapse/formats/call_graph.h"

#include "common/base/checked.h"
#include "common/base/exact.h"

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
uint32_t call_graph_add_function(struct call_graph *graph, frame_id frame)
{
	MEMORY_ROOM(graph->functions, graph->count, graph->cap);
	graph->functions[graph->count] = (struct call_graph_function){.frame = frame};
	return (uint32_t)graph->count++;
}

static void call_graph_add(struct call_graph *graph, uint64_t *sum, uint64_t cost)
{
	graph->overflow |= !u64_add(sum, cost);
}

void call_graph_add_self(struct call_graph *graph, uint32_t function, uint64_t cost)
{
	call_graph_add(graph, &graph->functions[function].self, cost);
}

static int call_graph_by_callee(const void *a, const void *b)
{
	const struct call_graph_call *left = a, *right = b;

	return (left->callee > right->callee) - (left->callee < right->callee);
}

/* One entry for all calls of a function by another. */
static void call_graph_join(struct call_graph *graph, struct call_graph_function *function)
{
	size_t left = 0, i;

	if (function->call_count == 0)
		return;
	SORT(function->calls, function->call_count, call_graph_by_callee);
	for (i = 1; i < function->call_count; i++) {
		if (function->calls[i].callee == function->calls[left].callee)
			call_graph_add(graph, &function->calls[left].cost, function->calls[i].cost);
		else
			function->calls[++left] = function->calls[i];
	}
	function->call_count = left + 1;
}

void call_graph_add_call(struct call_graph *graph, uint32_t caller, uint32_t callee, uint64_t cost)
{
	struct call_graph_function *from = &graph->functions[caller];

	call_graph_add(graph, &graph->functions[callee].called, cost);
	if (from->call_count == from->call_cap) {
		call_graph_join(graph, from); /* as many as there are callees, not lines */
		MEMORY_NEED(from->calls, 2 * from->call_count + 1, from->call_cap);
	}
	from->calls[from->call_count++] = (struct call_graph_call){callee, cost};
}

void call_graph_clear(struct call_graph *graph)
{
	size_t i;

	for (i = 0; i < graph->count; i++)
		free(graph->functions[i].calls);
	free(graph->functions);
	*graph = (struct call_graph){0};
}

/* The cost of everything: what all functions cost by themselves. */
uint64_t call_graph_total(struct call_graph *graph)
{
	uint64_t total = 0;
	size_t i;

	for (i = 0; i < graph->count; i++)
		call_graph_add(graph, &total, graph->functions[i].self);
	return total;
}

/* A function on the current stack. */
struct call_graph_visit {
	uint32_t function;
	uint64_t cost; /* that reached it */
	uint64_t left; /* of that, not given to calls */
	uint64_t sum;  /* the total of the weights by which it is divided */
	size_t call;   /* the next one */
	uint64_t text; /* bytes of the names on the path */
	uint64_t held; /* units of the budget that are kept for the stack */
};

struct call_graph_walk {
	struct ingest_run *run;
	struct call_graph *graph;
	uint64_t least;
	struct call_graph_visit *path;
	size_t depth, cap;
};

/* count * part / sum, rounded down; part is not above sum. */
uint64_t call_graph_share(uint64_t count, uint64_t part, uint64_t sum)
{
	struct u128 product = u128_multiply(count, part);

	u128_divide(&product, sum);
	return product.low;
}

static uint64_t call_graph_text(const struct call_graph_walk *walk,
				const struct call_graph_function *callee)
{
	const uint64_t above = walk->depth > 0 ? walk->path[walk->depth - 1].text : 0;

	return above + 1 + intern_name(&walk->run->profile.names, callee->frame).len;
}

/* Units that adding the stack with one more frame may take. */
static uint64_t call_graph_units(const struct call_graph_walk *walk,
				 const struct call_graph_function *callee)
{
	return (walk->depth + 1) * (1 + (uint64_t)STACK_BUDGET_NEW) +
	       call_graph_text(walk, callee) / STACK_BUDGET_TEXT;
}

static void call_graph_enter(struct call_graph_walk *walk, uint32_t index, uint64_t cost)
{
	struct call_graph_function *function = &walk->graph->functions[index];
	struct call_graph_visit visit = {
		.function = index, .cost = cost, .left = cost, .sum = function->self};
	size_t i;

	visit.text = call_graph_text(walk, function);
	visit.held = call_graph_units(walk, function);
	MEMORY_ROOM(walk->path, walk->depth, walk->cap);
	function->on_path = (uint32_t)walk->depth + 1;
	text_push_frame(walk->run, function->frame);
	for (i = 0; i < function->call_count; i++) {
		const struct call_graph_call *call = &function->calls[i];

		if (walk->graph->functions[call->callee].on_path == 0)
			call_graph_add(walk->graph, &visit.sum, call->cost);
	}
	if (cost < walk->least)
		visit.call = function->call_count;
	walk->path[walk->depth++] = visit;
}

static void call_graph_leave(struct call_graph_walk *walk)
{
	const struct call_graph_visit *visit = &walk->path[--walk->depth];

	if (walk->depth > 0) /* a root is entered in any case */
		walk->run->budget.spent -= visit->held;
	text_count(walk->run, TEXT_ROOT_FIRST, visit->left);
	text_cut(walk->run, walk->depth);
	walk->graph->functions[visit->function].on_path = 0;
}

/*
 * True if a stack with one more frame may be made, and its calls looked at. Ways through a graph
 * may be exponentially many: beyond the budget costs stay with the caller. What is taken here for
 * the stack is given back where it is counted.
 */
static bool call_graph_affords(struct call_graph_walk *walk,
			       const struct call_graph_function *callee)
{
	if (stack_budget_take(&walk->run->budget,
			      call_graph_units(walk, callee) + callee->call_count))
		return true;
	notes_count(&walk->run->notes, CALL_GRAPH_CUT, 1);
	return false;
}

/* Everything that a cost at a root comes to. */
static void call_graph_unfold_root(struct call_graph_walk *walk, uint32_t root, uint64_t cost)
{
	walk->run->budget.spent += walk->graph->functions[root].call_count;
	call_graph_enter(walk, root, cost);
	while (walk->depth > 0) {
		struct call_graph_visit *visit = &walk->path[walk->depth - 1];
		const struct call_graph_function *function =
			&walk->graph->functions[visit->function];
		const struct call_graph_call *call;
		uint64_t part;

		if (visit->call == function->call_count) {
			call_graph_leave(walk);
			continue;
		}
		call = &function->calls[visit->call++];
		if (call->cost == 0 || walk->graph->functions[call->callee].on_path > 0)
			continue;
		part = call_graph_share(visit->cost, call->cost, visit->sum);
		if (part == 0 || !call_graph_affords(walk, &walk->graph->functions[call->callee]))
			continue;
		visit->left -= part;
		call_graph_enter(walk, call->callee, part);
	}
}

/* The cost of a function that no call of it accounts for: it begins stacks. */
static uint64_t call_graph_root_cost(struct call_graph *graph,
				     const struct call_graph_function *function)
{
	uint64_t inclusive = function->self;
	size_t i;

	for (i = 0; i < function->call_count; i++)
		call_graph_add(graph, &inclusive, function->calls[i].cost);
	return inclusive > function->called ? inclusive - function->called : 0;
}

/*
 * In files that were written by one run the roots' costs add up to the total. In other files
 * (recursion, edited ones) roots are scaled to the total, and the last root takes the rounding error.
 */
void call_graph_unfold(struct ingest_run *run, struct call_graph *graph, uint64_t least_share)
{
	uint64_t total = call_graph_total(graph), roots = 0, left = total;
	struct call_graph_walk walk = {
		.run = run,
		.graph = graph,
		.least = total / 1000000 * least_share + total % 1000000 * least_share / 1000000,
	};
	size_t i;

	for (i = 0; i < graph->count; i++)
		call_graph_join(graph, &graph->functions[i]);
	for (i = 0; i < graph->count; i++)
		call_graph_add(graph, &roots, call_graph_root_cost(graph, &graph->functions[i]));
	for (i = 0; i < graph->count && !graph->overflow; i++) {
		uint64_t cost = call_graph_root_cost(graph, &graph->functions[i]);

		if (cost == 0)
			continue;
		if (roots != total)
			cost = call_graph_share(total, cost, roots);
		left -= cost;
		call_graph_unfold_root(&walk, (uint32_t)i, cost);
	}
	if (!graph->overflow && left > 0) {
		text_push(run, SLICE("[unknown]"));
		text_finish(run, TEXT_ROOT_FIRST, left);
	}
	if (graph->overflow)
		text_note(run, CALL_GRAPH_OVERFLOW, SLICE(""));
	free(walk.path);
}

bool call_graph_parse_least(struct slice text, void *field, struct buf *problem)
{
	struct ingest_run nobody = {0};
	uint64_t *share = field;

	if (text.len > 0 && text.len < 12 && text_take_decimal(&nobody, &text, 4, share) &&
	    text.len == 0 && *share <= 1000000)
		return true;
	buf_add_text(problem, "a percentage is expected");
	return false;
}
