/* SPDX-License-Identifier: MIT */
/*
 * events.h - the events of the viewer: keys, its input, signals.
 */
#ifndef FLAMBEAU_EVENTS_H
#define FLAMBEAU_EVENTS_H

#include "common/base/base.h"

struct events {
	bool keys, input; /* there is something to be read */
	bool resized;
	int signal; /* a signal to end the program; 0: none */
};

/* From now on signals are events. False, after a message, if that cannot be. */
bool events_begin(void);

/* Wait for any of them; `input` is -1 if there is none. */
void events_wait(struct events *events, int keys, int input);

/* End as the signal would have ended the program. */
_Noreturn void events_die(int signal);

#endif
