/* SPDX-License-Identifier: MIT */
/*
 * child.h - other programs, found in PATH, started without a shell and joined by pipes.
 */
#ifndef FLAMBEAU_CHILD_H
#define FLAMBEAU_CHILD_H

#include <sys/types.h>

#include "common/base/buf.h"

enum {
	CHILD_SHARES = -1, /* the stream is the parent's */
	CHILD_NULL = -2,   /* the stream is /dev/null */
};

/* The child's standard input, output and error: each a descriptor, CHILD_SHARES or CHILD_NULL. */
struct child_streams {
	int fds[3];
};

/* How a child ended: with an exit code, or by a signal. */
struct child_end {
	int code;   /* -1 if a signal ended it, or the status was lost */
	int signal; /* 0: it ended by itself */
};

/* A pipe of close-on-exec descriptors above the standard streams; false with errno set. */
bool child_pipe(int ends[2]);

/* Start arguments[0]; the list ends with NULL. 0, or the errno if it could not be started. */
int child_start(const char *const *arguments, const struct child_streams *streams, pid_t *child);

/* The working directory and environment of a child; NULL: those of the parent. */
struct child_place {
	const char *directory;
	const char *const *environment; /* "NAME=VALUE", NULL at the end */
	bool is_apart; /* in a process group of its own: Ctrl-C does not reach it */
	/* SIGTERM reaches it when this process has ended, however that ends (Linux) */
	bool ends_with_us;
};

/*
 * Start a child as child_start() does, in `where`. The caller's working directory changes
 * meanwhile: only for programs with one thread.
 */
int child_start_in(const struct child_place *where, const char *const *arguments,
		   const struct child_streams *streams, pid_t *child);

/* A readable text for an errno of child_start(): "not found" if no such program exists. */
const char *child_problem(int error);

/*
 * True if the child has ended; then `end` is filled, and the child must not be asked about again.
 */
bool child_has_ended(pid_t child, struct child_end *end);

/* Wait until it has ended; fills `end`. */
void child_join(pid_t child, struct child_end *end);

/*
 * From now on the children of children that have ended are ours, where the system can do that
 * (Linux); elsewhere nothing happens.
 */
void child_adopt(void);

/* Take leave of every child that has ended. False when there are none left at all. */
bool child_reap(void);

/* Add all that comes out of a pipe until its other end is closed, or what came before an error. */
void child_read(int fd, struct buf *out);

/* Its exit code once it has ended, or -1 if a signal ended it. */
int child_wait(pid_t child);

#endif
