/* SPDX-License-Identifier: MIT */
/*
 * off_cpu.h - time that threads do not run. The kernel samples each thread with its stack when it
 * leaves its CPU (the event context-switches), and records each leaving and coming back
 * (PERF_RECORD_SWITCH). Here they become one sample for each time that a thread was off its CPU,
 * written when it comes back: with the stack at which it left, and the nanoseconds in between as
 * period.
 */
#ifndef FLAMBEAU_OFF_CPU_H
#define FLAMBEAU_OFF_CPU_H

#include "record/events/counters.h"
#include "record/events/record_stream.h"
#include "record/events/running.h"

/* Reasons of waiting. */
enum off_cpu_kinds {
	OFF_CPU_BLOCKED = 1,   /* a lock, input, time: they could not run */
	OFF_CPU_PREEMPTED = 2, /* a CPU: others ran in their place */
	OFF_CPU_ALL = OFF_CPU_BLOCKED | OFF_CPU_PREEMPTED,
};

/* Names of the events in the recording. */
#define OFF_CPU_EVENT "offcpu-time"
#define OFF_CPU_PREEMPTED_EVENT "preempted-time"

/* The bit that marks preempted samples, if samples have ids. */
#define OFF_CPU_PREEMPTED_ID (UINT64_C(1) << 62)

struct off_cpu;

/*
 * `has_ids`: samples and trailers of the kernel's records have an id (sampling.has_ids). Records of
 * maps get build ids of the cache; NULL: they stay as they are.
 */
struct off_cpu *off_cpu_new(struct record_stream *stream, unsigned kinds, bool has_ids,
			    struct build_id_cache *build_ids);
void off_cpu_free(struct off_cpu *off_cpu);

/*
 * Take the records up to a time, of all rings together in the order of their times, and write
 * samples and the records of processes. Later ones stay in the rings. True if there were any.
 */
bool off_cpu_take(struct off_cpu *off_cpu, struct event_ring *rings, size_t count, uint64_t until);

/* The recording ends at that time: threads that have not come back waited until now. */
void off_cpu_end(struct off_cpu *off_cpu, uint64_t now);

/* Totals: samples written, records lost, and sums of nanoseconds. */
struct off_cpu_sums {
	struct event_tally tally;
	uint64_t blocked, preempted;
};

const struct off_cpu_sums *off_cpu_sums(const struct off_cpu *off_cpu);

#endif
