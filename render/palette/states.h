/* SPDX-License-Identifier: MIT */
/*
 * states.h - the palette wall: what threads did in a frame, by the label `state` of its stacks
 * (collapse-perf --labels state). A frame has the mix of the colours of its states, and a text.
 */
#ifndef FLAMBEAU_STATES_H
#define FLAMBEAU_STATES_H

#include "common/profile/profile.h"
#include "render/palette/palette.h"
#include "render/tree/layout.h"

/* How much of the stacks before each place of the axis was of which state. It owns its memory. */
struct states {
	size_t *kinds;   /* the states that occur, in the order of the legend */
	size_t count;    /* of them */
	uint64_t *edges; /* the start of each stack on the axis of counts, and the end */
	size_t stacks;
	uint64_t *sums; /* counts of each state before each edge: `count` numbers for each */
};

/*
 * The stacks are those of the call tree, in its order; each is as wide as its second count. False
 * if no stack has the label. Release it in either case.
 */
bool states_init(struct states *states, const struct profile *profile,
		 const struct stack *const *stacks, size_t count);
void states_release(struct states *states);

/* The mix of the rectangle's states. */
struct color states_color(const struct states *states, const struct rect *rect);

/* Append ": 4 % running, 90 % blocked:lock, 6 % runnable", without what is less than half a percent. */
void states_add(struct buf *buf, const struct states *states, const struct rect *rect);

/*
 * states_add() of all stacks that begin with these frames; nothing if no stack has the label, or if
 * there are none of them.
 */
void states_add_below(struct buf *buf, const struct profile *profile, const frame_id *frames,
		      size_t depth);

/*
 * The colour of a value of the label and its place in the order of legends. False if it is no state
 * of a thread.
 */
bool states_find(struct slice value, size_t *place, struct color *color);

/* What counts without a state are called, and their colour. */
struct slice states_without(struct color *color);

/* A state that occurs, of the legend: what it is called, and its colour. */
struct slice states_name(const struct states *states, size_t i);
struct color states_shade(const struct states *states, size_t i);
unsigned states_percent(const struct states *states, size_t i); /* of all counts */

#endif
