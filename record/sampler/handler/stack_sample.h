/* SPDX-License-Identifier: MIT */
/*
 * stack_sample.h - a call stack of addresses with a count, as the signal handler records it. The
 * same bytes are used in the table, in the temporary file and as a key of the store.
 */
#ifndef FLAMBEAU_STACK_SAMPLE_H
#define FLAMBEAU_STACK_SAMPLE_H

#include "common/base/base.h"

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

#endif
