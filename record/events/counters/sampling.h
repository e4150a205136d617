/* SPDX-License-Identifier: MIT */
/*
 * sampling.h - the settings of sampling, and the perf_event_attr for the kernel.
 */
#ifndef FLAMBEAU_SAMPLING_H
#define FLAMBEAU_SAMPLING_H

#include <linux/perf_event.h>

#include "record/events/counters/sample_event.h"

/* Bytes of perf_event_attr that are used and written: as of Linux 4.8. */
enum { SAMPLING_ATTR = 112 };

struct sampling {
	uint64_t period;    /* occurrences from one sample to the next; 0: `frequency` counts */
	uint64_t frequency; /* samples a second */
	bool has_rate;      /* it was asked for; else each occurrence of a tracepoint is sampled */
	uint32_t dump;      /* bytes of the stack in each sample; 0: callers by frame pointers */
	bool only_user, only_kernel;
	bool inherits; /* children and new threads are recorded, too */
	bool begins_by_exec;
	bool has_ids;      /* several events: samples identify their event */
	bool has_switches; /* threads that leave and come back are recorded */

	/* Features that kernels may lack: given up one by one by counters_open(). */
	bool has_build_ids; /* in the records of maps; Linux 5.12 */
	bool has_symbols;   /* of BPF programs; Linux 5.1 */
	unsigned precise;   /* for events that do not set it */
};

/* The attributes for perf_event_open(). `is_first`: records of processes come with this event. */
struct perf_event_attr sampling_attr(const struct sampling *sampling,
				     const struct sample_event *event, bool is_first);

/* Bytes at the end of each record that is not a sample (perf_event_open(2), struct sample_id). */
size_t sampling_trailer(const struct sampling *sampling);

/* True if this machine can dump stacks: the registers of its processor are known. */
bool sampling_can_dump(void);

#endif
