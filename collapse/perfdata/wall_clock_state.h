/* SPDX-License-Identifier: MIT */
/*
 * wall_clock_state.h - shared by the files of wall_clock.h:
 *
 *   wall_events   what records tell of threads
 *   wall_threads  where threads are, by that
 */
#ifndef FLAMBEAU_WALL_CLOCK_STATE_H
#define FLAMBEAU_WALL_CLOCK_STATE_H

#include "collapse/perfdata/tracepoint.h"
#include "collapse/perfdata/wall_clock.h"
#include "common/base/memory.h"
#include "common/table/hash.h"

enum wall_kind {
	WALL_LISTED, /* exists when the recording begins */
	WALL_FOUND,  /* waits when the recording begins */
	WALL_BORN,
	WALL_EXECS,
	WALL_IN,
	WALL_OUT,       /* waits for something */
	WALL_PREEMPTED, /* the processor was taken away */
	WALL_SAMPLE,
	WALL_AT_SWITCH, /* a sample at the switch out that follows */
	WALL_WOKEN,
	WALL_END,
};

struct wall_event {
	uint64_t time;
	uint64_t sample; /* its number */
	uint32_t pid, tid;
	enum wall_kind kind;
	uint32_t by;         /* WALL_WOKEN: the waker; WALL_BORN: the parent */
	bool is_interrupted; /* WALL_WOKEN */
};

/* Samples that a thread refers to: their numbers, or what they are kept under. */
enum { WALL_LAST, WALL_OFF, WALL_NEXT, WALL_REFS };
#define WALL_NO_SAMPLE PERFDATA_NO_SAMPLE
#define WALL_KEPT(slot) (UINT64_MAX - 1 - (slot))

enum wall_phase {
	WALL_ABSENT, /* no record is of it so far */
	WALL_NEW,    /* forked, never ran */
	WALL_RUNS,
	WALL_WAITS, /* for something */
	WALL_READY, /* for a processor */
	WALL_ENDED,
};

struct wall_thread {
	uint32_t pid, tid;
	enum wall_phase phase;
	enum wall_phase after; /* WALL_ENDED: what it does from its mark on, if it comes back */
	bool is_listed;        /* existed when the recording began */
	bool is_sampled;       /* in this interval on a processor */
	/*
	 * In it: Linux tells of a thread's leaving some microseconds late, so unless another waking
	 * follows it has not waited.
	 */
	bool is_woken;
	bool is_wanted;  /* wall_options.wants() */
	bool goes_on;    /* the period of its next sample begins before this one */
	bool is_touched; /* it is in wall_clock.touched */
	uint64_t mark;   /* its time is charged up to here */
	uint64_t served; /* wall_clock.served at that moment */
	uint64_t rest;   /* of it: less than a nanosecond */

	/*
	 * WALL_LAST: the last sample; WALL_OFF: whose stack it waits with; WALL_NEXT: the sample at
	 * the switch out that is due.
	 */
	uint64_t refs[WALL_REFS];
	uint64_t kept[WALL_REFS][PERFDATA_STATES]; /* charged to kept stacks, to be taken */
	uint64_t unsampled[PERFDATA_STATES];       /* to be taken */
	uint64_t unsampled_until;
};

enum { WALL_FRACTION = 10 }; /* bits after the point of wall_clock.served */

struct wall_clock {
	const struct perfdata *recording;
	struct wall_options options;
	unsigned char *roles;                              /* of events, by number */
	struct perfdata_field current, woken, state, next; /* of tracepoints */
	bool by_sched;      /* sched:sched_switch is the only record of switches */
	bool is_inherited;  /* forked threads are recorded */
	bool is_outside;    /* of all namespaces: numbers of threads are those of tracepoints */
	bool is_wide;       /* records are of all threads of the system */
	bool tells_waiting; /* which threads wait when the recording begins: record-stacks does */

	/*
	 * wall_options.latency: the integral of 1 / `running` over the time up to `now`, in
	 * nanoseconds, with WALL_FRACTION bits after the point. A thread that runs from one moment
	 * to another is charged what it has grown.
	 */
	uint64_t served, now, running;

	struct wall_event *events; /* from `first` on not delivered */
	struct wall_event *spare;  /* scratch */
	size_t first, count, cap, spare_cap;
	bool is_unsorted; /* those that were not delivered */

	struct perfdata_charge *charges; /* of samples from `base` on */
	uint64_t base, given;            /* those before `given` have been given out */
	size_t charge_count, charge_cap;
	bool has_begun; /* records have acted */

	struct perfdata_span *spans; /* to be taken */
	size_t span_count, span_cap;
	const struct wall_event *waking; /* the record that ends a span; NULL: another one */
	struct perfdata_birth *births;
	size_t birth_count, birth_cap;

	struct wall_thread *threads;
	size_t thread_count, thread_cap;
	struct ids tids; /* by the index of their thread */

	/* Numbers of the threads that may have samples or charges to be given out. */
	uint32_t *touched;
	size_t touched_count, touched_cap;

	struct wall_clock_sums sums;
};

/* Look at the events of the recording: what their samples tell. */
void wall_events_find(struct wall_clock *wall);

#endif
