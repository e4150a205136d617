/* SPDX-License-Identifier: MIT */
#include "common/profile/label_request.h"

#include "common/base/diag.h"
#include "common/profile/profile.h"

enum { SECOND = 1000000000 };

static const struct slice kind_names[LABEL_KINDS] = {
	[LABEL_TIME] = SLICE_INIT("time"),   [LABEL_CPU] = SLICE_INIT("cpu"),
	[LABEL_PID] = SLICE_INIT("pid"),     [LABEL_TID] = SLICE_INIT("tid"),
	[LABEL_COMM] = SLICE_INIT("comm"),   [LABEL_EVENT] = SLICE_INIT("event"),
	[LABEL_HOST] = SLICE_INIT("host"),   [LABEL_CGROUP] = SLICE_INIT("cgroup"),
	[LABEL_STATE] = SLICE_INIT("state"), [LABEL_THREAD] = SLICE_INIT("thread"),
	[LABEL_OWN] = SLICE_INIT(""),
};

COLD struct slice label_kind_name(enum label_kind kind)
{
	return kind_names[kind];
}

COLD unsigned label_request_digits(uint64_t bin)
{
	unsigned digits = LABEL_TIME_DIGITS;

	while (digits > 0 && bin % 10 == 0) {
		bin /= 10;
		digits--;
	}
	return digits;
}

static bool is_own_wanted(const struct label_request *wish, struct slice name)
{
	size_t i;

	for (i = 0; i < wish->name_count; i++) {
		if (slice_equal(wish->names[i], name))
			return true;
	}
	return wish->all;
}

COLD void label_set(struct ingest_run *run, enum label_kind kind, struct slice value)
{
	if (!label_wants(run, kind))
		return;
	if (value.len > 0)
		labels_put(run->profile.labels, kind_names[kind], value);
	else
		labels_take(run->profile.labels, kind_names[kind]);
}

COLD void label_set_number(struct ingest_run *run, enum label_kind kind, uint64_t value)
{
	if (label_wants(run, kind))
		labels_put_number(run->profile.labels, kind_names[kind], value);
}

COLD bool label_set_own(struct ingest_run *run, struct slice name, struct slice value)
{
	if (!label_wants(run, LABEL_OWN) || !is_own_wanted(run->labels, name))
		return true;
	return labels_put(run->profile.labels, name, value);
}

COLD void labels_set_time(struct labels *labels, const struct label_request *wish,
			  uint64_t nanoseconds)
{
	unsigned digits;

	if (nanoseconds / SECOND >= LABEL_TIME_LIMIT)
		nanoseconds = (LABEL_TIME_LIMIT - 1) * SECOND;
	labels_rescale(labels, wish->digits);
	nanoseconds -= nanoseconds % wish->bin;
	for (digits = LABEL_TIME_DIGITS; digits > labels->time_digits; digits--)
		nanoseconds /= 10;
	labels->time = nanoseconds;
}

COLD void label_set_time(struct ingest_run *run, uint64_t nanoseconds)
{
	if (label_wants(run, LABEL_TIME))
		labels_set_time(run->profile.labels, run->labels, nanoseconds);
}

COLD void label_clear_time(struct ingest_run *run)
{
	if (run->profile.labels)
		run->profile.labels->time = LABEL_NO_TIME;
}

COLD void label_clear(struct ingest_run *run)
{
	if (run->profile.labels)
		labels_clear(run->profile.labels);
}

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

COLD bool label_value(const struct label_texts *texts, const struct label_row *row,
		      struct slice name, struct buf *out)
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
static COLD struct stack *label_frames_keep(void *context, const struct stack *old)
{
	struct framing *framing = context;

	return profile_stack(framing->into, old->frames, old->depth);
}

static COLD struct stack *add_frames(void *context, const struct label_row *row,
				     struct stack *stack, struct weight *weight)
{
	struct framing *framing = context;
	size_t count = 0, i;

	(void)weight;
	MEMORY_NEED(framing->frames, framing->names->count + stack->depth + 1, framing->frame_cap);
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

COLD void label_frames(struct profile *profile, const struct label_names *names, bool keep_others)
{
	struct profile into = {.threads = profile->threads};
	struct framing framing = {.into = &into, .names = names};
	const struct profile_editor editor = {
		.context = &framing, .stack = label_frames_keep, .row = add_frames};

	if (!profile->labels)
		return;
	profile_take_names(&into, profile);
	if (keep_others)
		profile_label(&into);
	into.differential = profile->differential;
	label_texts_init(&framing.texts, profile->labels);
	profile_replace(profile, &into, &editor);
	label_texts_release(&framing.texts);
	if (framing.cut > 0)
		diag_warn("%llu %s deeper than %d frames with %s labels, cut at the leaf",
			  (unsigned long long)framing.cut,
			  framing.cut == 1 ? "stack is" : "stacks are", LIMIT_DEPTH,
			  framing.cut == 1 ? "its" : "their");
	buf_release(&framing.room);
	free(framing.frames);
}
