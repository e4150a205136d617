/* SPDX-License-Identifier: MIT */
/*
 * jfr_weigh.h - the weight that an event adds to its stack.
 */
#ifndef FLAMBEAU_JFR_WEIGH_H
#define FLAMBEAU_JFR_WEIGH_H

#include "collapse/jfr/jfr_plan.h"

/* The unit of what events of a kind add; `has_field`: they have the field that weighs. */
enum jfr_unit jfr_weigh_unit(const struct jfr_kind *kind, unsigned measure, bool has_field);

/* At most INT64_MAX; 0 for nothing: a weight that is missing, 0 or negative. */
uint64_t jfr_weigh(const struct jfr_plan *plan, const struct jfr_chunk *chunk,
		   union jfr_value value);

#endif
