/* SPDX-License-Identifier: MIT */
/*
 * workload.h - the command that is recorded: its process exists before it runs, so that events can
 * be opened for it, and runs when it is released.
 */
#ifndef FLAMBEAU_WORKLOAD_H
#define FLAMBEAU_WORKLOAD_H

#include "common/base/base.h"
#include "common/base/child.h"

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

#endif
