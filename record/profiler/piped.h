/* SPDX-License-Identifier: MIT */
/*
 * piped.h - recording through a pipe into collapse-perf: no file grows, and the stacks are there
 * when the command ends. With --keep what passes is written to a file, too.
 */
#ifndef FLAMBEAU_PIPED_H
#define FLAMBEAU_PIPED_H

#include "record/session/session.h"

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

/* A FIFO in the session's folder, its path NUL-terminated; false if there can be none. */
bool piped_make_fifo(const struct session *session, struct buf *path);

/*
 * Record and collapse: session->piped, stacks and, with --keep, recorded are known then. 0 and how
 * the recorder ended, or the errno that says why it could not be started.
 */
int piped_record(struct session *session, const struct piped_recorder *recorder,
		 struct child_end *end);

#endif
