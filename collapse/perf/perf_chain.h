/* SPDX-License-Identifier: MIT */
/* perf_chain.h - call chains of recordings: their markers and limits, the frames of their addresses. */
#ifndef FLAMBEAU_PERF_CHAIN_H
#define FLAMBEAU_PERF_CHAIN_H

#include "collapse/perf/perf_recording_state.h"

/* The address spaces of a sample. */
struct perf_spaces {
	const struct perfdata_maps *user, *kernel;
	uint64_t code_time; /* of code that programs make: perfdata_dsos_code_time() */
};

/* Context markers in a chain: perf_event.h of Linux, PERF_CONTEXT_*. */
#define PERF_CHAIN_MARKERS UINT64_C(0xfffffffffffff001) /* from here on */
#define PERF_CHAIN_KERNEL ((uint64_t)-128)
#define PERF_CHAIN_USER ((uint64_t)-512)

/* False: with this marker a chain ends, and what follows means nothing. */
bool perf_chain_marker(uint64_t marker, enum perfdata_mode *mode);

/* True if user code is in a sample's stack, or registers of it. */
bool perf_chain_has_user(const struct perfdata_sample *sample, bool swapped);

/*
 * True if there is an address in a sample's chain, or may be: a part of it is deferred. A chain
 * without is counted.
 */
bool perf_chain_has_address(struct ingest_run *run, const struct perfdata_sample *sample);

/*
 * The line for a symbol found at an address. It lives as long as the names of `run`, or its
 * addresses.
 */
const struct perf_line *perf_chain_symbol_line(struct ingest_run *run,
					       const struct perfdata_symbol *found, uint64_t ip);

enum { PERF_CHAIN_FRAMES = 127 }; /* the kernel's limit, unless it was set to another */

/* How many frames of a chain are taken. */
unsigned perf_chain_limit(const struct perfdata_event *event);

/* True if a chain may have as many addresses as the kernel allowed. */
static inline bool perf_chain_may_be_full(const struct perfdata_event *event, uint64_t count)
{
	return count >= (event->max_stack > 0 ? event->max_stack : PERF_CHAIN_FRAMES);
}

/* Count such a chain if it has; the frames of the kernel and of the user share the limit. */
void perf_chain_count_full(struct ingest_run *run, const struct perfdata_event *event,
			   const char *chain, uint64_t count);

/*
 * Push the frames of a sample's chain, or of its address. False: the chain and the maps do not
 * determine them; the user's part came with another record.
 */
bool perf_chain_push(struct ingest_run *run, const struct perfdata_event *event,
		     const struct perfdata_sample *sample, const struct perf_spaces *spaces,
		     uint64_t order);

/* The leaf is what a sample is counted for in messages about missing symbols. */
void perf_chain_count_leaf(struct ingest_run *run, const struct perfdata_sample *sample,
			   const struct perf_spaces *spaces);

/* Forget the addresses: the lines or maps that they refer to go. */
void perf_chain_forget(struct perfdata_worker *worker);

#endif
