/* SPDX-License-Identifier: MIT */
/*
 * callgrind.h - names by number, and the call graph of a callgrind file (functions with their own
 * cost, calls with the inclusive cost of what was called), and how it becomes stacks.
 *
 * The file has no call stacks, only the self cost of each function and the cost of its calls to
 * each other function. Stacks are computed by the assumption that a function spends in the same
 * proportions for every caller. The sum of the stacks is exact.
 */
#ifndef FLAMBEAU_CALLGRIND_H
#define FLAMBEAU_CALLGRIND_H

#include "collapse/text.h"
#include "common/base/arena.h"

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

/*
 * "(7) name", "(7)" or "name", which has no number: then `*numbered` is NULL, else it is good until
 * the next call. False if the number is too large, or was never given a name.
 */
bool callgrind_take_name(struct callgrind_names *names, struct slice text, struct slice *name,
			 struct callgrind_name **numbered);
void callgrind_names_release(struct callgrind_names *names);

/*
 * "f'g'main" is f called by g called by main, with --separate-callers, and "f'2" f in its second
 * recursion. The quotes of a lambda of C++, 'lambda'(int), open where no name can end.
 */
struct slice callgrind_without_callers(struct slice name);

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

uint32_t callgrind_add_function(struct callgrind_graph *graph, frame_id frame);
void callgrind_add_self(struct callgrind_graph *graph, uint32_t function, uint64_t cost);
void callgrind_add_call(struct callgrind_graph *graph, uint32_t caller, uint32_t callee,
			uint64_t cost);
void callgrind_clear(struct callgrind_graph *graph);

/*
 * Count the stacks of the graph. What comes to a function and is less than `least` is not followed
 * into its calls, it stays with the function; so do the costs of calls that come back to a function
 * of the stack where there is nothing else.
 */
void callgrind_unfold(struct ingest_run *run, struct callgrind_graph *graph, uint64_t least);

/* The cost of everything: what all functions cost by themselves. */
uint64_t callgrind_total(struct callgrind_graph *graph);

#endif
