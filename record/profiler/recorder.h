/* SPDX-License-Identifier: MIT */
/*
 * recorder.h - a profiler that runs, with the command that it profiles, until it ends, --duration
 * is over or a signal asks it to stop.
 */
#ifndef FLAMBEAU_RECORDER_H
#define FLAMBEAU_RECORDER_H

#include "record/child/pipeline.h"
#include "record/session/session.h"

/* An event that is there on every machine: a timer of the kernel. */
#define RECORDER_CLOCK "cpu-clock"

struct recorder_choice {
	uint64_t rate;                /* Hz */
	const char *call_graph;       /* the method to find callers */
	const char *path;             /* of the recording */
	const struct arguments *more; /* further arguments, or NULL */
};

/*
 * Add what was chosen, and the request's events, processors and process, as options of perf record,
 * which record-stacks has too. RECORDER_CLOCK is the event if session->uses_cpu_clock.
 */
void recorder_add_choice(struct arguments *arguments, const struct session *session,
			 const struct recorder_choice *choice);

/*
 * Add the labels that a page makes a heat map and lanes of, if the graph is to be a page and the
 * request names no others.
 */
void recorder_add_labels(struct arguments *arguments, const struct request *request);

/* Add the file SESSION_PROCESSES, if the command is a runtime whose files are removed. */
void recorder_add_list(struct arguments *arguments, const struct session *session);

/* Leave out idle samples where all CPUs are recorded, unless the request says otherwise. */
void recorder_add_idle(struct arguments *arguments, const struct request *request);

/*
 * Add the variables of this process, with those of --env and further ones ("NAME=VALUE", or NULL);
 * later ones replace earlier ones.
 */
void recorder_environment(struct arguments *all, const struct opt_list *env,
			  const struct arguments *variables);

/* True if the program is in PATH; else `why` gets a message. */
bool recorder_finds(struct slice program, struct buf *why);

/*
 * Start it in the folder of the request, with more variables for its environment ("NAME=VALUE", or
 * NULL), and wait; sets session->seconds and was_stopped. 0 and how it ended, or the errno if it
 * could not be started.
 */
int recorder_run(struct session *session, const struct arguments *arguments,
		 const struct arguments *variables, struct child_end *end);

/*
 * Start the recorder like recorder_run(), but as the first stage of a pipeline, with the other
 * stages: `output` as in struct pipeline_recorder, and the variables are those of the
 * runtime. It also sets session->piped.
 */
int recorder_pipe(struct session *session, struct pipeline *pipeline, int output,
		  struct child_end *end);

/*
 * Wait, up to so many seconds, for processes that outlive the command and may still write;
 * child_adopt() has to be called before the command starts. False if some are still there.
 */
bool recorder_wait_for_rest(double seconds);

/*
 * True if a profiler cannot record at all: `probe`, its command line with `true` for a command,
 * exits with a code other than 0. `reason` gets the line with the cause, `details` everything on
 * stderr. False also if the answer is not known, after a signal for instance.
 */
bool recorder_cannot(const struct arguments *probe, struct buf *reason, struct buf *details);

/* True, with the reason, if record-stacks cannot record for the session. */
typedef bool recorder_probe_fn(void *context, struct buf *why);

/*
 * Find out whether record-stacks can record. Where only the event is missing, and no profiler was
 * asked for, the session uses RECORDER_CLOCK instead, after a message. `why`: the reason of false.
 */
bool recorder_tries(struct session *session, recorder_probe_fn *cannot, void *context,
		    struct buf *why);

/* Cut the name of record-stacks off its message. */
void recorder_cut_name(struct buf *why);

/* True if a program that does nothing prints nothing with these variables. */
bool recorder_accepts(const struct arguments *variables);

/* Says that a profiler failed: "profiler command failed: NAME: WHAT". */
void recorder_blame(const char *name, struct child_end end, const struct buf *reason);

#endif
