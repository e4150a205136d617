/* SPDX-License-Identifier: MIT */
/*
 * record_plan.h - from the options to what is opened: events, CPUs, threads, and how samples are
 * taken.
 */
#ifndef FLAMBEAU_RECORD_PLAN_H
#define FLAMBEAU_RECORD_PLAN_H

#include "common/cli/opt.h"
#include "record/events/counters.h"
#include "record/events/running.h"
#include "record/events/workload.h"

/*
 * The options of record-stacks, and their table.
 */

struct stacks_options {
	/* the target of the recording */
	struct opt_list processes, threads; /* texts of numbers, several by commas */
	bool all_cpus;
	struct slice cpus; /* "0-3,8" */
	double duration;   /* seconds, 0: to the end */

	/* by what */
	struct opt_list events; /* names, several by commas */
	uint64_t frequency, period;
	int off_cpu; /* OPT_OPTIONAL: 0 not given, 1 without a value, 2 blocked, 3 preempted, 4 all */
	bool wall;
	bool user, kernel;

	/* the method */
	bool frame_pointers;
	struct stacks_callers {
		uint32_t dump;        /* bytes of the stack; 0: none */
		uint32_t switch_dump; /* likewise, when a thread leaves its CPU (wall) */
		bool walks;           /* by frame pointers */
	} callers;
	uint64_t ring; /* bytes a CPU; 0: the default */
	bool compress;
	struct slice output;

	struct opt_result given;
};

extern const struct opt stacks_rows[];
extern const size_t stacks_row_count;

void stacks_options_init(struct stacks_options *options);
void stacks_options_release(struct stacks_options *options);

/* Check rules about more than one row. False after a message. */
bool stacks_options_check(const struct stacks_options *options);

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
