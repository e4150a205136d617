/* SPDX-License-Identifier: MIT */
/*
 * dso_origin.h - the machine on which a recording was made, and the time of day of its records. Both
 * tell whether files and processes of this machine are those of the recording.
 *
 * The time of a record is of a clock of the recorded machine: perf's own, which runs like
 * CLOCK_MONOTONIC and drifts away from it, unless perf record -k chose one. It becomes a time of day
 * - by the feature CLOCK_DATA, or if the clock is the time of day itself;
 * - of a file, which was written when its last record was;
 * - of a stream that is being recorded: its last record was when it was read, or a little before;
 * - of a stream that was kept, if this machine has not been started again: by CLOCK_MONOTONIC.
 */
#ifndef FLAMBEAU_DSO_ORIGIN_H
#define FLAMBEAU_DSO_ORIGIN_H

#include "collapse/perfdata/recording.h"
#include "common/base/base.h"

/* ---- Processes that still live: in a container they have files of their own ---- */

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

struct dso_origin {
	const struct perfdata *recording;
	char host[256];       /* this machine */
	int64_t begun;        /* when it was opened, in ns since 1970 */
	uint64_t first, last; /* times of records up to now; 0: none */
	int64_t lag; /* of a stream: its clock now, minus the time of the last record; the least */
	bool is_heard; /* `lag` is set */
	bool is_whole; /* all records have been seen */
	bool is_fixed; /* `first` is in use */
};

void dso_origin_init(struct dso_origin *origin, const struct perfdata *recording);

/*
 * Records have been read, with times from `first` to `last` (0: none), perhaps the last of all. One
 * thread.
 */
void dso_origin_hear(struct dso_origin *origin, uint64_t first, uint64_t last, bool is_whole);

/* The moment of a record, in hundredths of seconds after the first one. `time` 0 is the first. */
uint32_t dso_origin_moment(struct dso_origin *origin, uint64_t time);

/*
 * The time of day of moment 0, in ns since 1970. False: it cannot be known, for this machine has
 * been started since.
 */
bool dso_origin_start(struct dso_origin *origin, int64_t *start);

/* True if records may seem to be later than they were, but not earlier. */
bool dso_origin_is_never_early(const struct dso_origin *origin);

/* The first moment that is not before a time of day. */
uint32_t dso_origin_moment_of(int64_t start, int64_t time);

/* The time of day of a moment, and now: in ns since 1970. */
int64_t dso_origin_time_of(int64_t start, uint32_t moment);
int64_t dso_origin_now(void);

/* When the recording ended, as far as it is known, in seconds since 1970; 0: it is not. */
int64_t dso_origin_end(struct dso_origin *origin);

/*
 * True if it was recorded on another machine, as those of simpleperf are on phones. A recording of
 * perf that names no machine is of this one.
 */
bool dso_origin_is_foreign(const struct dso_origin *origin);

/* True if this machine has not been started again since: processes of the recording may live. */
bool dso_origin_is_of_this_start(const struct dso_origin *origin);

/* True if it was recorded on this machine since its last start. */
bool dso_origin_is_local(const struct dso_origin *origin);

#endif
