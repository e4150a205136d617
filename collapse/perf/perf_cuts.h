/* SPDX-License-Identifier: MIT */
/*
 * perf_cuts.h - call stacks that lack their outermost callers: those that are longer than their
 * copies, and how large a copy would have to be (up to where other stacks of the same thread end);
 * those that have as many frames as a limit allows.
 */
#ifndef FLAMBEAU_PERF_CUTS_H
#define FLAMBEAU_PERF_CUTS_H

#include "common/base/base.h"

enum { PERF_COPY_LARGEST = 65528 }; /* bytes: what perf record takes for dwarf,SIZE */

/* Facts about the stacks of many threads; later threads may be left out. */
struct perf_cuts;

/* *cuts may be NULL: it is made at the first call. `sp`: the stack pointer of the sample. */
void perf_cuts_add_whole(struct perf_cuts **cuts, uint32_t tid, uint64_t sp, uint64_t end);
void perf_cuts_add_cut(struct perf_cuts **cuts, uint32_t tid, uint64_t sp);

enum perf_limit {
	PERF_LIMIT_KERNEL, /* of call chains: kernel.perf_event_max_stack, or what perf asked for */
	PERF_LIMIT_UNWOUND, /* of frames that are unwound here */
	PERF_LIMITS,
};

/* A stack of as many frames as a limit allows, `frames`. */
void perf_cuts_add_full(struct perf_cuts **cuts, enum perf_limit limit, unsigned frames);

/* How many such stacks; `*frames` is the largest limit among them. */
uint64_t perf_cuts_full(const struct perf_cuts *cuts, enum perf_limit limit, unsigned *frames);

/* Both may be NULL; `from` is freed. */
void perf_cuts_merge(struct perf_cuts **into, struct perf_cuts *from);

/* How many were longer than their copies. */
uint64_t perf_cuts_count(const struct perf_cuts *cuts);

/* Bytes of a copy that would have held them; 0: not known. May exceed PERF_COPY_LARGEST. */
uint64_t perf_cuts_size(const struct perf_cuts *cuts);

#endif
