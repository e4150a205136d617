/* SPDX-License-Identifier: MIT */
#include "collapse/text_clock.h"

#define SECOND UINT64_C(1000000000) /* nanoseconds */
#define HOUR (3600 * SECOND)

bool text_clock_read(struct ingest_run *run, struct slice text, uint64_t *time)
{
	struct slice hours, minutes;
	uint64_t hour, minute;

	if (!slice_cut(&text, ':', &hours) || !slice_cut(&text, ':', &minutes) ||
	    !slice_to_u64(hours, &hour) || hour > 23 || !slice_to_u64(minutes, &minute) ||
	    minute > 59 || !text_take_decimal(run, &text, 9, time) || text.len > 0 ||
	    *time >= 61 * SECOND)
		return false;
	*time += hour * HOUR + minute * 60 * SECOND;
	return true;
}

void text_clock_give(struct ingest_run *run, struct text_clock *clock, int64_t time,
		     struct slice text)
{
	if (!clock->has_first)
		clock->first = time;
	clock->has_first = true;
	if (label_wants_zero(run))
		time = time < clock->first ? -1 : time - clock->first;
	if (time < 0)
		text_note(run, TEXT_EARLY, text);
	label_set_time(run, time < 0 ? 0 : (uint64_t)time);
}

void text_clock_give_day(struct ingest_run *run, struct text_clock *clock, uint64_t time,
			 struct slice text)
{
	if (time + 12 * HOUR < clock->last)
		clock->days++;
	else if (clock->has_first && time > clock->last + 23 * HOUR)
		clock->days--;
	clock->last = time;
	text_clock_give(run, clock, (int64_t)time + clock->days * (int64_t)(24 * HOUR), text);
}
