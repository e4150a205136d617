/* SPDX-License-Identifier: MIT */
/*
 * perf_repair.h - stacks that lack their outermost callers: what cut them, and their place.
 *
 * Stacks are longer than their copies (then it is known how large a copy would have to be: up to
 * where other stacks of the same thread end), or have as many frames as a limit allows.
 *
 * They find their place when the recording has ended: below the one context in which their first
 * frames occur in whole stacks of the same process.
 *
 * A stack that ends at the function that began its thread always does so, if there is one such
 * context; another one only with --repair-cut, and only if its first frames, three functions at
 * least, have one context in all stacks. With two it stays where it is, below [cut]. So it does if a
 * function there is recursive in any stack, for then nobody knows how often it calls itself here,
 * and if its outermost frame is a signal's, for that may come at any place.
 */
#ifndef FLAMBEAU_PERF_REPAIR_H
#define FLAMBEAU_PERF_REPAIR_H

#include "common/profile/profile.h"

/*
 * Frames in the place of callers that are missing, which no function can be called. They are gone
 * after perf_repair_apply().
 */
#define PERF_REPAIR_CUT "\ncut"
#define PERF_REPAIR_BEGUN "\nbegun"
#define PERF_REPAIR_INTERRUPTED "\ninterrupted" /* by a signal */

#define PERF_REPAIR_MARK "[cut]"

/* True of the names of the others here: no function has a line break in its name. */
static inline bool perf_repair_is_marker(struct slice name)
{
	return name.len > 0 && name.ptr[0] == '\n';
}

/*
 * Outermost frames of functions, which tell whose stack it is: a process's first thread began in
 * another function than the others. They too are gone after perf_repair_apply().
 */
#define PERF_REPAIR_MAIN "\nmain"
#define PERF_REPAIR_THREAD "\nthread"

/* Distinct stacks. */
struct perf_repair_counts {
	uint64_t cut, placed; /* `placed` of `cut` */
};

/*
 * Replace the frames above in a profile that all workers were merged into. `roots`: frames of a
 * stack before those of functions; `has_kinds`: then each has one that tells whose it is. Takes time O(n log n) of the profile's frames: a stack for which
 * many frames would have to be compared, or whose context is deeper than 512 frames, has no place.
 */
void perf_repair_apply(struct profile *profile, unsigned roots, bool has_kinds,
		       struct perf_repair_counts *counts);

/* ---- What cut stacks ---- */

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
