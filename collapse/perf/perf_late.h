/* SPDX-License-Identifier: MIT */
/*
 * perf_late.h - names of code that a running program compiles (perf-PID.map, jit-PID.dump). The
 * program may write them at its end, long after the code ran, and a recording that comes through a
 * pipe is read before that. Frames at such addresses get placeholders for names (perf_chain.c), which
 * are replaced when the recording has ended.
 */
#ifndef FLAMBEAU_PERF_LATE_H
#define FLAMBEAU_PERF_LATE_H

#include "collapse/perf/perf_recording_state.h"

/* The names that placeholders stand for. A zeroed struct is empty. */
struct perf_late_names {
	struct arena arena;
	struct perf_late_name *at;
	size_t count, cap;
};

/* Look up the placeholders of a worker, which forgets them. One thread, after all samples. */
void perf_late_find(struct perf_late_names *names, struct ingest_run *run);

/*
 * Replace placeholders in a profile that all workers were merged into. `keeps_root`: --skip-after
 * leaves the root.
 */
void perf_late_apply(const struct perf_late_names *names, struct profile *profile, bool keeps_root);

void perf_late_release(struct perf_late_names *names);

#endif
