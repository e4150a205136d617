/* SPDX-License-Identifier: MIT */
/*
 * perf_lines.h - passes lines from a chunk to the grammar.
 */
#ifndef FLAMBEAU_PERF_LINES_H
#define FLAMBEAU_PERF_LINES_H

#include "collapse/perf/perf_state.h"

/* The position of a stack line's key in perf's output: after a tab and an address of this width. */
enum { PERF_ADDRESS = 16, PERF_KEY_AT = PERF_ADDRESS + 1 };

/* True if the first PERF_KEY_AT bytes of the line are such a tab and address. */
bool perf_is_address(const char *line);

void perf_take_lines(struct ingest_run *run, struct slice records);

/* Cut the next sample off the records, for the stack queue. */
void perf_cut_sample(struct slice *records, struct queued_sample *sample);

#endif
