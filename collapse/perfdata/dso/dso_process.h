/* SPDX-License-Identifier: MIT */
/*
 * dso_process.h - processes of a recording that still live: in a container they have files of their
 * own.
 */
#ifndef FLAMBEAU_PERFDATA_DSO_PROCESS_H
#define FLAMBEAU_PERFDATA_DSO_PROCESS_H

#include "common/base/base.h"

/* When this machine started, in seconds since 1970; 0: not known. */
int64_t dso_process_boot(void);

/* When a process that lives began, in seconds since 1970; 0: not known. */
int64_t dso_process_start(int32_t pid);

struct dso_process {
	uint64_t files; /* the number of its mount namespace; 0: our own */
	uint32_t pid;   /* in its innermost namespace */
	uint32_t user;  /* its owner */
};

/*
 * Read /proc about a process. False if it has ended, or began after `time` (seconds since 1970; 0:
 * not known) and so is another one.
 */
bool dso_process_find(int32_t pid, int64_t time, struct dso_process *process);

enum { DSO_PROCESS_ROOT = 32 }; /* bytes for "/proc/PID/root" */

/* The directory that has a process's files; returns `room`, of DSO_PROCESS_ROOT bytes. */
const char *dso_process_root(char *room, int32_t pid);

#endif
