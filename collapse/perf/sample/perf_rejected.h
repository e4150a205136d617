/* SPDX-License-Identifier: MIT */
/*
 * perf_rejected.h - events, times and the like of samples that options did not select: reported if
 * no sample was left, or if one event of several was kept.
 */
#ifndef FLAMBEAU_PERF_REJECTED_H
#define FLAMBEAU_PERF_REJECTED_H

#include "collapse/perf/sample/perf_run.h"

/* Count a sample that the option did not select. Its value there may be empty. */
void perf_reject(struct perf_run *perf, enum perf_choice choice, struct slice value);

/* Publish to all workers, at the end of a chunk. */
void perf_publish_rejected(struct perf_run *perf);

/* Nothing is left: the values that there are, an error for each option that left some out. */
void perf_say_rejected(const struct perf_options *given, const struct perf_findings *findings);

/* So many samples are of events that were not kept: which ones, and how to get them. */
void perf_say_other_events(const struct perf_options *given, const struct perf_findings *findings,
			   uint64_t samples);

#endif
