/* SPDX-License-Identifier: MIT */
/*
 * profiler_sampler.h - find libflamesample: in the folder of the programs, also in the build tree,
 * or in the dynamic loader's folders.
 */
#ifndef FLAMBEAU_PROFILER_SAMPLER_H
#define FLAMBEAU_PROFILER_SAMPLER_H

#include "common/base/buf.h"

/*
 * Tells whether the dynamic loader loads a library of LD_PRELOAD into a program.
 */

/* Why it does not, as the end of a sentence about the program; NULL: it may. */
const char *preloadable_obstacle(const char *path);

/*
 * The value for LD_PRELOAD: a path, or a name that the loader looks up; NUL-terminated. False if
 * there is none: `why` gets a message.
 */
bool sampler_library_find(struct buf *path, const char *argv0, struct buf *why);

#endif
