/* SPDX-License-Identifier: MIT */
/*
 * text_clock.h - times of samples as text prints them, for labels: seconds since 1970, or the time
 * of day. A time of day that is half a day or more below the time before it is of the next day; one
 * that is 23 hours or more above it is of the day before, since samples are not quite in order. The
 * format must be read on one thread, in order. A zeroed struct has seen no time.
 */
#ifndef FLAMBEAU_TEXT_CLOCK_H
#define FLAMBEAU_TEXT_CLOCK_H

#include "collapse/text.h"

struct text_clock {
	bool has_first;
	int64_t first; /* nanoseconds */
	uint64_t last; /* time of day */
	int64_t days;  /* that have passed since the first */
};

/* "12:34:56.789" in nanoseconds; false if `text` is something else. */
bool text_clock_read(struct ingest_run *run, struct slice text, uint64_t *time);

/*
 * Samples that are counted from now on have the time, in nanoseconds: since the first sample,
 * unless times are absolute. A time before that is 0, and noted with `text`.
 */
void text_clock_give(struct ingest_run *run, struct text_clock *clock, int64_t time,
		     struct slice text);

/* text_clock_give() for a time of day. */
void text_clock_give_day(struct ingest_run *run, struct text_clock *clock, uint64_t time,
			 struct slice text);

#endif
