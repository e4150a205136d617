/* SPDX-License-Identifier: MIT */
/*
 * store.h - stacks of addresses with their counts, as many as there are: where the table and the
 * temporary file are emptied to when a report is made. Owns its memory; one thread at a time.
 */
#ifndef FLAMBEAU_STORE_H
#define FLAMBEAU_STORE_H

#include "common/table/intern.h"
#include "record/sampler/handler/stack_sample.h"

struct store {
	struct intern keys; /* bytes from STACK_SAMPLE_KEY on */
	uint64_t *counts;   /* by id of the key */
	size_t cap;
	struct stack_sample *room; /* the result of store_sample() */
};

void store_release(struct store *store);

void store_add(struct store *store, const struct stack_sample *sample);

static inline size_t store_count(const struct store *store)
{
	return store->keys.count;
}

/* One of them, below store_count(); good until the next call. */
const struct stack_sample *store_sample(struct store *store, size_t number);

#endif
