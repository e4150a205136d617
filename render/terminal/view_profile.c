/* SPDX-License-Identifier: MIT */
#include "common/base/checked.h"
#include "common/base/diag.h"
#include "common/base/exact.h"
#include "common/folded/folded.h"
#include "render/terminal/view.h"

bool view_profile_build(struct view_profile *viewed, struct profile *profile)
{
	struct tree_options options = {.differential = profile->differential,
				       .shown = profile->differential ? WIDTH_BOTH : WIDTH_AFTER};

	*viewed = (struct view_profile){.profile = *profile};
	*profile = (struct profile){0};
	options.root = profile_frame(&viewed->profile, SLICE(""));
	if (folded_overflowed(&viewed->profile))
		return false;
	viewed->stacks = profile_sorted(&viewed->profile, PROFILE_BY_FRAMES);
	if (viewed->profile.total_overflow ||
	    !tree_build(&viewed->tree, viewed->stacks, viewed->profile.count, &options)) {
		diag_error("the sum of the counts is beyond 2^64-1");
		return false;
	}
	profile_rank(&viewed->profile, PROFILE_BY_FRAMES, &viewed->ranks);
	refine_base_build(&viewed->base, &viewed->tree, viewed->ranks.of[0],
			  viewed->profile.names.count);
	return true;
}

void view_profile_release(struct view_profile *viewed)
{
	functions_release(&viewed->functions);
	refine_base_release(&viewed->base);
	tree_release(&viewed->tree);
	profile_rank_release(&viewed->ranks);
	free(viewed->stacks);
	profile_release(&viewed->profile);
	*viewed = (struct view_profile){0};
}

const struct functions *view_profile_functions(struct view_profile *viewed)
{
	if (!viewed->functions.at)
		functions_count(&viewed->functions, &viewed->profile, viewed->stacks);
	return &viewed->functions;
}

frame_id view_profile_translate(struct view_profile *viewed, const struct view_profile *from,
				frame_id name)
{
	return profile_frame(&viewed->profile, intern_name(&from->profile.names, name));
}

static void view_profile_add_column(struct profile *joined, const struct profile *from, int column)
{
	frame_id *ids = memory_resize(NULL, from->names.count + 1, sizeof(*ids)), *frames = NULL;
	size_t cap = 0, i;
	uint32_t level;

	for (i = 0; i < from->names.count; i++)
		ids[i] = profile_frame(joined, intern_name(&from->names, (frame_id)i));
	for (i = 0; i < from->count; i++) {
		const struct stack *stack = from->stacks[i];
		struct weight weight = {.scale = from->scale, .differential = true};

		weight.count[column] = stack->count[1];
		MEMORY_ROOM(frames, stack->depth, cap);
		for (level = 0; level < stack->depth; level++)
			frames[level] = ids[stack->frames[level]];
		profile_add(joined, frames, stack->depth, &weight);
	}
	free(frames);
	free(ids);
}

void view_profile_join(struct profile *joined, const struct profile *before,
		       const struct profile *after)
{
	header_merge(&joined->header, &after->header);
	view_profile_add_column(joined, before, 0);
	view_profile_add_column(joined, after, 1);
}

const struct view_filter view_filter_plain = {.focus = REFINE_NO_FOCUS};

bool view_filter_is_plain(const struct view_filter *filter)
{
	return filter->hidden.depth + filter->dropped.depth == 0 &&
	       filter->focus == REFINE_NO_FOCUS && !filter->reversed && !filter->folded &&
	       !filter->by_width;
}

static struct frame_list copy_list(const struct frame_list *list)
{
	struct frame_list copy = {0};
	uint32_t i;

	for (i = 0; i < list->depth; i++)
		frame_list_add(&copy, list->at[i]);
	return copy;
}

/* A copy with lists of its own. */
static struct view_filter view_filter_copy(const struct view_filter *filter)
{
	struct view_filter copy = *filter;

	copy.hidden = copy_list(&filter->hidden);
	copy.dropped = copy_list(&filter->dropped);
	copy.path = copy_list(&filter->path);
	copy.cursor = copy_list(&filter->cursor);
	return copy;
}

void view_filter_release(struct view_filter *filter)
{
	free(filter->hidden.at);
	free(filter->dropped.at);
	free(filter->path.at);
	free(filter->cursor.at);
	*filter = view_filter_plain;
}

void view_filter_push(struct view_filter_steps *steps, const struct view_filter *filter)
{
	MEMORY_ROOM(steps->at, steps->count, steps->cap);
	steps->at[steps->count++] = view_filter_copy(filter);
}

bool view_filter_pop(struct view_filter_steps *steps, struct view_filter *filter)
{
	if (steps->count == 0)
		return false;
	view_filter_release(filter);
	*filter = steps->at[--steps->count];
	return true;
}

void view_filter_steps_release(struct view_filter_steps *steps)
{
	while (steps->count > 0)
		view_filter_release(&steps->at[--steps->count]);
	free(steps->at);
	*steps = (struct view_filter_steps){0};
}

static void translate_list(struct frame_list *list, struct view_profile *viewed,
			   const struct view_profile *from)
{
	uint32_t i;

	for (i = 0; i < list->depth; i++)
		list->at[i] = view_profile_translate(viewed, from, list->at[i]);
}

void view_filter_translate(struct view_filter *filter, struct view_profile *viewed,
			   const struct view_profile *from)
{
	translate_list(&filter->hidden, viewed, from);
	translate_list(&filter->dropped, viewed, from);
	translate_list(&filter->path, viewed, from);
	translate_list(&filter->cursor, viewed, from);
	if (filter->focus != REFINE_NO_FOCUS)
		filter->focus = view_profile_translate(viewed, from, filter->focus);
}

bool *view_filter_members(const struct frame_list *list, const struct view_profile *viewed)
{
	bool *members;
	uint32_t i;

	if (list->depth == 0)
		return NULL;
	members = memory_clear(viewed->profile.names.count, sizeof(*members));
	for (i = 0; i < list->depth; i++)
		members[list->at[i]] = true;
	return members;
}

static void begin_word(struct buf *buf)
{
	if (buf->len > 0)
		buf_add_text(buf, ", ");
}

static void add_several(struct buf *buf, const struct frame_list *list,
			const struct view_profile *viewed, const char *what)
{
	if (list->depth == 0)
		return;
	begin_word(buf);
	if (list->depth == 1)
		buf_add(buf, intern_name(&viewed->profile.names, list->at[0]));
	else
		buf_printf(buf, "%u functions", list->depth);
	buf_add_text(buf, what);
}

void view_filter_add_words(struct buf *buf, const struct view_filter *filter,
			   const struct view_profile *viewed)
{
	const struct {
		bool is_so;
		const char *word;
	} words[] = {{filter->reversed, "leaf first"},
		     {filter->folded, "recursion folded"},
		     {filter->by_width, "by width"},
		     {filter->path.depth > 0, "zoomed"}};
	size_t i;

	if (filter->focus != REFINE_NO_FOCUS) {
		buf_add(buf, intern_name(&viewed->profile.names, filter->focus));
		buf_add_text(buf, ": callers and callees");
	}
	add_several(buf, &filter->hidden, viewed, " hidden");
	add_several(buf, &filter->dropped, viewed, " left out");
	for (i = 0; i < ARRAY_LEN(words); i++) {
		if (!words[i].is_so)
			continue;
		begin_word(buf);
		buf_add_text(buf, words[i].word);
	}
}

/* ---- The samples over time ---- */

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
