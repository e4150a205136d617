/* SPDX-License-Identifier: MIT */
/* Stacks that would be read as comments: see folded_escape_comments(). */
#include "common/folded/folded.h"

/* Where the character is that makes the name begin a comment; SLICE_NONE if it does not. */
static size_t comment_at(struct slice name)
{
	size_t at = 0;

	while (at < name.len && char_is_blank(name.ptr[at]))
		at++;
	if (at == name.len || name.ptr[at] != '#')
		return SLICE_NONE;
	at++;
	return at == name.len || char_is_blank(name.ptr[at]) ? at : SLICE_NONE;
}

/* "#" alone is a comment only where the count follows it, and not where another frame does. */
static bool is_comment(struct slice root, uint32_t depth)
{
	size_t at = comment_at(root);

	return at < root.len || (at == root.len && depth == 1);
}

static bool has_comments(const struct profile *profile)
{
	size_t i;

	for (i = 0; i < profile->names.count; i++) {
		if (comment_at(intern_name(&profile->names, (frame_id)i)) != SLICE_NONE)
			return true;
	}
	return false;
}

static frame_id escape_root(struct profile *escaped, frame_id root, struct buf *room)
{
	struct slice name = intern_name(&escaped->names, root);
	size_t at = comment_at(name);

	buf_reset(room);
	buf_add(room, slice_head(name, at));
	buf_add_char(room, '_');
	if (at < name.len)
		buf_add(room, slice_tail(name, at + 1));
	return profile_frame(escaped, buf_slice(room));
}

static void add_escaped(struct profile *escaped, const struct profile *profile,
			const struct stack *stack, frame_id **frames, struct buf *room)
{
	const struct weight weight = {
		.count = {stack->count[0], stack->count[1]},
		.scale = profile->scale,
		.differential = stack->differential,
	};

	*frames = memory_resize(*frames, stack->depth + 1, sizeof(**frames));
	if (stack->depth > 0)
		memcpy(*frames, stack->frames, stack->depth * sizeof(**frames));
	if (stack->depth > 0 &&
	    is_comment(intern_name(&escaped->names, stack->frames[0]), stack->depth))
		(*frames)[0] = escape_root(escaped, stack->frames[0], room);
	profile_add(escaped, *frames, stack->depth, &weight);
}

void folded_escape_comments(struct profile *profile)
{
	struct profile escaped = {.threads = profile->threads};
	struct buf room = {0};
	frame_id *frames = NULL;
	size_t i;

	if (profile->overflow || !has_comments(profile))
		return;
	for (i = 0; i < profile->names.count; i++) /* so ids stay what they are */
		profile_frame(&escaped, intern_name(&profile->names, (frame_id)i));
	for (i = 0; i < profile->count; i++)
		add_escaped(&escaped, profile, profile->stacks[i], &frames, &room);
	profile_release(profile);
	*profile = escaped;
	buf_release(&room);
	free(frames);
}
