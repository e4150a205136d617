/* SPDX-License-Identifier: MIT */
/*
 * The uftrace format: rows of a call graph, whose times include the rows below them. Rows of
 * several callees begin with a plus in a new column; an only callee has the column of its caller.
 *
 *      3.309  s : (1) threads
 *    479.470 ms :  +-(1) main
 *    478.959 ms :  | (4) pthread_join
 *      2.829  s :  +-(6) run
 */
#include "collapse/uftrace/uftrace.h"

/* "+-(4) pthread_join": where the bracket is, and what follows "(4) ". */
static bool uftrace_find_name(struct slice tree, size_t *bracket, struct slice *name)
{
	struct slice count;

	*bracket = slice_find(tree, '(');
	if (*bracket == SLICE_NONE)
		return false;
	*name = slice_tail(tree, *bracket + 1);
	return slice_cut(name, ')', &count) && slice_is_number(count) &&
	       slice_skip(name, SLICE(" "));
}

/* The depth of a row whose bracket, or plus, is in this column. */
static size_t depth_of(const struct uftrace *uftrace, size_t column, bool has_plus)
{
	size_t depth = uftrace->text.count;

	while (depth > 0 && (has_plus ? uftrace->rows[depth - 1].column >= column
				      : uftrace->rows[depth - 1].column > column))
		depth--;
	return depth;
}

bool uftrace_graph_row(struct ingest_run *run, struct slice line)
{
	struct uftrace *uftrace = uftrace_of(run);
	size_t colon = slice_search(line, SLICE(" : ")), column, depth;
	struct slice times, name;
	uint64_t time, least;
	bool has_plus;

	if (colon == SLICE_NONE)
		return false;
	times = slice_trim_left(slice_head(line, colon));
	line = slice_tail(line, colon + 3);
	if (times.len == 0)
		return true; /* a line between rows */
	if (!uftrace_take_time(run, &times, &time, &least) ||
	    !uftrace_find_name(line, &column, &name))
		return false;
	has_plus = column >= 2 && line.ptr[column - 2] == '+';
	depth = depth_of(uftrace, has_plus ? column - 2 : column, has_plus);
	/* digits that were cut off the caller's time are not a mistake */
	if (depth > 0 && time > uftrace->graph.left[depth - 1] &&
	    time - uftrace->graph.left[depth - 1] <= uftrace->rows[depth - 1].least)
		time = uftrace->graph.left[depth - 1];
	inclusive_row(run, &uftrace->graph, depth, name, time);
	uftrace->rows = memory_grow(uftrace->rows, &uftrace->rows_cap, uftrace->text.count,
				    sizeof(*uftrace->rows));
	uftrace->rows[uftrace->text.count - 1] = (struct uftrace_row){column, least};
	return true;
}
