/* SPDX-License-Identifier: MIT */
/*
 * compiler_files.h - the files in /tmp by which just-in-time compilers give names to their code:
 * perf-PID.map, perfinfo-PID.map, jit-PID.dump.
 */
#ifndef FLAMBEAU_COMPILER_FILES_H
#define FLAMBEAU_COMPILER_FILES_H

#include "record/options/arguments.h"

/* Add the names of those that exist. */
void compiler_files_see(struct arguments *names);

/* True if the process, a number, has written a map or a dump. */
bool compiler_files_exist(struct slice pid);

/*
 * Remove those of the processes that the file at `list_path` has, one per line, but not the ones
 * named in `before`, and not while the process may still write them, unless `may_live`.
 */
void compiler_files_remove(const struct arguments *before, const char *list_path, bool may_live);

#endif
