/* SPDX-License-Identifier: MIT */
/*
 * locate.h - find other programs: ours are in one folder, the rest is in PATH.
 */
#ifndef FLAMBEAU_LOCATE_H
#define FLAMBEAU_LOCATE_H

#include "common/base/buf.h"

/*
 * The path of a program of ours, NUL-terminated: in the folder of `argv0`, or of the file it is a
 * link to; else the name only, to be looked up in PATH.
 */
void locate_program(struct buf *path, const char *argv0, const char *name);

/* Append the folder of the running program, with a slash; append nothing if it cannot be found. */
void locate_folder(struct buf *path, const char *argv0);

/*
 * The path of a program that can be run, NUL-terminated: `name` itself if it has a slash, else that
 * in a folder of PATH. False if none exists.
 */
bool locate_find(struct buf *path, struct slice name);
bool locate_exists(struct slice name);

#endif
