/* SPDX-License-Identifier: MIT */
/*
 * perf_idle.h - --no-idle: samples of idle processors are left out and counted. A sample is idle if
 * it is of process 0, has no frame of user code, and the kernel's idle loop is in its stack. perf in
 * a pid namespace gives process 0 to all that runs outside: this is not idle.
 *
 * A stack that cannot show the loop, without names of the kernel or without callers, is idle if no
 * sample of process 0 in the input has user code. That is known at the end: until then a placeholder
 * is the root of such stacks.
 */
#ifndef FLAMBEAU_PERF_IDLE_H
#define FLAMBEAU_PERF_IDLE_H

#include "collapse/perf/perf_state.h"

/* What a stack line says about idleness: perf_line.idle. */
enum {
	PERF_IDLE_LOOP = 1 << 0, /* the kernel's */
	PERF_IDLE_USER = 1 << 1, /* user code */
	PERF_IDLE_NAME = 1 << 2, /* a function with a name */
};

unsigned char perf_idle_of_line(const struct perf_personality *compat, struct slice function,
				struct slice module);

/* True for an event line of process 0. */
bool perf_idle_may_be(const struct perf_event *event);

enum perf_idle { PERF_BUSY, PERF_IDLE, PERF_MAYBE_IDLE };

/* The open sample, which may be idle and has all of its lines. It is counted if it is not busy. */
enum perf_idle perf_idle_sample(struct ingest_run *run);

/* Make a placeholder of the name of the open sample's process. */
void perf_idle_hide(struct perf_run *perf);

/* Process 0 has user code. */
void perf_idle_see_user(struct perf_run *perf);

/* Publish counts to all workers, at the end of a chunk. */
void perf_idle_publish(struct perf_run *perf);

/* All is read: placeholders become names, or their stacks are left out. */
void perf_idle_settle(struct ingest_run *run);

/* Samples that were left out. */
uint64_t perf_idle_count(const struct ingest_run *run);

#endif
