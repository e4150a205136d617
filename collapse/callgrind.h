/* SPDX-License-Identifier: MIT */
/*
 * callgrind.h - the call graph of a callgrind file (functions with their own cost, calls with the
 * inclusive cost of what was called), and how it becomes stacks.
 *
 * The file does not say which stacks there were: only what each function cost by itself, and what its
 * calls of each other function cost. Stacks are made of that by the assumption that a function spends in the
 * same proportions wherever it is called from. The sum of the stacks is exact.
 */
#ifndef FLAMBEAU_CALLGRIND_H
#define FLAMBEAU_CALLGRIND_H

#include "collapse/text.h"

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
 * into its calls, it stays with the function; so do the costs of calls that come back to a function of
 * the stack where there is nothing else.
 */
void callgrind_unfold(struct ingest_run *run, struct callgrind_graph *graph, uint64_t least);

/* The cost of everything: what all functions cost by themselves. */
uint64_t callgrind_total(const struct callgrind_graph *graph);

#endif
