/* SPDX-License-Identifier: MIT */
/*
 * line_times.h - lines as the chart of a recording's time: a band for each thread, in it the lines
 * at their times, and gaps where there is none.
 */
#ifndef FLAMBEAU_LINE_TIMES_H
#define FLAMBEAU_LINE_TIMES_H

#include "common/base/arena.h"
#include "common/profile/profile.h"

/* A line of folded text. */
struct line {
	struct slice text; /* what it is sorted by: the stack, and the counts as they were typed */
	struct slice stack;
	struct weight weight;
	struct slice band; /* its thread, with lines_options.by_time: "tid=7" */
	uint64_t time;     /* nanoseconds, with by_time; LABEL_NO_TIME: not known */
};

struct lines {
	struct line *at;
	size_t count, cap;
	bool has_times;     /* some line has one */
	struct arena arena; /* their text */
};

/*
 * Sort by band and time; each line is below the frame of its band then. Widths become nanoseconds,
 * and lines of a band alone are added for the time between samples, if the header, or else the
 * busiest bin of all, tells how long a count is. False if it does not, or without a header: widths
 * are counts.
 */
bool line_times_order(struct lines *lines, const struct header *header);

#endif
