/* SPDX-License-Identifier: MIT */
#include "render/terminal/view_filter.h"

#include "common/base/diag.h"
#include "common/folded/folded.h"

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
