/* SPDX-License-Identifier: MIT */
/*
 * pipeline.h - programs joined by pipes. The data passes through this process, a few kilobytes at a
 * time, which learns how every stage ended: output made from half an input is recognised.
 */
#ifndef FLAMBEAU_PIPELINE_H
#define FLAMBEAU_PIPELINE_H

#include "common/base/buf.h"
#include "common/base/child.h"

/*
 * Run another program and capture its output.
 */

/*
 * Run it until it ends. `out` gets its output to `stream` (1 or 2), up to 1 MB; the other stream is
 * discarded. 0, or the errno if it could not be started.
 */
int capture(const struct child_place *place, const char *const *arguments, int stream,
	    struct buf *out, struct child_end *end);

/* "exit status 3", "killed by signal 9 (Killed)". */
void capture_add_end(struct buf *out, struct child_end end);

/* The line of a program's error output that has the reason; empty if it printed nothing. */
struct slice capture_reason(struct slice said);

enum { PIPELINE_STAGES = 2 };

/* Sees a chunk of what a stage prints; false, after a message, ends the pipeline. */
typedef bool pipeline_see_fn(void *context, struct slice chunk);

struct pipeline_stage {
	const char *name; /* for messages: "perf script" */
	const char *const *arguments;
	pipeline_see_fn *see; /* or NULL */
	void *context;
	bool prints;      /* to our standard output: nothing is seen; for the last stage */
	const char *hint; /* the end of the message when the stage runs long; or NULL */

	/*
	 * what it says on stderr, among others, when it fails because its input was empty; or NULL
	 */
	const char *says_empty;
};

/*
 * A first stage that records a command. It has our standard input and error; the pipeline ignores
 * how it ends. It waits for the next stage only when PIPELINE_QUEUE bytes are queued. When that has
 * ended, a recorder of a command continues, for the command's sake. Signals are for it alone.
 */
struct pipeline_recorder {
	const struct child_place *place;
	int output; /* where it writes: a FIFO's read end, which is closed; -1: to its standard output */
	int its_output;   /* its standard output in the former case */
	bool ends_unread; /* SIGTERM ends it when the next stage has ended */
	bool was_ended;   /* so, which is no failure of its own */

	/*
	 * Called while it runs: at the beginning, after signals, once at its end, and after as many
	 * seconds as the call before returned, unless negative.
	 */
	double (*watch)(void *context, pid_t child);
	void *context;
	struct child_end end; /* set by pipeline_run() */
	int problem;          /* likewise: the errno that says why it could not be started; 0 */
};

enum { PIPELINE_QUEUE = 256 << 20 };

struct pipeline {
	struct pipeline_stage stages[PIPELINE_STAGES];
	size_t count;
	double patience; /* seconds until a message says which stage runs still; 0: never */
	struct pipeline_recorder *recorder; /* NULL: the first stage is like the others */
};

/* The next stage, to be filled in. */
struct pipeline_stage *pipeline_add(struct pipeline *pipeline);

enum pipeline_result {
	PIPELINE_DONE, /* every stage ended with 0 */
	/*
	 * the first stage ended with 0 and no output, or a stage said that its input was empty;
	 * without a message
	 */
	PIPELINE_EMPTY,
	PIPELINE_FAILED, /* after a message */
};

/*
 * Run it. The first stage has no input, unless it is a recorder; what the last one prints is only
 * seen. What stages say on stderr is passed on, ten lines each.
 */
enum pipeline_result pipeline_run(const struct pipeline *pipeline);

/* Show a file to `see`, as if it had come through a pipe. False, after a message, if that fails. */
bool pipeline_read_file(const char *path, pipeline_see_fn *see, void *context);

#endif
