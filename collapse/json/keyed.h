/* SPDX-License-Identifier: MIT */
/*
 * keyed.h - stacks of numbers whose names come later: the tree of the distinct ones, with counts.
 */
#ifndef FLAMBEAU_KEYED_H
#define FLAMBEAU_KEYED_H

#include "collapse/text.h"

struct keyed_node;

/* Zeroed it is empty. */
struct keyed {
	struct keyed_node *table; /* uthash */
	struct arena arena;
	unsigned scale; /* counts are in units of 10^-scale */
};

/*
 * The stack with `key` below `parent`, NULL for a root; good until keyed_release(). At
 * LIMIT_DEPTH it is `parent`: the stack is cut there.
 */
struct keyed_node *keyed_child(struct keyed *keyed, struct keyed_node *parent, uint64_t key);

/* False if the count does not fit. */
bool keyed_add(struct keyed_node *node, uint64_t count);

/* Count in units of 10^-scale from now on, if the scale is smaller; false, and nothing is changed, if a
 * count does not fit then. */
bool keyed_rescale(struct keyed *keyed, unsigned scale);

/*
 * Count one stack in the profile, in units of 10^-scale, with the frames that `name` gives to its
 * keys.
 */
void keyed_count(struct ingest_run *run, const struct keyed_node *node, const struct weight *weight,
		 frame_id (*name)(struct ingest_run *run, uint64_t key));

/* Count all stacks in the profile, with the frames that `name` gives to their keys; empty then. */
void keyed_flush(struct ingest_run *run, struct keyed *keyed,
		 frame_id (*name)(struct ingest_run *run, uint64_t key));

void keyed_release(struct keyed *keyed);

#endif
