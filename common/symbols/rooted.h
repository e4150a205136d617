/* SPDX-License-Identifier: MIT */
/*
 * rooted.h - open files whose names come from strangers, below a folder that is not left: links inside of it are taken
 * relative to it, and `..` ends at it.
 */
#ifndef FLAMBEAU_ROOTED_H
#define FLAMBEAU_ROOTED_H

#include "common/base/slice.h"

/* For reading, a regular file only; -1 with errno. `root` NULL: the machine's own files. `path` begins with `/`. */
int rooted_open(const char *root, const char *path);

#endif
