/* SPDX-License-Identifier: MIT */
/*
 * wall_clock.h - where every thread was at every moment, from records of switches. A thread is
 * running, runnable (it could run, and waits for a processor) or blocked (it waits for something
 * else). Each nanosecond from the first to the last moment at which the recording covers a thread is
 * charged to one stack:
 *
 * - running: the time since the sample before, or since the switch in, to the next sample; what
 *   follows the last sample of an interval on a processor to that sample. An interval without a
 *   sample is of the sample at its switch out, or else of the thread's last one.
 * - runnable and blocked: to the sample at the switch out, or else to the thread's last one.
 *
 * The scan adds records as they come and delivers them in the order of their times; memory grows with
 * threads and with what the scan holds back, not with switches.
 */
#ifndef FLAMBEAU_WALL_CLOCK_H
#define FLAMBEAU_WALL_CLOCK_H

#include "collapse/perfdata/perfdata_sample.h"

enum perfdata_state { PERFDATA_RUNNING, PERFDATA_RUNNABLE, PERFDATA_BLOCKED, PERFDATA_STATES };

/* What a sample's stack counts. */
struct perfdata_charge {
	uint64_t ns[PERFDATA_STATES];

	/*
	 * Not 0: later records may charge the sample, too; its stack is to be kept under this
	 * number until another sample has it.
	 */
	uint32_t keep;
	bool is_named; /* a span refers to the sample */
};

/* True if its stack is needed. */
static inline bool wall_charge_counts(const struct perfdata_charge *charge)
{
	return (charge->ns[0] | charge->ns[1] | charge->ns[2] | charge->keep | charge->is_named) !=
	       0;
}

/* A stack that was kept under a number, and what was charged to it since. */
struct perfdata_kept {
	uint32_t keep;
	uint64_t until; /* the thread's time is charged up to here */
	uint64_t ns[PERFDATA_STATES];
};

/* Time of a thread before its first sample. */
struct perfdata_unsampled {
	uint32_t pid, tid;
	uint64_t time; /* the end of it */
	uint64_t ns[PERFDATA_STATES];
};

#define PERFDATA_NO_SAMPLE UINT64_MAX

/* A time that a thread spent in one state. */
struct perfdata_span {
	uint64_t from, to;
	uint64_t sample; /* the number of that whose stack it has; or PERFDATA_NO_SAMPLE */
	uint32_t keep;   /* not 0: that stack has been kept under this number */
	uint32_t pid, tid;
	enum perfdata_state state;

	/* Of a wait that a wakeup ended: */
	uint64_t waker;      /* number of its sample; or PERFDATA_NO_SAMPLE */
	uint32_t waker_tid;  /* 0: an idle processor's */
	bool is_interrupted; /* an interrupt woke it, on the waker's processor */
};

/* A thread was made by another one. */
struct perfdata_birth {
	uint64_t time;
	uint32_t tid, parent;
};

struct wall_clock;

/*
 * True if a recording has records of switches, and samples of time on a processor or at switches.
 * Once its events are known.
 */
bool wall_clock_has(const struct perfdata *recording);

/* What is counted, and of which threads. */
struct wall_options {
	uint64_t from, to;               /* times; nothing before and after counts */
	bool from_relative, to_relative; /* to the first record */

	/*
	 * Count only time on a processor, divided by the number of threads that are on one at that
	 * moment: the sum is the time in which at least one was.
	 */
	bool latency;
	/*
	 * Charge nothing to samples, but give out each span of a thread's time:
	 * wall_clock_take_span().
	 */
	bool spans;
	bool wakers; /* `spans` have the sample of who ended them */
	/* Charge waits that go on each time records are delivered, and not when they end. */
	bool live;
	/* Threads that count for `latency`; asked at each switch in. NULL: all. */
	bool (*wants)(void *context, uint32_t pid, uint32_t tid, struct perfdata_moment moment);
	void *context;
};

/*
 * The recording and the options' context must outlive it. Where wall_clock_has() is false and
 * wall_clock_has_periods() true a thread is on a processor for the period before each sample.
 */
struct wall_clock *wall_clock_new(const struct perfdata *recording,
				  const struct wall_options *options);

/* True if samples of time on a processor are all that a recording has, and say for how long. */
bool wall_clock_has_periods(const struct perfdata *recording);
void wall_clock_free(struct wall_clock *wall); /* NULL: does nothing */

/* ---- The scan ---- */

/* Add a sample, damaged or not; samples are numbered from 0 in the order of these calls. */
void wall_clock_add_sample(struct wall_clock *wall, const struct perfdata_record *record,
			   uint64_t time);

/* Add another record; those without meaning here are ignored. `trailer` and `body` are its parts. */
void wall_clock_add(struct wall_clock *wall, const struct perfdata_record *record,
		    const struct perfdata_sample *trailer, struct slice body, uint64_t time);

/* All records up to this time have been added. */
void wall_clock_deliver(struct wall_clock *wall, uint64_t time);

/* The recording ends: threads that live end at `time`. */
void wall_clock_close(struct wall_clock *wall, uint64_t time);

/* The number of the next sample. */
uint64_t wall_clock_count(const struct wall_clock *wall);

/* Samples up to this number are given out: decide which stacks are kept. */
void wall_clock_give(struct wall_clock *wall, uint64_t count);

/* Samples before this number have been looked at. */
void wall_clock_forget(struct wall_clock *wall, uint64_t count);

/* ---- Answers, between two calls of the scan ---- */

/* The charge of a sample that was given out. */
const struct perfdata_charge *wall_clock_charge(const struct wall_clock *wall, uint64_t number);

/* All numbers of kept stacks are below this one. */
uint32_t wall_clock_keeps(const struct wall_clock *wall);

/*
 * Take what was charged to kept stacks, and to none, since the last call. `*at` is 0 at first; false
 * at the end. Before the samples given out are looked at, which may be kept under the same numbers.
 */
bool wall_clock_take_kept(struct wall_clock *wall, size_t *at, struct perfdata_kept *kept);
bool wall_clock_take_unsampled(struct wall_clock *wall, size_t *at,
			       struct perfdata_unsampled *unsampled);

/*
 * wall_options.spans: take those since the last call, in the order of their ends; the stacks that
 * are kept are those of before. `*at` is 0 at first; false at the end.
 */
bool wall_clock_take_span(struct wall_clock *wall, size_t *at, struct perfdata_span *span);

/* The threads that were made so far, in the order of time. */
const struct perfdata_birth *wall_clock_births(const struct wall_clock *wall, size_t *count);

/* Samples from the first number on, and before the second one, have been given out last. */
uint64_t wall_clock_base(const struct wall_clock *wall);
uint64_t wall_clock_given(const struct wall_clock *wall);

struct wall_clock_sums {
	uint64_t ns[PERFDATA_STATES];
	uint64_t first, last; /* times of records, last after wall_clock_close(); first 0: none */
	uint64_t threads;
	uint32_t main;      /* the first thread that begins, or the first that executes a program */
	uint64_t unsampled; /* nanoseconds without a stack */
	uint64_t
		borrowed; /* nanoseconds on a processor with the stack of the switch out, or an older one */
	uint64_t uncertain; /* nanoseconds between records of which one was lost */
	bool has_stacks;    /* samples at switches */
	bool by_samples;    /* there are no records of switches */
	bool has_wakeups;   /* else runnable are threads that were preempted */
};
const struct wall_clock_sums *wall_clock_sums(const struct wall_clock *wall);

#endif
