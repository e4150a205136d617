/* SPDX-License-Identifier: MIT */
/*
 * preloadable.h - tells whether the dynamic loader loads a library of LD_PRELOAD into a program.
 */
#ifndef FLAMBEAU_PRELOADABLE_H
#define FLAMBEAU_PRELOADABLE_H

/* Why it does not, as the end of a sentence about the program; NULL: it may. */
const char *preloadable_obstacle(const char *path);

#endif
