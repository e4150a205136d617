/* SPDX-License-Identifier: MIT */
/*
 * perf_late.h - names of code that a running program compiles (perf-PID.map, jit-PID.dump). The program may write them
 * at its end, long after the code ran, and a recording that comes through a pipe is read before that. Frames at such
 * addresses get placeholders for names, which are replaced when the recording has ended.
 */
#ifndef FLAMBEAU_PERF_LATE_H
#define FLAMBEAU_PERF_LATE_H

#include "collapse/perf/recording/perf_recording.h"

/* A line whose only frame is a placeholder; it lives in `arena`. */
const struct perf_line *perf_late_line(struct ingest_run *run, struct arena *arena,
				       struct perfdata_dso *dso, uint64_t ip);

/* What placeholders stand for. A zeroed struct is empty. */
struct perf_late_names {
	struct arena arena;
	struct perf_late_name *at;
	size_t count, cap;
};

/* Look up the placeholders of `worker`, by means of `run`, one of the workers. One thread, after all samples. */
void perf_late_find(struct perf_late_names *names, struct ingest_run *run,
		    const struct ingest_run *worker);

/* Replace placeholders in a profile that all workers were merged into. `keeps_root`: --skip-after leaves the root. */
void perf_late_apply(const struct perf_late_names *names, struct profile *profile, bool keeps_root);

void perf_late_release(struct perf_late_names *names);

#endif
