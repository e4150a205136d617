/* SPDX-License-Identifier: MIT */
/*
 * perf_walked.h - what the kernel found by frame pointers, beside a copy of the top of the stack. The
 * kernel reads records {caller's frame pointer, return address} and keeps the return addresses
 * alone. Repeating its walk in the copy tells the address of each record, up to the first one that
 * the copy lacks: where an unwound stack reaches the end of the copy, the record at its return address
 * is found by this address, never by a value, which recursion repeats.
 */
#ifndef FLAMBEAU_PERF_WALKED_H
#define FLAMBEAU_PERF_WALKED_H

#include "common/debuginfo/unwind_row.h"

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
