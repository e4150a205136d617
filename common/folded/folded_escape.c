/* SPDX-License-Identifier: MIT */
/* Stacks that would be read as comments or with labels: see folded_escape_roots(). */
#include "common/folded/folded.h"
#include "common/profile/profile_edit.h"

struct escaping {
	struct profile *into;
	bool labels; /* roots like them are escaped */
	struct buf room;
	frame_id *frames;
	size_t frame_cap;
};

/* The position of the character that makes the name begin a comment; SLICE_NONE if it does not. */
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

/* A label has a frame after it. */
static bool is_label(struct slice root, uint32_t depth)
{
	return depth > 1 && label_is_like(slice_trim_left(root));
}

static bool may_need_escape(const struct profile *profile, bool labels)
{
	size_t i;

	for (i = 0; i < profile->names.count; i++) {
		const struct slice name = intern_name(&profile->names, (frame_id)i);

		if (comment_at(name) != SLICE_NONE ||
		    (labels && label_is_like(slice_trim_left(name))))
			return true;
	}
	return false;
}

/* "# x" as "#_x", "#" as "#_", "@x=y" as "_@x=y" */
bool folded_escape_root(struct slice root, uint32_t depth, bool labels, struct buf *out)
{
	const size_t at = comment_at(root);

	if (!is_comment(root, depth) && !(labels && is_label(root, depth)))
		return false;
	if (at != SLICE_NONE)
		buf_add(out, slice_head(root, at));
	buf_add_char(out, '_');
	if (at == SLICE_NONE)
		buf_add(out, slice_trim_left(root));
	else if (at < root.len)
		buf_add(out, slice_tail(root, at + 1));
	return true;
}

static struct stack *escape(void *context, const struct stack *old)
{
	struct escaping *escaping = context;
	const uint32_t depth = old->depth;
	struct slice root;

	escaping->frames = memory_grow(escaping->frames, &escaping->frame_cap, depth + (size_t)1,
				       sizeof(*escaping->frames));
	if (depth > 0) {
		memcpy(escaping->frames, old->frames, depth * sizeof(*escaping->frames));
		root = intern_name(&escaping->into->names, old->frames[0]);
		buf_reset(&escaping->room);
		if (folded_escape_root(root, depth, escaping->labels, &escaping->room))
			escaping->frames[0] = profile_frame(escaping->into,
							    buf_slice(&escaping->room));
	}
	return profile_find(escaping->into, escaping->frames, depth);
}

void folded_escape_roots(struct profile *profile, bool labels)
{
	struct profile escaped = {.threads = profile->threads};
	struct escaping escaping = {.into = &escaped, .labels = labels};
	const struct profile_editor editor = {.context = &escaping, .stack = escape};
	size_t i;

	if (profile->overflow || !may_need_escape(profile, labels))
		return;
	for (i = 0; i < profile->names.count; i++) /* so ids stay what they are */
		profile_frame(&escaped, intern_name(&profile->names, (frame_id)i));
	if (profile->labels)
		profile_label(&escaped);
	profile_edit(&escaped, profile, &editor);
	header_merge(&escaped.header, &profile->header);
	profile_release(profile);
	*profile = escaped;
	buf_release(&escaping.room);
	free(escaping.frames);
}
