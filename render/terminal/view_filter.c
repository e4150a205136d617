/* SPDX-License-Identifier: MIT */
#include "render/terminal/view_filter.h"

#include "common/base/diag.h"
#include "common/folded/folded.h"

bool subject_build(struct subject *subject, struct profile *profile)
{
	struct tree_options options = {.differential = profile->differential,
				       .shown = profile->differential ? WIDTH_BOTH : WIDTH_AFTER};

	*subject = (struct subject){.profile = *profile};
	*profile = (struct profile){0};
	options.root = profile_frame(&subject->profile, SLICE(""));
	if (folded_overflowed(&subject->profile))
		return false;
	subject->stacks = profile_sorted(&subject->profile, PROFILE_BY_FRAMES);
	if (subject->profile.total_overflow ||
	    !tree_build(&subject->tree, subject->stacks, subject->profile.count, &options)) {
		diag_error("the sum of the counts is beyond 2^64-1");
		return false;
	}
	profile_rank(&subject->profile, PROFILE_BY_FRAMES, &subject->ranks);
	refine_base_build(&subject->base, &subject->tree, subject->ranks.of[0],
			  subject->profile.names.count);
	return true;
}

void subject_release(struct subject *subject)
{
	functions_release(&subject->functions);
	refine_base_release(&subject->base);
	tree_release(&subject->tree);
	profile_rank_release(&subject->ranks);
	free(subject->stacks);
	profile_release(&subject->profile);
	*subject = (struct subject){0};
}

const struct functions *subject_functions(struct subject *subject)
{
	if (!subject->functions.at)
		functions_count(&subject->functions, &subject->profile, subject->stacks);
	return &subject->functions;
}

frame_id subject_translate(struct subject *subject, const struct subject *from, frame_id name)
{
	return profile_frame(&subject->profile, intern_name(&from->profile.names, name));
}

static void subject_add_column(struct profile *joined, const struct profile *from, int column)
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
		frames = memory_grow(frames, &cap, (size_t)stack->depth + 1, sizeof(*frames));
		for (level = 0; level < stack->depth; level++)
			frames[level] = ids[stack->frames[level]];
		profile_add(joined, frames, stack->depth, &weight);
	}
	free(frames);
	free(ids);
}

void subject_join(struct profile *joined, const struct profile *before, const struct profile *after)
{
	header_merge(&joined->header, &after->header);
	subject_add_column(joined, before, 0);
	subject_add_column(joined, after, 1);
}

const struct lens lens_plain = {.focus = REFINE_NO_FOCUS};

bool lens_is_plain(const struct lens *lens)
{
	return lens->hidden.depth + lens->dropped.depth == 0 && lens->focus == REFINE_NO_FOCUS &&
	       !lens->reversed && !lens->folded && !lens->by_width;
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
static struct lens lens_copy(const struct lens *lens)
{
	struct lens copy = *lens;

	copy.hidden = copy_list(&lens->hidden);
	copy.dropped = copy_list(&lens->dropped);
	copy.path = copy_list(&lens->path);
	copy.cursor = copy_list(&lens->cursor);
	return copy;
}

void lens_release(struct lens *lens)
{
	free(lens->hidden.at);
	free(lens->dropped.at);
	free(lens->path.at);
	free(lens->cursor.at);
	*lens = lens_plain;
}

void lens_push(struct lens_steps *steps, const struct lens *lens)
{
	steps->at = memory_grow(steps->at, &steps->cap, steps->count + 1, sizeof(*steps->at));
	steps->at[steps->count++] = lens_copy(lens);
}

bool lens_pop(struct lens_steps *steps, struct lens *lens)
{
	if (steps->count == 0)
		return false;
	lens_release(lens);
	*lens = steps->at[--steps->count];
	return true;
}

void lens_steps_release(struct lens_steps *steps)
{
	while (steps->count > 0)
		lens_release(&steps->at[--steps->count]);
	free(steps->at);
	*steps = (struct lens_steps){0};
}

static void translate_list(struct frame_list *list, struct subject *subject,
			   const struct subject *from)
{
	uint32_t i;

	for (i = 0; i < list->depth; i++)
		list->at[i] = subject_translate(subject, from, list->at[i]);
}

void lens_translate(struct lens *lens, struct subject *subject, const struct subject *from)
{
	translate_list(&lens->hidden, subject, from);
	translate_list(&lens->dropped, subject, from);
	translate_list(&lens->path, subject, from);
	translate_list(&lens->cursor, subject, from);
	if (lens->focus != REFINE_NO_FOCUS)
		lens->focus = subject_translate(subject, from, lens->focus);
}

bool *lens_members(const struct frame_list *list, const struct subject *subject)
{
	bool *members;
	uint32_t i;

	if (list->depth == 0)
		return NULL;
	members = memory_clear(subject->profile.names.count, sizeof(*members));
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
			const struct subject *subject, const char *what)
{
	if (list->depth == 0)
		return;
	begin_word(buf);
	if (list->depth == 1)
		buf_add(buf, intern_name(&subject->profile.names, list->at[0]));
	else
		buf_printf(buf, "%u functions", list->depth);
	buf_add_text(buf, what);
}

void lens_add_words(struct buf *buf, const struct lens *lens, const struct subject *subject)
{
	const struct {
		bool is_so;
		const char *word;
	} words[] = {{lens->reversed, "leaf first"},
		     {lens->folded, "recursion folded"},
		     {lens->by_width, "by width"},
		     {lens->path.depth > 0, "zoomed"}};
	size_t i;

	if (lens->focus != REFINE_NO_FOCUS) {
		buf_add(buf, intern_name(&subject->profile.names, lens->focus));
		buf_add_text(buf, ": callers and callees");
	}
	add_several(buf, &lens->hidden, subject, " hidden");
	add_several(buf, &lens->dropped, subject, " left out");
	for (i = 0; i < ARRAY_LEN(words); i++) {
		if (!words[i].is_so)
			continue;
		begin_word(buf);
		buf_add_text(buf, words[i].word);
	}
}
