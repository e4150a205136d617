/* SPDX-License-Identifier: MIT */
/*
 * perf_describe.h - the header of perf's samples: event, unit, how many, how long.
 */
#ifndef FLAMBEAU_PERF_DESCRIBE_H
#define FLAMBEAU_PERF_DESCRIBE_H

#include "collapse/perf/sample/perf_run.h"

/* struct collapser.describe */
void perf_describe(const struct collapse_setup *setup, const struct ingest_run *run,
		   struct header *header);

/* Samples that are in the stacks. */
uint64_t perf_describe_samples(const struct ingest_run *run);

#endif
