/* SPDX-License-Identifier: MIT */
/*
 * sample_event.h - the events that a recording can sample by, as users write them: "cpu-clock",
 * "cycles:u", "LLC-load-misses", "r1a8", "sched:sched_switch". Numbers are from
 * include/uapi/linux/perf_event.h.
 */
#ifndef FLAMBEAU_SAMPLE_EVENT_H
#define FLAMBEAU_SAMPLE_EVENT_H

#include "common/base/buf.h"

struct sample_event {
	struct slice name; /* as written */
	uint32_t type;     /* enum perf_type_id */
	uint64_t config;
	bool exclude_user, exclude_kernel, exclude_hypervisor;
	unsigned precise; /* how many letters `p` were given */

	/* of a tracepoint: where tracefs is mounted, else NULL; "sched" and "sched_switch" */
	const char *tracefs;
	struct slice group, point;
	bool is_hidden; /* tracefs cannot be read, so whether the tracepoint exists is unknown */

	/*
	 * Whatever is recorded, all CPUs have this event, on behalf of threads of this number (a field
	 * `pid` of the tracepoint) and later ones; 0: it is of the recorded threads.
	 */
	uint64_t least_thread;
};

/*
 * The event of that name; `name` must outlive it. `tracing` is the folder of tracefs, or NULL for
 * the places where it is mounted. False, with the reason in `problem`, if there is no such event.
 */
bool sample_event_find(struct sample_event *event, struct slice name, const char *tracing,
		       struct buf *problem);

/* True for a tracepoint, all of whose occurrences are sampled unless a period is given. */
bool sample_event_is_tracepoint(const struct sample_event *event);

#endif
