/* SPDX-License-Identifier: MIT */
/*
 * perf_names.h - the caches of a worker's lines: its own, or views of caches shared by all workers.
 */
#ifndef FLAMBEAU_PERF_NAMES_H
#define FLAMBEAU_PERF_NAMES_H

#include "collapse/perf/sample/perf_run.h"

void perf_names_init(struct perf_run *perf, unsigned threads); /* that read */
void perf_names_release(struct perf_run *perf);

/* Forget the lines if they have become many: true if so. No sample may be open. */
bool perf_names_trim(struct perf_run *perf);

#endif
