/* SPDX-License-Identifier: MIT */
/*
 * sampler_library.h - find libflamesample: in the folder of the programs, also in the build tree,
 * or in the dynamic loader's folders.
 */
#ifndef FLAMBEAU_SAMPLER_LIBRARY_H
#define FLAMBEAU_SAMPLER_LIBRARY_H

#include "common/base/buf.h"

/*
 * The value for LD_PRELOAD: a path, or a name that the loader looks up; NUL-terminated. False if
 * there is none: `why` gets a message.
 */
bool sampler_library_find(struct buf *path, const char *argv0, struct buf *why);

#endif
