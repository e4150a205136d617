/* SPDX-License-Identifier: MIT */
/*
 * process.h - signals of the whole process. A library asks for none of this: its process is the
 * host's.
 */
#ifndef FLAMBEAU_PROCESS_H
#define FLAMBEAU_PROCESS_H

/*
 * Ctrl-C in a pipeline goes to all of its programs. Where the first one is a profiler, it ends the
 * recording, and the others must wait for its results: they bear the first SIGINT, and a second one
 * ends them.
 */

/* From now on the first SIGINT is only noted, if it would end the program. */
void interrupt_bear(void);

/* SIGINT ends the program again. */
void interrupt_leave(void);

/* End the program by SIGINT if one was noted: nothing has come that was worth waiting for. */
void interrupt_end(void);

/*
 * Ends the program with a message when a mapped file becomes shorter (SIGBUS).
 */

/*
 * bus_guard_take() installs the handler of SIGBUS, until bus_guard_leave() has been called for each
 * take. Safe from any thread.
 */
void bus_guard_take(void);
void bus_guard_leave(void);

#endif
