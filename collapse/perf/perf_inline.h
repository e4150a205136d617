/* SPDX-License-Identifier: MIT */
/*
 * perf_inline.h - --inline: the functions that were inlined at an address.
 */
#ifndef FLAMBEAU_PERF_INLINE_H
#define FLAMBEAU_PERF_INLINE_H

#include "collapse/perf/perf_state.h"

/* The functions inlined at the symbol's address; NULL where there is nothing to add. */
struct perf_line *perf_inline(struct ingest_run *run, const struct perf_symbol *symbol);
void perf_inline_release(struct perf_run *perf);

#endif
