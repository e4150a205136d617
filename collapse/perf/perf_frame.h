/* SPDX-License-Identifier: MIT */
/*
 * perf_frame.h - from a symbol on a stack line to frames.
 */
#ifndef FLAMBEAU_PERF_FRAME_H
#define FLAMBEAU_PERF_FRAME_H

#include "collapse/perf/perf_state.h"

/* The line for a symbol, from the cache where `key` (the text after the address) is known. */
const struct perf_line *perf_line_of(struct ingest_run *run, const struct perf_symbol *symbol,
				     struct slice key);

/* The line for a symbol without an offset; good until perf_names_trim(). */
struct perf_line *perf_line_of_symbol(struct ingest_run *run, struct perf_symbol symbol);

/* NULL if the text after the address, `key`, is new; then split it and call perf_line_of(). */
const struct perf_line *perf_line_known(struct ingest_run *run, struct slice key);

/* ---- The caches of a worker's lines: its own, or views of those that all share ---- */

void perf_names_init(struct perf_run *perf, unsigned threads); /* that read */
void perf_names_release(struct perf_run *perf);

/* Forget the lines if they have become many: true if so. No sample may be open. */
bool perf_names_trim(struct perf_run *perf);

#endif
