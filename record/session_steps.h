/* SPDX-License-Identifier: MIT */
/*
 * session_steps.h - the steps from a command, or other processes, to the graph. Each returns false
 * after a message. session_check() goes first.
 */
#ifndef FLAMBEAU_SESSION_STEPS_H
#define FLAMBEAU_SESSION_STEPS_H

#include "record/session/request.h"
#include "record/session/session.h"

/*
 * The texts of a picture about its recording: the command as it was typed, event,
 * frequency, duration, number of samples.
 */

/* Append what was recorded, at most 80 characters of it. */
void heading_add_subject(struct buf *out, const struct session *session);

/*
 * Run flamegraph on files of folded stacks, and put the picture where it belongs when
 * it is complete.
 */

struct drawing {
	const struct request *request; /* its options are passed to flamegraph */
	const struct buf *folded;      /* path of the stacks, NUL-terminated */
	const struct buf *target;      /* path of the picture, NUL-terminated; "-": it is printed */
	/* unless --title and --subtitle are given; an empty subtitle: that of the stacks' header */
	struct slice title, subtitle;
	const char *width; /* for --diff-width, or NULL */
};

/* The command line of flamegraph, which prints the picture. */
void drawing_add_program(struct arguments *arguments, const struct drawing *drawing);

/* False after a message; the old picture stays then. */
bool drawing_make(const struct drawing *drawing);

/*
 * Show a file with what the desktop has for it. That it has nothing is not a failure of the graph.
 * `waits`: until the program that shows it has taken it; otherwise Ctrl-C does not reach that.
 */
void show_picture(const char *path, bool waits);

/* Run the profiler, and the command under it. */
bool session_record(struct session *session);

/* Make folded stacks; warn of what is wrong with them. */
bool session_collapse(struct session *session);

bool session_draw(const struct session *session);

/* session_check() and all steps; report how the command ended. */
bool session_run(struct session *session);

/*
 * Remove the recording. With --keep it moves to the folder of the graph; after a failure of a later
 * step it stays, and a message has its path.
 */
bool session_release(struct session *session, bool done);

/*
 * --live, by live_session.c: show what is recorded until the viewer is left, then end the recording
 * and its command. What the command and the programs said meanwhile goes to standard error at the
 * end. With --html it goes there at once, and the recording ends as one without --live does. The
 * exit code.
 */
int live_session_run(const struct request *request);

#endif
