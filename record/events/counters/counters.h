/* SPDX-License-Identifier: MIT */
/*
 * counters.h - open events: one descriptor for each event, CPU and task, and a ring buffer for each
 * CPU, which all descriptors of that CPU share.
 */
#ifndef FLAMBEAU_COUNTERS_H
#define FLAMBEAU_COUNTERS_H

#include <sys/types.h>

#include "record/events/counters/cpu_list.h"
#include "record/events/counters/event_ring.h"
#include "record/events/counters/refusal.h"
#include "record/events/counters/sampling.h"

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
	COUNTERS_NO_EVENT, /* with refusal->error: refusal_explain() */
	COUNTERS_NO_RING,  /* likewise: refusal_explain_ring() */
};

/*
 * Open the counters, disabled. Features that the kernel lacks are given up in `sampling`; so is
 * sampling of the kernel (only_user), if only that is forbidden and refusal->needs_kernel is not
 * set. `refusal` describes the machine and the recording. Release the counters in any case.
 */
enum counters_result counters_open(struct counters *counters, const struct counters_wish *wish,
				   struct sampling *sampling, struct refusal *refusal);
void counters_release(struct counters *counters);

/* Switch all on or off. */
void counters_enable(const struct counters *counters);
void counters_disable(const struct counters *counters);

/* The number by which samples refer to their event; false if the kernel does not tell it. */
bool counters_id(const struct counter *counter, uint64_t *id);

#endif
