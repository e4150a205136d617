/* SPDX-License-Identifier: MIT */
/*
 * sample_store.h - stacks of addresses with their counts, as many as there are: where the table and
 * the temporary file are emptied to when a report is made. Owns its memory; one thread at a time.
 */
#ifndef FLAMBEAU_SAMPLE_STORE_H
#define FLAMBEAU_SAMPLE_STORE_H

#include <sys/types.h>

#include "common/base/base.h"
#include "common/table/intern.h"

/*
 * A call stack of addresses with a count, as the signal handler records it. The
 * same bytes are used in the table, in the temporary file and as a key of the store.
 */

enum stack_sample_flag {
	STACK_SAMPLE_TRUNCATED = 1 << 0, /* the callers of the last frame are not known */
};

enum { STACK_SAMPLE_THREAD = 16 }; /* bytes of the name of a thread, as the kernel keeps it */

struct stack_sample {
	uint64_t count;
	uint32_t depth;
	int32_t tid;
	uint32_t epoch; /* which objects were loaded, see modules.h */
	uint32_t flags;
	char thread[STACK_SAMPLE_THREAD]; /* followed by zeros */
	uintptr_t frames[];               /* leaf first; callers: within the call */
};

/* The key of a stack in the table: its bytes up to this offset. */
#define STACK_SAMPLE_KEY offsetof(struct stack_sample, depth)

static inline size_t stack_sample_size(uint32_t depth)
{
	return sizeof(struct stack_sample) + depth * sizeof(uintptr_t);
}

static inline size_t stack_sample_key_size(const struct stack_sample *sample)
{
	return stack_sample_size(sample->depth) - STACK_SAMPLE_KEY;
}

static inline const char *stack_sample_key(const struct stack_sample *sample)
{
	return (const char *)sample + STACK_SAMPLE_KEY;
}

/*
 * The temporary file that takes the stacks for which the table has no place. It has no
 * name. Writing is safe in a signal handler.
 */

enum { SPILL_CHECK = sizeof(uint64_t) }; /* bytes after each stack */

struct spill {
	int fd; /* -1: none */
	dev_t device;
	ino_t inode;
	uint64_t size, limit; /* bytes of stacks */
	uint64_t largest;     /* bytes that the process may write to a file */
	uint64_t taken;       /* bytes that were read back */
};

/* False, with errno set, if there can be no such file in `dir`. */
bool spill_open(struct spill *spill, const char *dir, uint64_t limit);
void spill_close(const struct spill *spill);

/*
 * Copy memory of this process by way of the file. False if it cannot be read, or the file has no
 * room or is no longer ours. Safe in a signal handler.
 */
bool spill_copy(const struct spill *spill, uintptr_t from, void *to, size_t size);

/*
 * The next stack that was not read back yet; `sample` has room for `depth` frames. False after the
 * last, and where the file has been damaged: those after that are lost.
 */
bool spill_read(struct spill *spill, struct stack_sample *sample, uint32_t depth);

/*
 * Stacks with their counts in a fixed piece of memory: buckets of a few places. Where a
 * bucket is full the stack with the smallest count goes to the spill. One thread at a time;
 * sample_table_add() is safe in a signal handler.
 *
 * The table lies in memory that processes share, and hash_bytes() may give another hash in another
 * program. Only sample_table_add() hashes, and only in the process that was given the table: a child of
 * fork() gets a table of its own, and a program started by exec() has none of this memory. The
 * reporting process, which may be the watching one, calls sample_table_take(), which hashes nothing.
 * Should a stack be added under two hashes it has two places, and the reporting process adds them
 * up.
 */

enum { TABLE_PLACES = 4 }; /* a bucket */

/*
 * The part of an entry that is searched, apart from the stacks: most of their pages are never used.
 */
struct table_head {
	uint64_t count; /* 0: the place is free */
	uint32_t hash;
};

struct sample_table {
	struct table_head *heads;
	char *places;      /* of place_size bytes each */
	size_t place_size; /* of a struct stack_sample of `depth` frames */
	size_t buckets;
	uint32_t depth;
};

/* Bytes of memory that a table of this size needs; SIZE_MAX: more than there are. */
size_t table_size(size_t buckets, uint32_t depth);

/* In zeroed memory of that size, which stays the caller's. */
void sample_table_init(struct sample_table *table, size_t buckets, uint32_t depth, void *memory);

enum table_answer {
	TABLE_ADDED,
	TABLE_EVICTED, /* added, another one went to the spill */
	TABLE_FULL,    /* neither */
};

enum table_answer sample_table_add(struct sample_table *table, struct spill *spill,
				   const struct stack_sample *sample);

/* Move a bucket's stacks to `into`, room for TABLE_PLACES places; how many there were. */
size_t sample_table_take(struct sample_table *table, size_t bucket, char *into);

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
