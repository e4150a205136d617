/* SPDX-License-Identifier: MIT */
/*
 * perf_sched.h - shared by the files of the perf-sched format: perf_sched_event.c reads the lines
 * of events, perf_sched.c keeps track of threads that sleep, and of their stacks.
 */
#ifndef FLAMBEAU_PERF_SCHED_H
#define FLAMBEAU_PERF_SCHED_H

#include "collapse/text.h"

enum sched_kind {
	SCHED_NONE,   /* no event line, or one of another event */
	SCHED_SWITCH, /* a thread leaves the processor, another one gets it */
	SCHED_WAKE,   /* a thread is woken; how long it slept */
};

struct sched_thread {
	struct slice comm;
	uint64_t tid;
};

/* The line of an event. */
struct sched_event {
	enum sched_kind kind;
	bool has_time;
	uint64_t time;               /* ns */
	struct slice cpu, pid;       /* of the running thread; empty if the line has none */
	struct slice state;          /* SCHED_SWITCH: of the thread that stops running */
	struct sched_thread actor;   /* the running thread: for a wakeup the waker */
	struct sched_thread out;     /* SCHED_SWITCH: the thread that stops running */
	struct sched_thread in;      /* SCHED_SWITCH: the thread that starts running */
	struct sched_thread sleeper; /* SCHED_WAKE */
	uint64_t delay;              /* SCHED_WAKE: ns */
};

/* Read a line; false if it is of one of the kinds and not understood. */
bool sched_read_event(struct ingest_run *run, struct slice line, struct sched_event *event);

/* True if the line has a time, as the lines of all events do. */
bool sched_is_event(struct slice line);

/* "\tffffffff81c04a1e __schedule ([kernel.kallsyms])": cut to the text after the address. */
bool sched_take_frame(struct slice *line);

/* The symbol of a frame's text, without the module; with its offset, if there is one. */
struct slice sched_frame_name(struct slice text);

#endif
