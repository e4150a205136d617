/* SPDX-License-Identifier: MIT */
/*
 * jfr_plan.h - the plan to decode events of one type in a chunk.
 */
#ifndef FLAMBEAU_JFR_PLAN_H
#define FLAMBEAU_JFR_PLAN_H

#include "collapse/jfr/jfr_layout.h"
#include "collapse/jfr/jfr_request.h"

enum { JFR_WEIGHT_SLOT }; /* of an event's values */

/* A type of events in the chunk. */
struct jfr_plan {
	uint64_t events;
	uint64_t with_stack; /* known only if the request lists */
	struct jfr_layout layout;
	const struct jfr_kind *kind; /* NULL: not wanted */
	uint8_t state;               /* not planned yet, or how its events are taken */
	uint8_t measure;             /* enum jfr_measure of the weight */
	uint8_t unit;                /* enum jfr_unit of what is added */
	bool carries_stacks;
};

#endif
