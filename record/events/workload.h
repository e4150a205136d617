/* SPDX-License-Identifier: MIT */
/*
 * workload.h - the command that is recorded: its process exists before it runs, so that events can
 * be opened for it, and runs when it is released.
 */
#ifndef FLAMBEAU_WORKLOAD_H
#define FLAMBEAU_WORKLOAD_H

#include "common/base/child.h"

struct workload {
	pid_t process; /* 0: there is none */
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

#endif
