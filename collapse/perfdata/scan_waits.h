/* SPDX-License-Identifier: MIT */
/*
 * scan_waits.h - time off the processor, of simpleperf record --trace-offcpu: a thread waits from a
 * sample of sched:sched_switch to its next sample of any event.
 */
#ifndef FLAMBEAU_SCAN_WAITS_H
#define FLAMBEAU_SCAN_WAITS_H

#include "collapse/perfdata/container/perfdata_sample.h"

struct scan_wait {
	uint64_t order; /* of the sample */
	uint64_t time;  /* of it; after scan_waits_close() for how long, in nanoseconds */
	uint32_t tid;
	bool is_switch;
};

/* Zeroed it is empty. */
struct scan_waits {
	struct scan_wait *at; /* after scan_waits_close(): by order */
	size_t count, cap;
};

void scan_waits_release(struct scan_waits *waits);

/* Add a sample, in any order. */
void scan_waits_add(struct scan_waits *waits, const struct perfdata *recording,
		    const struct perfdata_record *record);

/* All samples were added: keep those that begin a wait. O(n log n). */
void scan_waits_close(struct scan_waits *waits);

/* How long the wait is that begins with the sample of this order, in nanoseconds; 0: none begins. */
uint64_t scan_waits_find(const struct scan_waits *waits, uint64_t order);

#endif
