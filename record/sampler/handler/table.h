/* SPDX-License-Identifier: MIT */
/*
 * table.h - stacks with their counts in a fixed piece of memory: buckets of a few places. Where a
 * bucket is full the stack with the smallest count goes to the spill. One thread at a time;
 * table_add() is safe in a signal handler.
 *
 * The table lies in memory that processes share, and hash_bytes() may give another hash in another
 * program. Only table_add() hashes, and only in the process that was given the table: a child of
 * fork() gets a table of its own, and a program started by exec() has none of this memory. The
 * reporting process, which may be the watching one, calls table_take(), which hashes nothing.
 * Should a stack be added under two hashes it has two places, and the reporting process adds them
 * up.
 */
#ifndef FLAMBEAU_TABLE_H
#define FLAMBEAU_TABLE_H

#include "record/sampler/handler/spill.h"

enum { TABLE_PLACES = 4 }; /* a bucket */

/*
 * The part of an entry that is searched, apart from the stacks: most of their pages are never used.
 */
struct table_head {
	uint64_t count; /* 0: the place is free */
	uint32_t hash;
};

struct table {
	struct table_head *heads;
	char *places;      /* of place_size bytes each */
	size_t place_size; /* of a struct stack_sample of `depth` frames */
	size_t buckets;
	uint32_t depth;
};

/* Bytes of memory that a table of this size needs; SIZE_MAX: more than there are. */
size_t table_size(size_t buckets, uint32_t depth);

/* In zeroed memory of that size, which stays the caller's. */
void table_init(struct table *table, size_t buckets, uint32_t depth, void *memory);

enum table_answer {
	TABLE_ADDED,
	TABLE_EVICTED, /* added, another one went to the spill */
	TABLE_FULL,    /* neither */
};

enum table_answer table_add(struct table *table, struct spill *spill,
			    const struct stack_sample *sample);

/* Move a bucket's stacks to `into`, room for TABLE_PLACES places; how many there were. */
size_t table_take(struct table *table, size_t bucket, char *into);

#endif
