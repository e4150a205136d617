/* SPDX-License-Identifier: MIT */
/*
 * signals.h - what comes from outside while children run: one of them ended, or somebody wants the
 * program to stop (SIGINT, SIGTERM, SIGHUP). Signals only wake signals_wait(); nothing is done in a
 * handler.
 */
#ifndef FLAMBEAU_SIGNALS_H
#define FLAMBEAU_SIGNALS_H

#include <poll.h>

#include "common/base/base.h"

/* What somebody wanted. */
struct signals_stop {
	int signal;     /* 0: nothing */
	bool is_for_us; /* a process sent it to this one; those of a terminal go to all */
};

/* Install the handlers; a signal that is ignored stays so. False with errno if that cannot be done. */
bool signals_begin(void);

/* Sleep up to so many seconds, negative: without end, or until a signal or one of the files is ready. */
void signals_wait(struct pollfd *files, size_t count, double seconds);

/* What was wanted since the last call. */
struct signals_stop signals_take(void);

/* Did anybody ever want it to stop? */
bool signals_stopped(void);

#endif
