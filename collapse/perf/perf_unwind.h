/* SPDX-License-Identifier: MIT */
/*
 * perf_unwind.h - call stacks that the kernel did not walk: from registers and a copy of the top of
 * the stack (--call-graph dwarf), from the processor's branches (lbr).
 */
#ifndef FLAMBEAU_PERF_UNWIND_H
#define FLAMBEAU_PERF_UNWIND_H

#include "collapse/perf/perf_chain.h"

/* True if the sample has a chain, registers and a copy of the stack. */
static inline bool perf_unwind_has(const struct perfdata_sample *sample)
{
	return sample->user_abi != 0 && sample->user_stack_size > 0 && sample->has_chain;
}

/*
 * Append the user part to the chain of such a sample: a marker and at most 127 addresses; the
 * address of a caller is its call. The new chain is valid until the next call with this `run`.
 */
void perf_unwind(struct ingest_run *run, const struct perfdata_event *event,
		 const struct perf_spaces *spaces, struct perfdata_sample *sample);

/* Forget rows, which refer to maps. */
void perf_unwind_forget(struct perfdata_worker *worker);

/* True if a sample's call stack is its branch stack. */
bool perf_branches_has(const struct perfdata_event *event, const struct perfdata_sample *sample);

/* Make them its chain, which lies in perf_fold.chain. */
void perf_branches_take(struct ingest_run *run, struct perfdata_sample *sample);

#endif
