/* SPDX-License-Identifier: MIT */
/*
 * bus_guard.h - ends the program with a message when a mapped file becomes shorter (SIGBUS).
 * Signals are the program's: libflambeau reads files into memory instead, and has other functions
 * of these names.
 */
#ifndef FLAMBEAU_BUS_GUARD_H
#define FLAMBEAU_BUS_GUARD_H

/*
 * bus_guard_take() installs the handler of SIGBUS, until bus_guard_leave() has been called for each
 * take. Safe from any thread.
 */
void bus_guard_take(void);
void bus_guard_leave(void);

#endif
