/* SPDX-License-Identifier: MIT */
/*
 * id_stacks.h - stacks of numbers whose names come later: the distinct ones, with counts. A stack is
 * keys below another stack: all of a sample's at once, or frame by frame as they are opened.
 */
#ifndef FLAMBEAU_ID_STACKS_H
#define FLAMBEAU_ID_STACKS_H

#include "collapse/text.h"

struct id_stack;

/* Zeroed it is empty. */
struct id_stacks {
	struct intern keys;      /* of each: the stack that it is below, then its own */
	struct id_stack *stacks; /* by number */
	size_t cap;
	unsigned scale; /* counts are in units of 10^-scale */

	struct buf next; /* the keys of the one that is being made */
	uint32_t depth;  /* of it */
};

#define ID_STACKS_NONE HASH_NONE /* no stack; above the roots */

/* A stack begins, below another one; its keys are pushed, the root's first, up to LIMIT_DEPTH. */
void id_stacks_begin(struct id_stacks *stacks, uint32_t below);

static inline void id_stacks_push(struct id_stacks *stacks, uint64_t key)
{
	if (stacks->depth == LIMIT_DEPTH)
		return;
	stacks->depth++;
	buf_add_char(&stacks->next, (char)(key & 0x7F)); /* seven bits a byte, the lowest first */
	while ((key >>= 7) > 0)
		buf_add_char(&stacks->next,
			     (char)(key | 0x80)); /* those after the first are marked */
}

/* Its number; without keys, that of the one it is below. */
uint32_t id_stacks_end(struct id_stacks *stacks);

/* False if the count does not fit. */
bool id_stacks_add(struct id_stacks *stacks, uint32_t stack, uint64_t count);

/* Count in units of 10^-scale from now on, if the scale is smaller; false, and nothing is changed, if a
 * count does not fit then. */
bool id_stacks_rescale(struct id_stacks *stacks, unsigned scale);

/*
 * Count one stack in the profile, in units of 10^-scale, with the frames that `name` gives to its
 * keys.
 */
void id_stacks_count(struct ingest_run *run, const struct id_stacks *stacks, uint32_t stack,
		     const struct weight *weight,
		     frame_id (*name)(struct ingest_run *run, uint64_t key));

/* Count all stacks in the profile, with the frames that `name` gives to their keys; empty then. */
void id_stacks_flush(struct ingest_run *run, struct id_stacks *stacks,
		     frame_id (*name)(struct ingest_run *run, uint64_t key));

void id_stacks_release(struct id_stacks *stacks);

#endif
