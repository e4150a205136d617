/* SPDX-License-Identifier: MIT */
/*
 * interrupt.h - Ctrl-C in a pipeline goes to all of its programs. Where the first one is a profiler,
 * it ends the recording, and the others have its results to wait for: they bear the first SIGINT,
 * and a second one ends them. Signals are the program's: libflambeau has other functions of these
 * names, which do nothing.
 */
#ifndef FLAMBEAU_INTERRUPT_H
#define FLAMBEAU_INTERRUPT_H

/* From now on the first SIGINT is only noted, if it would end the program. */
void interrupt_bear(void);

/* SIGINT ends the program again. */
void interrupt_leave(void);

/* End the program by SIGINT if one was noted: nothing has come that was worth waiting for. */
void interrupt_end(void);

#endif
