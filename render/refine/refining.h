/* SPDX-License-Identifier: MIT */
/*
 * refining.h - a refined tree being built, shared by the files of this folder.
 *
 * A group is a future node of the refined tree: a set of places in the base tree. Its children are
 * the groups of equal names among the next frames of these places. Towards the leaves a place is a
 * node, and next are its children; towards the root it is the node that gives the counts, and a
 * node on the way up from there.
 */
#ifndef FLAMBEAU_REFINING_H
#define FLAMBEAU_REFINING_H

#include "render/refine/refine.h"

struct place {
	uint32_t node; /* the node of these counts */
	uint32_t up;   /* towards the root: the node of the next frame, 0 at the end */
	uint32_t run;  /* equal frames that were folded on the way here, this one included */
};

struct group {
	size_t from, to; /* of places */
	frame_id name;
	uint32_t depth, run;
	uint64_t start, count[2];
};

/* The part of a group that continues with one child frame. */
struct child {
	uint64_t start, count[2];
	size_t places, at; /* their number; index of the next one */
	uint32_t run;
	bool wanted;
};

/* A place among the next ones. */
struct next_place {
	struct place place;
	frame_id name;
};

struct places {
	struct place *at;
	size_t count, cap;
};

struct refining {
	const struct refine_base *base;
	const struct refine *refine;
	const struct refine_window *window;
	bool to_root;
	struct refined *refined;
	size_t node_cap;
	uint64_t (*counts)[2]; /* by node, without what was dropped; NULL: the tree's counts */
	/*
	 * Counts by node, without children's and dropped ones, where leaves come first; NULL: the
	 * base's.
	 */
	uint64_t (*own)[2];
	uint64_t least; /* width of a frame that is wanted */

	struct places places;    /* of the open groups */
	struct next_place *next; /* of the current group */
	size_t next_count, next_cap;

	struct child *children; /* by name; all zero between groups */
	frame_id *names;        /* of children that there are */
	size_t name_count;

	struct group *open; /* to be made nodes; the last one first, whose places are the last */
	size_t open_count, open_cap;
};

/* The counts of a place. */
const uint64_t *refining_counts(const struct refining *refining, const struct place *place);

/*
 * The root of the refined tree; counts that were dropped are taken off. It has all its places, but
 * none where leaves come first: they are the leaves of the base.
 */
struct group refining_begin(struct refining *refining);

/*
 * The next frames of all places of a group, as refining->next. Returns of how many equal frames the
 * longest run of the group's own name is made.
 */
uint32_t refining_step(struct refining *refining, const struct group *group);

/* Counts of the stacks through a group in which something was found. */
void refining_cover(const struct refining *refining, const struct group *group, uint64_t sum[2]);

static inline bool refining_hides(const struct refining *refining, uint32_t node)
{
	return refining->refine->hidden && refining->refine->hidden[refining->base->names[node]];
}

static inline bool refining_drops(const struct refining *refining, uint32_t node)
{
	return refining->refine->dropped && refining->refine->dropped[refining->base->names[node]];
}

static inline void refining_add(uint64_t sum[2], const uint64_t count[2])
{
	sum[0] += count[0];
	sum[1] += count[1];
}

#endif
