/* SPDX-License-Identifier: MIT */
/*
 * clock.h - time that passes, whatever happens to the clock on the wall.
 */
#ifndef FLAMBEAU_CLOCK_H
#define FLAMBEAU_CLOCK_H

/* Seconds since a fixed moment, which is the same for the whole run. */
double clock_seconds(void);

#endif
