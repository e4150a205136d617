/* SPDX-License-Identifier: MIT */
#include "render/terminal/timeline.h"

#include "common/base/checked.h"
#include "common/base/exact.h"
#include "common/profile/profile.h"

bool timeline_has(const struct profile *profile)
{
	const struct labels *labels = profile->labels;
	size_t i;

	for (i = 0; labels && i < labels->count; i++) {
		if (labels->rows[i].time != LABEL_NO_TIME)
			return true;
	}
	return false;
}

/* Find the first time, the last one, and the tick. */
static void survey(struct timeline *timeline, const struct labels *labels)
{
	uint64_t first = LABEL_NO_TIME, last = 0, tick = 0;
	size_t i;

	for (i = 0; i < labels->count; i++) {
		const uint64_t time = labels->rows[i].time;

		if (time == LABEL_NO_TIME)
			continue;
		first = time < first ? time : first;
		last = time > last ? time : last;
	}
	for (i = 0; i < labels->count && tick != 1; i++) {
		if (labels->rows[i].time != LABEL_NO_TIME)
			tick = u64_gcd(labels->rows[i].time - first, tick);
	}
	timeline->first = first;
	timeline->tick = tick > 0 ? tick : 1;
	timeline->ticks = (last - first) / timeline->tick + 1;
	timeline->digits = labels->time_digits;
}

static bool timeline_is_found(const struct stack *stack, const bool *found)
{
	uint32_t i;

	for (i = 0; i < stack->depth; i++) {
		if (found[stack->frames[i]])
			return true;
	}
	return false;
}

void timeline_build(struct timeline *timeline, const struct profile *profile, const bool *found,
		    size_t columns)
{
	size_t i;

	if (timeline->ticks == 0)
		survey(timeline, profile->labels);
	timeline->columns = columns > 0 ? columns : 1;
	timeline->per_bin = (timeline->ticks - 1) / timeline->columns + 1;
	timeline->count = (size_t)((timeline->ticks - 1) / timeline->per_bin) + 1;
	free(timeline->bins);
	timeline->bins = memory_clear(timeline->count, sizeof(*timeline->bins));
	timeline->untimed = 0;
	for (i = 0; i < profile->labels->count; i++) {
		const struct label_row *row = &profile->labels->rows[i];
		struct timeline_bin *bin;

		if (row->time == LABEL_NO_TIME) {
			timeline->untimed += row->count[1];
			continue;
		}
		bin = &timeline->bins[(row->time - timeline->first) / timeline->tick /
				      timeline->per_bin];
		bin->count += row->count[1];
		if (found && timeline_is_found(stack_moved(row->stack), found))
			bin->found += row->count[1];
	}
	timeline->highest = 1;
	for (i = 0; i < timeline->count; i++) {
		if (timeline->bins[i].count > timeline->highest)
			timeline->highest = timeline->bins[i].count;
	}
}

void timeline_release(struct timeline *timeline)
{
	free(timeline->bins);
	*timeline = (struct timeline){0};
}

size_t timeline_column(const struct timeline *timeline, size_t bin)
{
	return bin * timeline->columns / timeline->count;
}

size_t timeline_bin_at(const struct timeline *timeline, size_t column)
{
	return ((column + 1) * timeline->count - 1) / timeline->columns;
}

size_t timeline_cursor(const struct timeline *timeline)
{
	return (size_t)(timeline->cursor / timeline->per_bin);
}

struct view_filter_times timeline_times(const struct timeline *timeline, size_t bin)
{
	const uint64_t from = bin * timeline->per_bin;
	const uint64_t left = timeline->ticks - from;
	const uint64_t to = from + (left < timeline->per_bin ? left : timeline->per_bin);

	return (struct view_filter_times){timeline->first + from * timeline->tick,
					  timeline->first + to * timeline->tick};
}

void timeline_go(struct timeline *timeline, size_t bin)
{
	timeline->cursor = (bin < timeline->count ? bin : timeline->count - 1) * timeline->per_bin;
}

void timeline_move(struct timeline *timeline, long by)
{
	const long to = (long)timeline_cursor(timeline) + by;

	timeline_go(timeline, to < 0 ? 0 : (size_t)to);
}

bool timeline_step_found(struct timeline *timeline, int by)
{
	size_t bin = timeline_cursor(timeline), i;

	for (i = 0; i < timeline->count; i++) {
		bin = (bin + (by > 0 ? 1 : timeline->count - 1)) % timeline->count;
		if (timeline->bins[bin].found > 0) {
			timeline_go(timeline, bin);
			return true;
		}
	}
	return false;
}

struct view_filter_times timeline_range(const struct timeline *timeline)
{
	struct view_filter_times range = timeline_times(timeline, timeline_cursor(timeline));

	if (timeline->marked.from < range.from)
		range.from = timeline->marked.from;
	if (timeline->marked.to > range.to)
		range.to = timeline->marked.to;
	return range;
}

void timeline_add_time(struct buf *buf, const struct timeline *timeline, uint64_t time)
{
	buf_add_fixed(buf, (int64_t)time, timeline->digits);
	buf_add_text(buf, " s");
}

void timeline_add_times(struct buf *buf, const struct timeline *timeline,
			const struct view_filter_times *times)
{
	timeline_add_time(buf, timeline, times->from);
	buf_add_text(buf, " to ");
	timeline_add_time(buf, timeline, times->to);
}

/* ---- The part in a range ---- */

struct choosing {
	const struct view_filter_times *times;
	struct profile *part;
};

static bool wants(void *context, const struct label_row *row)
{
	const struct choosing *choosing = context;

	return row->time != LABEL_NO_TIME && row->time >= choosing->times->from &&
	       row->time < choosing->times->to;
}

static struct stack *same_stack(void *context, const struct stack *old)
{
	struct choosing *choosing = context;

	return profile_find(choosing->part, old->frames, old->depth);
}

struct view_profile *timeline_part(struct view_profile *whole,
				   const struct view_filter_times *times)
{
	struct profile part = {0};
	struct choosing choosing = {times, &part};
	const struct profile_editor editor = {&choosing, false, wants, same_stack, NULL};
	struct view_profile *viewed = memory_clear(1, sizeof(*viewed));

	profile_begin_edited(&part, &whole->profile);
	/* How many samples of the input it has is not known. */
	header_merge(&part.header, &whole->profile.header);
	header_forget_samples(&part.header);
	header_forget(&part.header, HEADER_DURATION);
	profile_edit(&part, &whole->profile, &editor);
	if (part.count > 0 && view_profile_build(viewed, &part))
		return viewed;
	profile_release(&part);
	view_profile_release(viewed);
	free(viewed);
	return NULL;
}
