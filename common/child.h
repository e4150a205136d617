/* SPDX-License-Identifier: MIT */
/*
 * child.h - other programs, found in PATH, started without a shell and joined by pipes.
 */
#ifndef FLAMBEAU_CHILD_H
#define FLAMBEAU_CHILD_H

#include <sys/types.h>

#include "common/base.h"

enum {
	CHILD_SHARES = -1, /* the stream is the parent's */
	CHILD_NULL = -2,   /* the stream is /dev/null */
};

/* What the child has as standard input, output and error: a descriptor or one of the above. */
struct child_streams {
	int fds[3];
};

/* A pipe of close-on-exec descriptors above the standard streams; false with errno set. */
bool child_pipe(int ends[2]);

/* Start arguments[0]; the list ends with NULL. 0, or the errno that says why not. */
int child_start(const char *const *arguments, const struct child_streams *streams, pid_t *child);

/* Its exit code once it has ended, or -1 if a signal ended it. */
int child_wait(pid_t child);

#endif
