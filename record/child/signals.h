/* SPDX-License-Identifier: MIT */
/*
 * signals.h - events while children run: one of them ended, or a signal asks the program to stop
 * (SIGINT, SIGTERM, SIGHUP). Signals only wake signals_wait(); nothing is done in a handler.
 */
#ifndef FLAMBEAU_SIGNALS_H
#define FLAMBEAU_SIGNALS_H

#include <poll.h>

#include "common/base/base.h"

/* A request to stop. */
struct signals_stop {
	int signal;     /* 0: nothing */
	bool is_for_us; /* sent by a process to this one; a terminal sends signals to all */
};

/*
 * Install the handlers; a signal that is ignored stays so. False with errno if that cannot be done.
 */
bool signals_begin(void);

/*
 * Sleep up to so many seconds, negative: without end, or until a signal or one of the files is
 * ready.
 */
void signals_wait(struct pollfd *files, size_t count, double seconds);

/* The request since the last call. */
struct signals_stop signals_take(void);

/* True if a stop was ever requested. */
bool signals_stopped(void);

#endif
