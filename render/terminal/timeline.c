/* SPDX-License-Identifier: MIT */
#include "render/terminal/timeline.h"

#include "common/base/checked.h"
#include "common/base/exact.h"
#include "common/profile/profile.h"

/* Find the first time, the last one, and the tick. */
static void survey(struct strip *strip, const struct labels *labels)
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
	strip->first = first;
	strip->tick = tick > 0 ? tick : 1;
	strip->ticks = (last - first) / strip->tick + 1;
	strip->digits = labels->time_digits;
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

void strip_build(struct strip *strip, const struct profile *profile, const bool *found,
		 size_t columns)
{
	size_t i;

	if (strip->ticks == 0)
		survey(strip, profile->labels);
	strip->columns = columns > 0 ? columns : 1;
	strip->per_bin = (strip->ticks - 1) / strip->columns + 1;
	strip->count = (size_t)((strip->ticks - 1) / strip->per_bin) + 1;
	free(strip->bins);
	strip->bins = memory_clear(strip->count, sizeof(*strip->bins));
	strip->untimed = 0;
	for (i = 0; i < profile->labels->count; i++) {
		const struct label_row *row = &profile->labels->rows[i];
		struct strip_bin *bin;

		if (row->time == LABEL_NO_TIME) {
			strip->untimed += row->count[1];
			continue;
		}
		bin = &strip->bins[(row->time - strip->first) / strip->tick / strip->per_bin];
		bin->count += row->count[1];
		if (found && timeline_is_found(stack_moved(row->stack), found))
			bin->found += row->count[1];
	}
	strip->highest = 1;
	for (i = 0; i < strip->count; i++) {
		if (strip->bins[i].count > strip->highest)
			strip->highest = strip->bins[i].count;
	}
}

void strip_release(struct strip *strip)
{
	free(strip->bins);
	*strip = (struct strip){0};
}

size_t strip_column(const struct strip *strip, size_t bin)
{
	return bin * strip->columns / strip->count;
}

size_t strip_bin_at(const struct strip *strip, size_t column)
{
	return ((column + 1) * strip->count - 1) / strip->columns;
}

size_t strip_cursor(const struct strip *strip)
{
	return (size_t)(strip->cursor / strip->per_bin);
}

struct lens_times strip_times(const struct strip *strip, size_t bin)
{
	const uint64_t from = bin * strip->per_bin;
	const uint64_t left = strip->ticks - from;
	const uint64_t to = from + (left < strip->per_bin ? left : strip->per_bin);

	return (struct lens_times){strip->first + from * strip->tick,
				   strip->first + to * strip->tick};
}

void strip_go(struct strip *strip, size_t bin)
{
	strip->cursor = (bin < strip->count ? bin : strip->count - 1) * strip->per_bin;
}

void strip_move(struct strip *strip, long by)
{
	const long to = (long)strip_cursor(strip) + by;

	strip_go(strip, to < 0 ? 0 : (size_t)to);
}

bool strip_step_found(struct strip *strip, int by)
{
	size_t bin = strip_cursor(strip), i;

	for (i = 0; i < strip->count; i++) {
		bin = (bin + (by > 0 ? 1 : strip->count - 1)) % strip->count;
		if (strip->bins[bin].found > 0) {
			strip_go(strip, bin);
			return true;
		}
	}
	return false;
}

struct lens_times strip_range(const struct strip *strip)
{
	struct lens_times range = strip_times(strip, strip_cursor(strip));

	if (strip->marked.from < range.from)
		range.from = strip->marked.from;
	if (strip->marked.to > range.to)
		range.to = strip->marked.to;
	return range;
}

void strip_add_time(struct buf *buf, const struct strip *strip, uint64_t time)
{
	buf_add_fixed(buf, (int64_t)time, strip->digits);
	buf_add_text(buf, " s");
}

void strip_add_times(struct buf *buf, const struct strip *strip, const struct lens_times *times)
{
	strip_add_time(buf, strip, times->from);
	buf_add_text(buf, " to ");
	strip_add_time(buf, strip, times->to);
}

/* ---- The part in a range ---- */

struct choosing {
	const struct lens_times *times;
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

struct subject *strip_part(struct subject *whole, const struct lens_times *times)
{
	struct profile part = {0};
	struct choosing choosing = {times, &part};
	const struct profile_editor editor = {&choosing, wants, same_stack, NULL};
	struct subject *subject = memory_clear(1, sizeof(*subject));
	size_t i;

	for (i = 0; i < whole->profile.names.count; i++)
		profile_frame(&part, intern_name(&whole->profile.names, (frame_id)i));
	/* How many samples of the input it has is not known. */
	header_merge(&part.header, &whole->profile.header);
	header_forget(&part.header, HEADER_SAMPLES);
	header_forget(&part.header, HEADER_LOST);
	header_forget(&part.header, HEADER_IDLE);
	header_forget(&part.header, HEADER_DURATION);
	part.threads = whole->profile.threads;
	profile_edit(&part, &whole->profile, &editor);
	if (part.count > 0 && subject_build(subject, &part))
		return subject;
	profile_release(&part);
	subject_release(subject);
	free(subject);
	return NULL;
}
