/* SPDX-License-Identifier: MIT */
#include "common/profile/label_frames.h"

#include "common/base/diag.h"
#include "common/profile/profile_edit.h"

struct framing {
	struct profile *into;
	const struct label_names *names;
	struct label_texts texts;
	struct buf room;
	frame_id *frames;
	size_t frame_cap;
	uint64_t cut; /* rows with too many frames, including frames of labels */
};

static bool label_frames_is_time(struct slice name)
{
	return slice_equal(name, SLICE("time"));
}

bool label_value(const struct label_texts *texts, const struct label_row *row, struct slice name,
		 struct buf *out)
{
	frame_id pairs[LABELS_MAX];
	size_t count, i;
	struct slice other, value;

	if (label_frames_is_time(name) && row->time != LABEL_NO_TIME)
		label_texts_add_time(texts, row->time, out);
	if (label_frames_is_time(name))
		return row->time != LABEL_NO_TIME;
	count = labels_of_set(texts->labels, row->set, pairs);
	for (i = 0; i < count; i++) {
		labels_pair(texts->labels, pairs[i], &other, &value);
		if (slice_equal(name, other)) {
			label_texts_add_value(texts, pairs[i], out);
			return true;
		}
	}
	return false;
}

/* A stack that the profile does not have: its frames wait for the frames of labels. */
static struct stack *label_frames_keep(void *context, const struct stack *old)
{
	struct framing *framing = context;

	return profile_stack(framing->into, old->frames, old->depth);
}

static struct stack *add_frames(void *context, const struct label_row *row, struct stack *stack,
				struct weight *weight)
{
	struct framing *framing = context;
	size_t count = 0, i;

	(void)weight;
	framing->frames = memory_grow(framing->frames, &framing->frame_cap,
				      framing->names->count + stack->depth + 1,
				      sizeof(*framing->frames));
	for (i = 0; i < framing->names->count; i++) {
		const struct slice name = framing->names->at[i];

		buf_reset(&framing->room);
		buf_add(&framing->room, name);
		buf_add_char(&framing->room, '=');
		if (!label_value(&framing->texts, row, name, &framing->room))
			continue;
		framing->frames[count++] = profile_frame(framing->into, buf_slice(&framing->room));
		if (framing->into->labels && label_frames_is_time(name))
			framing->into->labels->time = LABEL_NO_TIME;
		else if (framing->into->labels)
			labels_take(framing->into->labels, name);
	}
	if (stack->depth > 0)
		memcpy(framing->frames + count, stack->frames, stack->depth * sizeof(frame_id));
	count += stack->depth;
	if (count > LIMIT_DEPTH) {
		count = LIMIT_DEPTH;
		framing->cut++;
	}
	return profile_find(framing->into, framing->frames, (uint32_t)count);
}

void label_frames(struct profile *profile, const struct label_names *names, bool keep_others)
{
	struct profile into = {.threads = profile->threads};
	struct framing framing = {.into = &into, .names = names};
	const struct profile_editor editor = {
		.context = &framing, .stack = label_frames_keep, .row = add_frames};
	size_t i;

	if (!profile->labels)
		return;
	for (i = 0; i < profile->names.count; i++)
		profile_frame(&into, intern_name(&profile->names, (frame_id)i));
	if (keep_others)
		profile_label(&into);
	into.differential = profile->differential;
	label_texts_init(&framing.texts, profile->labels);
	profile_edit(&into, profile, &editor);
	header_merge(&into.header, &profile->header);
	label_texts_release(&framing.texts);
	if (framing.cut > 0)
		diag_warn("%llu %s deeper than %d frames with %s labels, cut at the leaf",
			  (unsigned long long)framing.cut,
			  framing.cut == 1 ? "stack is" : "stacks are", LIMIT_DEPTH,
			  framing.cut == 1 ? "its" : "their");
	profile_release(profile);
	*profile = into;
	buf_release(&framing.room);
	free(framing.frames);
}
