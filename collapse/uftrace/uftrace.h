/* SPDX-License-Identifier: MIT */
/*
 * uftrace.h - shared by the files of the uftrace format. The input is the call graph of `uftrace
 * graph` (uftrace_graph.c) or the log of calls of `uftrace replay` (uftrace_replay.c).
 */
#ifndef FLAMBEAU_UFTRACE_H
#define FLAMBEAU_UFTRACE_H

#include "collapse/inclusive.h"

enum uftrace_form { UFTRACE_NONE, UFTRACE_GRAPH, UFTRACE_REPLAY };

/* A row of the graph that may have rows below it. */
struct uftrace_row {
	size_t column;  /* of the bracket in front of its name */
	uint64_t least; /* the resolution of its digits */
};

struct uftrace_task;

struct uftrace {
	struct text text;
	enum uftrace_form form;
	struct inclusive graph;
	struct uftrace_row *rows; /* by depth */
	size_t rows_cap;
	struct uftrace_task *tasks;
};

static inline struct uftrace *uftrace_of(const struct ingest_run *run)
{
	return run->state;
}

/* "479.470 ms" at the beginning, taken off, in nanoseconds; `least` is the last digit's worth. */
bool uftrace_take_time(struct ingest_run *run, struct slice *text, uint64_t *time, uint64_t *least);

/* Rows; false if they are not understood. */
bool uftrace_graph_row(struct ingest_run *run, struct slice line);
bool uftrace_replay_row(struct ingest_run *run, struct slice line);

/* Tasks whose functions have not returned are noted. */
void uftrace_replay_end(struct ingest_run *run);

void uftrace_forget_tasks(struct uftrace *uftrace);

#endif
