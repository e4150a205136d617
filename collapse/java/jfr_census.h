/* SPDX-License-Identifier: MIT */
/*
 * jfr_census.h - counts the events of each type, and those with stacks. A zeroed struct is empty.
 */
#ifndef FLAMBEAU_JFR_CENSUS_H
#define FLAMBEAU_JFR_CENSUS_H

#include "collapse/jfr/jfr_reader.h"
#include "common/table/intern.h"

struct jfr_census {
	struct intern names;
	struct jfr_census_row {
		uint64_t events, with_stack;
		bool carries_stacks;
	} * rows; /* by id of the name */
	size_t cap;
};

/* Add the events of the chunk that was read. */
void jfr_census_add(struct jfr_census *census, const struct jfr_reader *reader);

/* How many events of a type there are. */
uint64_t jfr_census_count(const struct jfr_census *census, struct slice name);

/* Append "NAME<TAB>events<TAB>events with stack" lines, sorted by name; false if there are none. */
bool jfr_census_list(const struct jfr_census *census, struct buf *out);

/*
 * Append the types that carry stacks, ten at most, the most frequent first: "jdk.ThreadPark (12),
 * ...".
 */
void jfr_census_name(const struct jfr_census *census, struct buf *out);

void jfr_census_release(struct jfr_census *census);

#endif
