/* SPDX-License-Identifier: MIT */
/*
 * child.h - other programs, found in PATH, started without a shell and joined by pipes.
 */
#ifndef FLAMBEAU_CHILD_H
#define FLAMBEAU_CHILD_H

#include <sys/types.h>

#include "common/base/base.h"

enum {
	CHILD_SHARES = -1, /* the stream is the parent's */
	CHILD_NULL = -2,   /* the stream is /dev/null */
};

/* What the child has as standard input, output and error: a descriptor or one of the above. */
struct child_streams {
	int fds[3];
};

/* How a child ended: with an exit code, or by a signal. */
struct child_end {
	int code;   /* -1 if a signal ended it, or nobody knows */
	int signal; /* 0: it ended by itself */
};

/* A pipe of close-on-exec descriptors above the standard streams; false with errno set. */
bool child_pipe(int ends[2]);

/* Start arguments[0]; the list ends with NULL. 0, or the errno that says why not. */
int child_start(const char *const *arguments, const struct child_streams *streams, pid_t *child);

/* Where a child runs; NULL: as the parent. */
struct child_place {
	const char *directory;
	const char *const *environment; /* "NAME=VALUE", NULL at the end */
	bool is_apart; /* in a process group of its own: Ctrl-C does not reach it */
};

/*
 * The same in another place. The caller's working directory is another one meanwhile: for programs
 * with one thread.
 */
int child_start_in(const struct child_place *where, const char *const *arguments,
		   const struct child_streams *streams, pid_t *child);

/* What such an errno means to people: "not found" where there is no such program. */
const char *child_problem(int error);

/* Has it ended? Then `end` says how, and the child must not be asked about again. */
bool child_has_ended(pid_t child, struct child_end *end);

/* Wait until it has ended, and say how. */
void child_join(pid_t child, struct child_end *end);

/*
 * From now on the children of children that have ended are ours, where the system can do that
 * (Linux); elsewhere nothing happens.
 */
void child_adopt(void);

/* Take leave of every child that has ended. False when there are none left at all. */
bool child_reap(void);

/* Its exit code once it has ended, or -1 if a signal ended it. */
int child_wait(pid_t child);

#endif
