/* SPDX-License-Identifier: MIT */
/*
 * perf_unwind.h - call stacks that the kernel did not walk: from registers and a copy of the top of
 * the stack (--call-graph dwarf), from the processor's branches (lbr).
 */
#ifndef FLAMBEAU_PERF_UNWIND_H
#define FLAMBEAU_PERF_UNWIND_H

#include "collapse/perf/perf_chain.h"
#include "common/debuginfo/unwind_row.h"

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

/*
 * What the kernel found by frame pointers, beside a copy of the top of the stack. The kernel reads
 * records {caller's frame pointer, return address} and keeps the return addresses alone. Repeating
 * its walk in the copy tells the address of each record, up to the first one that the copy lacks:
 * where an unwound stack reaches the end of the copy, the record at its return address is found by
 * this address, never by a value, which recursion repeats.
 */

/* The user's part of a chain. */
struct perf_walked {
	const char *entries; /* 8 bytes each, at any alignment; the first is the pc */
	uint64_t count;      /* 0: the kernel did not walk */
	bool is_swapped;
	uint64_t frame_pointer; /* with which the walk began */
};

/* The first record that a copy lacks. */
struct perf_walked_record {
	uint64_t address;
	uint64_t entry; /* the number of its return address; may be `count`: the kernel has none */
};

/*
 * An entry without the authentication code that AArch64 may keep there, of an address space of 39
 * or 48 bits: the kernel knows which.
 */
uint64_t perf_walked_entry(const struct perf_walked *walked, uint64_t number);

/*
 * Repeat the walk in the copy. False: it ends there, or an entry is not the return address of its
 * record, so that no entry is to be trusted. Takes time O(count).
 */
bool perf_walked_replay(const struct perf_walked *walked, const struct unwind_machine *machine,
			const struct unwind_memory *memory, struct perf_walked_record *record);

enum { PERF_WALKED_CALL = 7 }; /* bytes of the longest call */

/* True if a call ends where these PERF_WALKED_CALL bytes end. */
bool perf_walked_is_call(const struct unwind_machine *machine, const unsigned char *before);

#endif
