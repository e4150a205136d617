/* SPDX-License-Identifier: MIT */
/*
 * stack_queue.h - the next samples of a chunk, each up to an empty line, looked up by the text of
 * the whole stack: a stack that occurred before with the same addresses is a cache hit, and its
 * lines are not split. A format marks the part of a sample that is its stack, and the part that
 * names the process: the process frame is a guess until the format has read it.
 *
 * Speed: measured with stack_cache.h; both have the same plain version.
 */
#ifndef FLAMBEAU_STACK_QUEUE_H
#define FLAMBEAU_STACK_QUEUE_H

#include "collapse/cache/stack_cache.h"

/*
 * The length of the queue: enough to overlap cache misses, and few enough for prefetched data to
 * stay in the cache.
 */
enum { STACK_QUEUE = 8 };

/* Processes that are remembered, by their hashes. */
enum { STACK_QUEUE_ROOTS = 1024 };

struct queued_sample {
	struct slice text;        /* with the empty line */
	struct slice stack;       /* its lines, each with its LF; empty: it has another shape */
	struct slice process;     /* the text that names it, nearly or not at all */
	struct fingerprint print; /* of the stack, unless that is empty */
	frame_id *root;           /* the process's last root frame, to be corrected */
	struct stack_cache_entry *known; /* the one of the stack; NULL: none */
};

struct stack_queue {
	struct queued_sample samples[STACK_QUEUE];
	uint32_t count, next;
	frame_id roots[STACK_QUEUE_ROOTS];
};

/* Take the next sample, or what is none, off the front of the records: its text and its stack. */
typedef void stack_queue_cut_fn(struct slice *records, struct queued_sample *sample);

/* Bytes before the empty line in front of which a sample ends, SLICE_NONE where it is too long. */
size_t stack_queue_end(struct slice text);

/* Bytes of a part of the records that is not a sample, whole lines if it can be. */
size_t stack_queue_others(struct slice records);

/* The next one, which stays the next until it has no more text; NULL after the last. */
struct queued_sample *stack_queue_next(struct stack_queue *queue, struct slice *records,
				       const struct stack_cache *stacks, stack_queue_cut_fn *cut);

#endif
