/* SPDX-License-Identifier: MIT */
/*
 * stack_queue.h - the next samples of a chunk, each a line and a stack up to an empty line, looked
 * up by the text of the whole stack: a stack that came before with the same addresses is known
 * without its lines having been told apart.
 */
#ifndef FLAMBEAU_STACK_QUEUE_H
#define FLAMBEAU_STACK_QUEUE_H

#include "collapse/line_window.h"

/* What waits for memory does so together, and is still there when it is used. */
enum { STACK_QUEUE = 8 };

/* Bytes of a stack that is looked up whole. */
enum { STACK_QUEUE_LONGEST = 32 << 10 };

struct queued_sample {
	struct slice text; /* with the empty line */
	size_t head;       /* bytes of the first line with its LF; 0: it has another shape */
	uint32_t hash;     /* of the stack's text, where there is a head */
	uint32_t known;    /* most likely it is this one of the stack cache; HASH_NONE: none */
};

struct stack_queue {
	struct queued_sample samples[STACK_QUEUE];
	uint32_t count, next;
};

/* The next one, which stays the next until it has no more text; NULL behind the last. */
struct queued_sample *stack_queue_next(struct stack_queue *queue, struct slice *records,
				       const struct line_cache *lines,
				       const struct stack_cache *stacks);

/* The stack of a sample with a head: its lines, each with its LF. */
static inline struct slice stack_queue_stack(const struct queued_sample *sample)
{
	return slice_of(sample->text.ptr + sample->head, sample->text.len - sample->head - 1);
}

/*
 * Bytes of `text` before its first empty line, and the hash of them; SLICE_NONE, and no hash, if
 * there is none among the first STACK_QUEUE_LONGEST bytes.
 */
size_t stack_queue_end(struct slice text, uint32_t *hash);

/* Is `text` the lines of the entry, each with its LF? */
bool stack_queue_is(struct slice text, const struct line_cache *lines,
		    const struct stack_cache_entry *entry);

#endif
