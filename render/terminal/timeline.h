/* SPDX-License-Identifier: MIT */
/*
 * timeline.h - the samples of a profile over time, as bins across the width of a screen; and the
 * part of the profile in a range of time. Times are in the units of the profile's labels.
 *
 * A tick is the largest step that leads from the first time to all others: the bin of the input. A
 * bin of the timeline has one or several of them.
 */
#ifndef FLAMBEAU_TIMELINE_H
#define FLAMBEAU_TIMELINE_H

#include "render/terminal/view_filter.h"

struct timeline_bin {
	uint64_t count; /* of a differential the second column */
	uint64_t found; /* of it in stacks that match the search */
};

/* A zeroed struct is empty. It owns the bins. */
struct timeline {
	uint64_t first, tick, ticks; /* all times of the profile; ticks is 0 until they are known */
	unsigned digits;             /* decimals of the times */

	struct timeline_bin *bins;
	size_t count;     /* of them */
	uint64_t per_bin; /* ticks, the last bin may have fewer */
	uint64_t highest; /* count of a bin */
	uint64_t untimed; /* the count of samples without a time, which are in no bin */
	size_t columns;   /* of the screen */

	uint64_t cursor; /* a tick */
	bool is_marked;  /* the beginning of a range has been chosen: */
	struct view_filter_times marked;
};

bool timeline_has(const struct profile *profile); /* times */

/* Count the samples of a profile that has times. `found` is by frame id; NULL: no search. */
void timeline_build(struct timeline *timeline, const struct profile *profile, const bool *found,
		    size_t columns);
void timeline_release(struct timeline *timeline);

/* Columns of a bin: from strip_column(bin) on, before strip_column(bin + 1). And the reverse. */
size_t timeline_column(const struct timeline *timeline, size_t bin);
size_t timeline_bin_at(const struct timeline *timeline, size_t column);

/* The bin of the cursor, and the time of a bin. */
size_t timeline_cursor(const struct timeline *timeline);
struct view_filter_times timeline_times(const struct timeline *timeline, size_t bin);

/* Move the cursor by so many bins, as far as there are some; or to a bin. */
void timeline_move(struct timeline *timeline, long by);
void timeline_go(struct timeline *timeline, size_t bin);

/* To the next (1) or previous (-1) bin with a match, wrapping around; false if none exists. */
bool timeline_step_found(struct timeline *timeline, int by);

/* From the mark to the cursor, both bins included. */
struct view_filter_times timeline_range(const struct timeline *timeline);

/* "12.30 s" */
void timeline_add_time(struct buf *buf, const struct timeline *timeline, uint64_t time);

/* "12.30 s to 14.10 s" */
void timeline_add_times(struct buf *buf, const struct timeline *timeline,
			const struct view_filter_times *times);

/*
 * The samples of a range, to be released; ids of names are those of the whole, and there are no
 * labels. NULL if there are none.
 */
struct view_profile *timeline_part(struct view_profile *whole,
				   const struct view_filter_times *times);

#endif
