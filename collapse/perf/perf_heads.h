/* SPDX-License-Identifier: MIT */
/*
 * perf_heads.h - event lines. Those that differ from older ones in their numbers alone are not split
 * anew: their beginnings and ends are remembered.
 */
#ifndef FLAMBEAU_PERF_HEADS_H
#define FLAMBEAU_PERF_HEADS_H

#include "common/base/slice.h"

/* The left part of an event line. */
struct perf_event {
	struct slice comm, pid, tid; /* pid may be empty: not printed */
	struct slice cpu;            /* "000", or empty */
	struct slice time;           /* "61873.402615", or empty */
	struct slice event;          /* where has_event */
	uint64_t period;             /* 0: not printed */
	bool has_event;
	bool other; /* no sample: PERF_RECORD_COMM and the like */
	bool huge;  /* the period passes 2^64-1 */
};

/* Bytes of the beginning and of the end of an event line that are remembered; how many of them. */
enum { PERF_HEAD = 47, PERF_HEADS = 512 };

/* "COMM PID/TID ", and where in it the three stand. */
struct perf_head {
	char text[PERF_HEAD];
	uint8_t len; /* 0: none */
	uint8_t comm, comm_len, pid, pid_len, tid, tid_len;
};

/* Beginnings that came before, by their hashes, and the last end, "EVENT: ". */
struct perf_heads {
	struct perf_head at[PERF_HEADS];
	char tail[PERF_HEAD];
	size_t tail_len, event_len;
};

/* An event line that differs from others in its numbers alone; false: the grammar has to see it. */
bool perf_heads_find(struct perf_heads *heads, struct slice line, struct perf_event *event,
		     struct slice *text);

/* How the grammar split a line. */
void perf_heads_learn(struct perf_heads *heads, struct slice line, const struct perf_event *event);

#endif
