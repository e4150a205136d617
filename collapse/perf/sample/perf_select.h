/* SPDX-License-Identifier: MIT */
/*
 * perf_select.h - which samples are wanted.
 */
#ifndef FLAMBEAU_PERF_SELECT_H
#define FLAMBEAU_PERF_SELECT_H

#include "collapse/perf/sample/perf_run.h"

/* --comm, --pid-filter, --tid-filter, --cpu, --time */
bool perf_select_prepare(struct perf_options *options);
bool perf_selected(struct ingest_run *run, const struct perf_event *event);
void perf_note_time(struct ingest_run *run, const struct perf_event *event); /* of any sample */
/* perf_see_time() of a recording */
void perf_see_time(struct ingest_run *run, uint64_t nanoseconds);
void perf_publish_span(struct ingest_run *run); /* of a chunk, for all workers */
bool perf_parse_times(struct slice text, void *field, struct buf *problem);
bool perf_parse_time(struct slice text, uint64_t *nanoseconds);

#endif
