/* SPDX-License-Identifier: MIT */
/*
 * perf_wall.h - recordings with records of switches: the states of threads, as labels and for
 * --states; stacks that are charged after their samples have been folded.
 */
#ifndef FLAMBEAU_PERF_WALL_H
#define FLAMBEAU_PERF_WALL_H

#include "collapse/perf/perf_recording_state.h"

/* The name of the event in the header: counts are nanoseconds of time that passed. */
#define PERF_WALL_EVENT SLICE("wall-clock")

/* ... of time with --latency. */
#define PERF_LATENCY_EVENT SLICE("latency")

/* The frame of time without a stack. */
#define PERF_WALL_UNSAMPLED SLICE("[not sampled]")

/* --states: "running", "blocked", "blocked:io", joined by commas, as bits. */
bool perf_parse_states(struct slice text, void *field, struct buf *problem);

/* True if --states keeps a state. */
static inline bool perf_wants_state(const struct perf_options *options, enum thread_state state)
{
	return options->states == 0 || (options->states >> state & 1) != 0;
}

/* How many frames of a sample's chain, from the leaf on, are of the kernel. */
size_t perf_wall_kernel_frames(const struct perfdata_sample *sample, bool swapped);

/*
 * The state of a thread that waits with a stack: `frames`, root first, of which the last
 * `kernel_frames` are of the kernel.
 */
enum thread_state perf_wall_blocked(struct ingest_run *run, const frame_id *frames, size_t depth,
				    size_t kernel_frames);

/* A sample's stack that is counted later, with what its labels are made of. */
struct perf_kept_stack {
	frame_id *frames; /* for free(); of perf_wall.kept */
	size_t cap;
	uint32_t stack; /* its number in perf_wall.stacks; HASH_NONE: it has none */
	uint32_t depth, kernel_frames;
	uint32_t pid, tid, cpu;
	bool has_cpu;
	const struct perfdata_event *event;
	struct slice comm;
	uint64_t time, cgroup;
};

/* A span with its stacks, as far as they are known. */
struct perf_named_span {
	struct perfdata_span of;
	struct perf_kept_stack stack, waker;
	bool has_stack, has_waker; /* or never will */
};

/* A recording's time: perf_recording.wall. */
struct perf_wall {
	struct wall_clock *clock;
	struct perf_kept_stack *kept; /* by perfdata_charge.keep; depth 0: options left it out */
	size_t kept_cap;
	bool live;         /* frames leave the window: kept stacks are names */
	struct buf *names; /* likewise by number, each name after its length; of a live view */

	/* wall_options.spans: one worker folds */
	bool spans;
	struct intern stacks;          /* lists of frames */
	struct perf_kept_stack *named; /* by number of the sample, from wall_clock_base() on */
	size_t named_cap;
	struct perf_named_span *waiting; /* for stacks that have not been folded */
	size_t waiting_count, waiting_cap;
	struct perf_named_span *history; /* --critical-path: all spans */
	size_t history_count, history_cap;

	/* for --latency: which threads count */
	const struct perf_options *options;
	const struct perfdata_world *world;
};

/* Before the scan: what the clock counts. Spans are needed if each moment counts for itself. */
void perf_wall_ask(const struct ingest_run *run, const struct perfdata_world *world,
		   struct perf_wall *wall, struct wall_options *ask);

/* Before parts are folded: room for the stacks that they may keep. */
void perf_wall_make_room(struct perf_wall *wall);

/*
 * Keep the stack of a sample under a number, or for spans that refer to the sample, or both. Any
 * worker, one for each number. What labels are made of is the caller's to set in `*of`.
 */
void perf_wall_keep(const struct ingest_run *run, struct perf_wall *wall,
		    const struct perfdata_charge *charge, uint64_t number, const frame_id *frames,
		    struct perf_kept_stack *of);

/* The frames of a stack that was kept under a number, of this worker. */
const frame_id *perf_wall_kept_frames(struct ingest_run *run, const struct perf_wall *wall,
				      uint32_t keep);

void perf_wall_release(struct perf_wall *wall);

/* What a recording does not tell: header, messages. */
void perf_wall_describe(struct ingest_run *run, const char *name, const struct perf_wall *wall);

/* For --stats. */
void perf_wall_list(const char *name, const struct perf_wall *wall);

#endif
