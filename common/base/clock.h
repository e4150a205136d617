/* SPDX-License-Identifier: MIT */
/*
 * clock.h - time that passes, whatever happens to the clock on the wall.
 */
#ifndef FLAMBEAU_CLOCK_H
#define FLAMBEAU_CLOCK_H

/* Seconds since some moment that stays the same while the program runs. */
double clock_seconds(void);

#endif
