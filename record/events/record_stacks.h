/* SPDX-License-Identifier: MIT */
/*
 * record_stacks.h - the parts of record-stacks: its plan, the command that it records, and the
 * beginning of its recording.
 */
#ifndef FLAMBEAU_RECORD_STACKS_H
#define FLAMBEAU_RECORD_STACKS_H

#include "common/base/child.h"
#include "common/cli/opt.h"
#include "record/events/counters.h"
#include "record/events/record_stream.h"
#include "record/events/running.h"

/* ---- record_plan.c ---- */

/*
 * From the options to what is opened: events, CPUs, threads, and how samples are taken.
 */

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

/* ---- workload.c ---- */

/*
 * The command that is recorded: its process exists before it runs, so that events can
 * be opened for it, and runs when it is released.
 */

/*
 * Ctrl-C ends a recording, not the programs that read its pipe. A terminal sends
 * SIGINT to all processes of its foreground group, which is the whole pipeline. So the recorder,
 * with its command, becomes a group of its own, and the terminal's foreground while it records.
 */

/*
 * Fork if the process is in the foreground group of a terminal: the new process returns, in its own
 * group; the old one waits for it, gives the terminal back and exits with its status. Elsewhere
 * nothing happens. Call before threads and before anything is opened.
 */
void foreground_enter(void);

struct workload {
	pid_t process; /* 0: none */
	int release;   /* a byte written to it lets the process run */
	int problem;   /* errno of an exec that failed can be read from it */
	bool has_ended;
	struct child_end end; /* its ending, if it has ended */
};

/* Start a process that waits. `words` ends with NULL. False with errno. */
bool workload_prepare(struct workload *workload, const char *const *words);

/* Let it run its command. 0, or the errno if it cannot; it has ended then. */
int workload_release(struct workload *workload);

/* True if the command has ended. */
bool workload_has_ended(struct workload *workload);

/* End it if it runs still (SIGTERM), and wait for it. */
void workload_end(struct workload *workload);

/* ---- preamble.c ---- */

/*
 * The beginning of a recording: events and their names, facts about the machine, the
 * kernel and its modules.
 */

/*
 * The fields of tracepoints, as a recording describes them: the files of tracefs
 * in the layout of trace-cmd.dat(5), version 6, after a record TRACING_DATA. perf script needs it
 * to print fields; stacks are read without.
 */

/*
 * Write it for those of the events that are tracepoints; nothing if none is, or tracefs cannot be
 * read.
 */
void tracing_data_write(struct record_stream *stream, const struct sample_event *events,
			size_t count);

/* An event as its readers see it. */
struct preamble_event {
	struct perf_event_attr attr;
	struct slice name;
	const uint64_t *ids; /* none: there is one event only */
	size_t id_count;
};

/* Write the attribute and the name of an event. False if it has too many ids for a record. */
bool preamble_event(struct record_stream *stream, const struct preamble_event *event);

/*
 * Write host, kernel, processor and command line. `compressed`: bytes that are compressed at once,
 * or 0.
 */
void preamble_machine(struct record_stream *stream, char **argv, uint32_t compressed);

/*
 * Write where the kernel and its modules lie, and which build it is. `trailer` is
 * sampling_trailer(). False if the kernel does not show its addresses.
 */
bool preamble_kernel(struct record_stream *stream, size_t trailer);

#endif
