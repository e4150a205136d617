/* SPDX-License-Identifier: MIT */
/*
 * rooted.h - open files whose names come from strangers, below a folder that is not left: links
 * inside of it are taken relative to it, and `..` ends at it.
 */
#ifndef FLAMBEAU_ROOTED_H
#define FLAMBEAU_ROOTED_H

#include "common/base/slice.h"

/*
 * For reading, a regular file only; -1 with errno, EISDIR for anything else that exists. `root`
 * NULL: the machine's own files. `path` begins with `/`.
 */
int rooted_open(const char *root, const char *path);

/*
 * Like rooted_open() without openat2(2), which older kernels lack and sandboxes refuse: folder by
 * folder.
 */
int rooted_open_by_steps(const char *root, const char *path);

#endif
