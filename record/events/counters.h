/* SPDX-License-Identifier: MIT */
/*
 * counters.h - open events: one descriptor for each event, CPU and task, and a ring buffer for each
 * CPU, which all descriptors of that CPU share.
 */
#ifndef FLAMBEAU_COUNTERS_H
#define FLAMBEAU_COUNTERS_H

#include <sys/types.h>

#include "record/events/cpu_list.h"
#include "record/events/event_ring.h"
#include "record/events/refusal.h"
#include "record/events/sampling.h"

/* The counters to open. */
struct counters_wish {
	const struct sample_event *events;
	size_t event_count;
	const struct cpu_list *cpus;
	const pid_t *tasks; /* threads; one that is -1: all that runs */
	size_t task_count;
	uint64_t ring_size; /* bytes a CPU, a power of two; less if the limits do not allow it */
};

struct counter {
	int fd;
	size_t event;
};

struct counters {
	struct counter *at;
	size_t count, cap;
	struct event_ring *rings; /* one a CPU */
	size_t ring_count;
	uint64_t ring_size; /* of the smallest one */
};

enum counters_result {
	COUNTERS_DONE,
	COUNTERS_NO_EVENT, /* refusal->error says why: refusal_explain() */
	COUNTERS_NO_RING,  /* likewise: refusal_explain_ring() */
};

/*
 * Open, switched off. What the kernel does not know is given up in `sampling`; also what happens in
 * the kernel (only_user), where only that is forbidden and refusal->needs_kernel is not set. `refusal`
 * holds what the machine is like and what is recorded. Release the counters in any case.
 */
enum counters_result counters_open(struct counters *counters, const struct counters_wish *wish,
				   struct sampling *sampling, struct refusal *refusal);
void counters_release(struct counters *counters);

/* Switch all on or off. */
void counters_enable(const struct counters *counters);
void counters_disable(const struct counters *counters);

/* The number by which samples name their event; false if the kernel does not say. */
bool counters_id(const struct counter *counter, uint64_t *id);

#endif
