/* SPDX-License-Identifier: MIT */
/*
 * sampler.h - the single sampler of the process, for the files that read its data.
 */
#ifndef FLAMBEAU_SAMPLER_H
#define FLAMBEAU_SAMPLER_H

#include "common/base/base.h"
#include "record/sampler/collector.h"
#include "record/sampler/flamesample.h"
#include "record/sampler/sample_store.h"

/*
 * The last error, for the caller: a result and a text per thread. An error that would
 * end a program of flambeau (out of memory) ends only the call in here.
 */

/* Keep the text for flamesample_problem(); returns `result`. */
int problem_set(enum flamesample_result result, const char *format, ...) PRINTF_LIKE(2, 3);

struct sampler_view {
	struct store *store;     /* all that was sampled */
	struct modules *modules; /* a copy, the reader's to free() */
	struct flamesample_stats stats;
};

/*
 * Calls of the API are one at a time: work(context) is the body of one, contained as
 * problem_contain() does it.
 */
int sampler_call(int (*work)(void *context), void *context);

/* Empty the collector into the store, and look at it; in a work of sampler_call(). */
int sampler_view(struct sampler_view *view);

/* The descriptor of the temporary file; -1: nothing is sampled. */
int sampler_spill_fd(void);

/*
 * In a process that shares the collector with one that has ended, in the middle of whatever it did:
 * sampling is over, reports can be made.
 */
void sampler_inherit(void);

#endif
