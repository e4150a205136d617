/* SPDX-License-Identifier: MIT */
/*
 * A report as text. Both forms are written from one profile, so that collapse-pprof-rs converts the
 * first exactly to the second: text that would look like a label of the first is not a name in
 * either.
 */
#include "common/base/frame_name.h"
#include "common/folded/folded.h"
#include "common/profile/profile.h"
#include "record/sampler/report/sample_report.h"

static const struct slice labels[] = {SLICE_INIT("FRAME: "), SLICE_INIT("THREAD: ")};

/* Take the blank off every label in a name: "THREAD: x" is "THREAD:x". */
static void cut_labels(struct buf *name)
{
	size_t i, at;

	for (i = 0; i < ARRAY_LEN(labels); i++) {
		while ((at = slice_search(buf_slice(name), labels[i])) != SLICE_NONE) {
			at += labels[i].len;
			memmove(name->ptr + at - 1, name->ptr + at, name->len - at);
			name->len--;
		}
	}
}

/* Clean all names of the report and intern them in `profile`: their ids there, to be freed. */
static frame_id *intern_names(const struct flamesample_report *report, struct profile *profile)
{
	frame_id *ids = memory_resize(NULL, report->names.count, sizeof(*ids));
	struct buf room = {0}, name = {0};
	size_t i;

	for (i = 0; i < report->names.count; i++) {
		buf_reset(&name);
		buf_add(&name, slice_trim(intern_name(&report->names, (frame_id)i)));
		cut_labels(&name);
		ids[i] = profile_frame(profile,
				       frame_name_clean(slice_trim(buf_slice(&name)), &room));
	}
	buf_release(&room);
	buf_release(&name);
	return ids;
}

/* Stacks with the thread as their root. */
static void fill_profile(const struct flamesample_report *report, struct profile *profile)
{
	frame_id *ids = intern_names(report, profile), *frames = NULL;
	size_t cap = 0, i, level;

	for (i = 0; i < report->count; i++) {
		const struct report_stack *stack = &report->stacks[i];

		frames = memory_grow(frames, &cap, stack->depth + 1, sizeof(*frames));
		frames[0] = ids[stack->thread];
		for (level = 0; level < stack->depth; level++)
			frames[stack->depth - level] = ids[stack->frames[level].name];
		profile_add_count(profile, frames, (uint32_t)stack->depth + 1, stack->count);
	}
	free(frames);
	free(ids);
}

static void add_folded(struct buf *out, const struct intern *names, const struct stack *stack)
{
	uint32_t level;

	for (level = 0; level < stack->depth; level++) {
		if (level > 0)
			buf_add_char(out, ';');
		buf_add(out, intern_name(names, stack->frames[level]));
	}
}

/* "FRAME: leaf -> FRAME: caller -> THREAD: name" */
static void add_labelled(struct buf *out, const struct intern *names, const struct stack *stack)
{
	uint32_t level;

	for (level = stack->depth; level-- > 1;) {
		buf_add(out, labels[0]);
		buf_add(out, intern_name(names, stack->frames[level]));
		buf_add(out, SLICE(" -> "));
	}
	buf_add(out, labels[1]);
	buf_add(out, intern_name(names, stack->frames[0]));
}

static void add_lines(const struct flamesample_report *report, struct buf *out,
		      void (*add_stack)(struct buf *, const struct intern *, const struct stack *))
{
	struct profile profile = {0};
	const struct stack **sorted;
	size_t i;

	fill_profile(report, &profile);
	if (add_stack == add_folded)
		folded_escape_roots(&profile, true);
	sorted = profile_sorted(&profile, PROFILE_BY_TEXT);
	for (i = 0; i < profile.count; i++) {
		add_stack(out, &profile.names, sorted[i]);
		buf_add_char(out, ' ');
		buf_add_u64(out, sorted[i]->count[0]);
		buf_add_char(out, '\n');
	}
	free(sorted);
	profile_release(&profile);
}

int report_add_folded(const struct flamesample_report *report, struct buf *out)
{
	add_lines(report, out, add_folded);
	return FLAMESAMPLE_OK;
}

int report_add_text(const struct flamesample_report *report, struct buf *out)
{
	add_lines(report, out, add_labelled);
	return FLAMESAMPLE_OK;
}
