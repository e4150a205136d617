/* SPDX-License-Identifier: MIT */
/*
 * own_terminal.h - the terminal, which only the foreground process group may read. record-stacks
 * at the beginning of a pipeline makes its own group the foreground, so that Ctrl-C ends the
 * recording and not the pipe; the viewer at the end of that pipeline takes the terminal back.
 */
#ifndef FLAMBEAU_OWN_TERMINAL_H
#define FLAMBEAU_OWN_TERMINAL_H

#include "common/base/base.h"

enum own_terminal {
	OWN_TERMINAL_KEPT,  /* this group is the foreground, or there is no job control */
	OWN_TERMINAL_TAKEN, /* it is again; the screen has to be drawn anew */
	OWN_TERMINAL_LOST,  /* it is not, and nothing can make it so */
};

/* From now on no signal stops the program for the terminal: own_terminal_take() does. */
void own_terminal_begin(void);

/*
 * Make this process group the foreground if a child of this job has taken the terminal. In a job
 * that runs in the background, stop as a read from the terminal would, until the job is in the
 * foreground.
 */
enum own_terminal own_terminal_take(int terminal);

#endif
