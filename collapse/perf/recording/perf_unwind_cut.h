/* SPDX-License-Identifier: MIT */
/*
 * perf_unwind_cut.h - stacks that are longer than their copies, and how large a copy would have to
 * be: up to where other stacks of the same thread end.
 */
#ifndef FLAMBEAU_PERF_UNWIND_CUT_H
#define FLAMBEAU_PERF_UNWIND_CUT_H

#include "common/base/base.h"

enum { PERF_COPY_LARGEST = 65528 }; /* bytes: what perf record takes for dwarf,SIZE */

/* Facts about the stacks of many threads; later threads may be left out. */
struct perf_cuts;

/* *cuts may be NULL: it is made at the first call. `sp`: the stack pointer of the sample. */
void perf_cuts_add_whole(struct perf_cuts **cuts, uint32_t tid, uint64_t sp, uint64_t end);
void perf_cuts_add_cut(struct perf_cuts **cuts, uint32_t tid, uint64_t sp);

/* Both may be NULL; `from` is freed. */
void perf_cuts_merge(struct perf_cuts **into, struct perf_cuts *from);

/* How many were cut. */
uint64_t perf_cuts_count(const struct perf_cuts *cuts);

/* Bytes of a copy that would have held them; 0: not known. May exceed PERF_COPY_LARGEST. */
uint64_t perf_cuts_size(const struct perf_cuts *cuts);

#endif
