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

/* Sees the process that was started, while it runs. */
struct recorder_observer {
	void (*see)(void *context, pid_t child);
	void *context;
};

/* recorder_run() with an observer, or NULL. */
int recorder_run_seen(struct session *session, const struct arguments *arguments,
		      const struct arguments *variables, const struct recorder_observer *observer,
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

/*
 * Recording through a pipe into collapse-perf: no file grows, and the stacks are there
 * when the command ends. With --keep what passes is written to a file, too.
 */

/* A profiler that records. */
struct piped_recorder {
	const char *name;            /* for messages */
	struct arguments *arguments; /* writes to `fifo`, or to its standard output */
	const char *fifo;            /* or NULL */
	const struct profiler *profiler;
};

/*
 * True if there is a collapse-perf, and names are known when the recording ends; else the recording
 * goes to a file.
 */
bool piped_can(const struct session *session);

/* A FIFO in the session's folder, its path NUL-terminated; false if that fails. */
bool piped_make_fifo(const struct session *session, struct buf *path);

/*
 * Record and collapse: session->piped, stacks and, with --keep, recorded are known then. 0 and how
 * the recorder ended, or the errno that says why it could not be started.
 */
int piped_record(struct session *session, const struct piped_recorder *recorder,
		 struct child_end *end);

/*
 * A command whose standard output is not that of the program that starts it: perf
 * record -o - gives its command standard error for both. perf starts this program instead, by a
 * name of its own; it gives the command the right output and becomes it. Samples of the launcher
 * are recognised by its name.
 */

#define LAUNCHER_NAME "flambeau-start" /* at most 15 bytes: the name of the process, too */

struct launcher {
	struct buf path; /* a link in the session's folder, NUL-terminated */
	int output;      /* our standard output, for children */
};

/* False: it cannot be done here. */
bool launcher_make(struct launcher *launcher, const struct session *session);
void launcher_remove(struct launcher *launcher);

/* Add the words that stand before the command. */
void launcher_add(struct arguments *arguments, const struct launcher *launcher);

/* True if this program was started as a launcher. */
bool launcher_is(int argc, char **argv);

/* Become the command; the exit code if that fails, after a message. */
int launcher_run(char **argv);

#endif
