/* SPDX-License-Identifier: MIT */
/*
 * record_plan.h - from the options to what is opened: events, CPUs, threads, and how samples are
 * taken.
 */
#ifndef FLAMBEAU_RECORD_PLAN_H
#define FLAMBEAU_RECORD_PLAN_H

#include "record/events/counters/counters.h"
#include "record/events/stacks_options.h"
#include "record/events/stream/running.h"
#include "record/events/workload.h"

struct record_plan {
	struct sample_event *events;
	size_t event_count;
	bool is_default;  /* no event was asked for: another one may take its place */
	unsigned off_cpu; /* enum off_cpu_kinds; 0: samples as the kernel takes them */
	struct cpu_list cpus;
	struct running_list tasks;     /* threads, or -1 alone */
	struct running_list processes; /* running processes to record; all of them: empty */
	struct sampling sampling;
	struct refusal refusal;
	uint64_t ring_size;
};

/*
 * All but the command's own process. EXIT_DONE, or after a message EXIT_USAGE for a process, an
 * event or a CPU that is not there, EXIT_DATA where the machine does not say. Release it in any
 * case.
 */
int record_plan_make(struct record_plan *plan, const struct stacks_options *options);
void record_plan_release(struct record_plan *plan);

/* The command is recorded, unless all that runs is. */
void record_plan_add_command(struct record_plan *plan, pid_t process);

/*
 * Open the counters; if the default event is missing or not allowed, the next best one. A message
 * names what is given up. False after a message.
 */
bool record_plan_open(struct record_plan *plan, struct counters *counters);

#endif
