/* SPDX-License-Identifier: MIT */
/*
 * stack_queue.h - the next samples of a chunk, each a line and a stack up to an empty line, looked
 * up by the text of the whole stack: a stack that came before with the same addresses is known
 * without its lines having been told apart. What process it is of is not known yet, but guessed:
 * that of the last line that began like this one.
 */
#ifndef FLAMBEAU_STACK_QUEUE_H
#define FLAMBEAU_STACK_QUEUE_H

#include "collapse/stack_cache.h"

/* What waits for memory does so together, and is still there when it is used. */
enum { STACK_QUEUE = 8 };

/* Beginnings of first lines that are remembered, by their hashes. */
enum { STACK_QUEUE_ROOTS = 1024 };

struct queued_sample {
	struct slice text;        /* with the empty line */
	size_t head;              /* bytes of the first line with its LF; 0: it has another shape */
	struct fingerprint print; /* of the stack, where there is a head */
	frame_id *root;           /* what its head says of it, most likely */
	struct stack_cache_entry *known; /* the one of the stack; NULL: none */
};

struct stack_queue {
	struct queued_sample samples[STACK_QUEUE];
	uint32_t count, next;
	frame_id roots[STACK_QUEUE_ROOTS];
};

/* The next one, which stays the next until it has no more text; NULL behind the last. */
struct queued_sample *stack_queue_next(struct stack_queue *queue, struct slice *records,
				       const struct stack_cache *stacks);

/* The stack of a sample with a head: its lines, each with its LF. */
static inline struct slice stack_queue_stack(const struct queued_sample *sample)
{
	return slice_of(sample->text.ptr + sample->head, sample->text.len - sample->head - 1);
}

#endif
