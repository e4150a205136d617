/* SPDX-License-Identifier: MIT */
/*
 * id_stacks.h - stacks of numbers whose names come later: the tree of the distinct ones, with counts.
 */
#ifndef FLAMBEAU_ID_STACKS_H
#define FLAMBEAU_ID_STACKS_H

#include "collapse/text.h"

struct id_stacks_node;

/* Zeroed it is empty. */
struct id_stacks {
	struct id_stacks_node *table; /* uthash */
	struct arena arena;
	unsigned scale; /* counts are in units of 10^-scale */
};

/*
 * The stack with `key` below `parent`, NULL for a root; good until id_stacks_release(). At
 * LIMIT_DEPTH it is `parent`: the stack is cut there.
 */
struct id_stacks_node *id_stacks_child(struct id_stacks *stacks, struct id_stacks_node *parent,
				       uint64_t key);

/* False if the count does not fit. */
bool id_stacks_add(struct id_stacks_node *node, uint64_t count);

/* Count in units of 10^-scale from now on, if the scale is smaller; false, and nothing is changed, if a
 * count does not fit then. */
bool id_stacks_rescale(struct id_stacks *stacks, unsigned scale);

/*
 * Count one stack in the profile, in units of 10^-scale, with the frames that `name` gives to its
 * keys.
 */
void id_stacks_count(struct ingest_run *run, const struct id_stacks_node *node,
		     const struct weight *weight,
		     frame_id (*name)(struct ingest_run *run, uint64_t key));

/* Count all stacks in the profile, with the frames that `name` gives to their keys; empty then. */
void id_stacks_flush(struct ingest_run *run, struct id_stacks *stacks,
		     frame_id (*name)(struct ingest_run *run, uint64_t key));

void id_stacks_release(struct id_stacks *stacks);

#endif
