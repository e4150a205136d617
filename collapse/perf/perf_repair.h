/* SPDX-License-Identifier: MIT */
/*
 * perf_repair.h - stacks that lack their outermost callers find their place when the recording has
 * ended: below the one context in which their first frames occur in whole stacks of the same
 * process.
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

#endif
