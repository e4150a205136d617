/* SPDX-License-Identifier: MIT */
/*
 * launcher.h - a command whose standard output is not that of the program that starts it: perf
 * record -o - gives its command standard error for both. perf starts this program instead, by a
 * name of its own; it gives the command the right output and becomes it. Samples of the launcher
 * are recognised by its name.
 */
#ifndef FLAMBEAU_LAUNCHER_H
#define FLAMBEAU_LAUNCHER_H

#include "record/session/session.h"

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
