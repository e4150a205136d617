/* SPDX-License-Identifier: MIT */
/*
 * call_graph.h - stacks from a call graph. Some profilers keep no stacks, only the self cost of each
 * function and the inclusive cost of its calls to each other function. Stacks are computed by the
 * assumption that a function spends in the same proportions for every caller. Their sum is exact.
 */
#ifndef FLAMBEAU_CALL_GRAPH_H
#define FLAMBEAU_CALL_GRAPH_H

#include "collapse/text.h"

enum call_graph_note {
	CALL_GRAPH_OVERFLOW = TEXT_NOTES,
	CALL_GRAPH_CUT, /* a call beyond the budget */
	CALL_GRAPH_NOTES,
};

/* The first rows of every table of kinds. */
#define CALL_GRAPH_NOTE_ROWS                                                                       \
	TEXT_NOTE_ROWS,                                                                            \
		[CALL_GRAPH_OVERFLOW] = {.message = "the costs pass 2^64-1", .fails = NOTE_FAILS}, \
		[CALL_GRAPH_CUT] = {.one = "call whose cost stays with the caller: too many ways " \
					   "lead to it",                                           \
				    .many = "calls whose cost stays with the caller: too many "    \
					    "ways lead to them",                                   \
				    .fails_strict = true,                                          \
				    .fails = NOTE_KEPT}

enum { CALL_GRAPH_LEAST = 100 }; /* of the total, in units of 10^-6: the default of --least */

/* The row of --least: a member of type uint64_t, in units of 10^-6 of the total. */
#define CALL_GRAPH_LEAST_ROW(structure, member)                                                        \
	{                                                                                              \
		OPT_CALL,                                                                              \
			.name = "least", .value = "PERCENT", OPT_AT(structure, member),                \
			.parse = call_graph_parse_least,                                               \
			.help = "Do not follow calls below PERCENT of the total; the default is 0.01", \
			.detail =                                                                      \
				"Their cost stays with the calling function. 0 follows everything; "   \
				"that may take very long, for the number of paths can grow "           \
				"exponentially.",                                                      \
	}

bool call_graph_parse_least(struct slice text, void *field, struct buf *problem);

struct call_graph_call {
	uint32_t callee;
	uint64_t cost; /* inclusive */
};

struct call_graph_function {
	frame_id frame;
	uint64_t self;
	struct call_graph_call *calls;
	size_t call_count, call_cap;
	uint64_t called;  /* cost of all calls of it */
	uint32_t on_path; /* while stacks are made: its depth on the current one, from 1 */
};

/* A zeroed one is empty. */
struct call_graph {
	struct call_graph_function *functions;
	size_t count, cap;
	bool overflow; /* a sum passed 2^64-1 */
};

/* Its number: they count up from 0. */
uint32_t call_graph_add_function(struct call_graph *graph, frame_id frame);

void call_graph_add_self(struct call_graph *graph, uint32_t function, uint64_t cost);

/* The inclusive cost of calls of one function by another; added up if they are known already. */
void call_graph_add_call(struct call_graph *graph, uint32_t caller, uint32_t callee, uint64_t cost);

/* The cost of everything: the sum of the self costs. */
uint64_t call_graph_total(struct call_graph *graph);

/* count * part / sum, rounded down; part must not be above sum. */
uint64_t call_graph_share(uint64_t count, uint64_t part, uint64_t sum);

/* Count the stacks in the profile; calls below `least_share` of the total are not followed. */
void call_graph_unfold(struct ingest_run *run, struct call_graph *graph, uint64_t least_share);

/* Free what it holds; it is empty then. */
void call_graph_clear(struct call_graph *graph);

#endif
