/* SPDX-License-Identifier: MIT */
/* perf_label.h - labels of samples: --labels. */
#ifndef FLAMBEAU_PERF_LABEL_H
#define FLAMBEAU_PERF_LABEL_H

#include "collapse/perf/sample/perf_run.h"

/* True if perf can give these labels. */
#define PERF_LABELS                                                                                \
	(LABEL_BIT(LABEL_TIME) | LABEL_BIT(LABEL_CPU) | LABEL_BIT(LABEL_PID) |                     \
	 LABEL_BIT(LABEL_TID) | LABEL_BIT(LABEL_COMM) | LABEL_BIT(LABEL_EVENT) |                   \
	 LABEL_BIT(LABEL_HOST) | LABEL_BIT(LABEL_CGROUP))

/* The time of the next sample, in nanoseconds of the recording's clock. */
void perf_label_time(struct ingest_run *run, uint64_t time);

/* Give the next sample the labels of its event line. */
void perf_label_event(struct ingest_run *run, const struct perf_event *event);

/* True if several events get root frames: labels do not distinguish them. */
bool perf_roots_are_events(const struct ingest_run *run);

#endif
