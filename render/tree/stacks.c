/* SPDX-License-Identifier: MIT */
#include "render/tree/stacks.h"

#include "common/base/buf.h"
#include "common/profile/profile.h"

bool stacks_has_name(const struct stacks_names *names, struct slice name)
{
	size_t i;

	for (i = 0; i < names->count; i++) {
		if (slice_equal(name, names->at[i]))
			return true;
	}
	return false;
}

void frame_list_add(struct frame_list *list, frame_id name)
{
	MEMORY_NEED(list->at, list->depth + 1u, list->cap);
	list->at[list->depth++] = name;
}

/* Fills `edited` with what becomes of a stack; false if nothing does. `names` may grow. */
typedef bool edit_fn(const void *context, struct intern *names, const struct stack *stack,
		     struct frame_list *edited);

/* The context of an edit. */
struct stack_edit {
	edit_fn *edit;
	const void *context;
	struct profile *into;
	struct frame_list frames;
};

static struct stack *edit_stack(void *context, const struct stack *old)
{
	struct stack_edit *edit = context;

	edit->frames.depth = 0;
	if (!edit->edit(edit->context, &edit->into->names, old, &edit->frames))
		return NULL;
	return profile_find(edit->into, edit->frames.at, edit->frames.depth);
}

static void edit_stacks(struct profile *profile, edit_fn *edit, const void *context)
{
	struct profile edited = {0};
	struct stack_edit work = {edit, context, &edited, {0}};

	profile_begin_edited(&edited, profile);
	profile_edit(&edited, profile,
		     &(struct profile_editor){.context = &work, .stack = edit_stack});
	free(work.frames.at);
	edited.header = profile->header;
	profile->header = (struct header){0}; /* texts of it are in use */
	if (edited.total[1] != profile->total[1] || edited.total[0] != profile->total[0])
		header_forget_samples(&edited.header);
	profile_release(profile);
	*profile = edited;
}

static bool stacks_cut_above(const void *context, struct intern *names, const struct stack *stack,
			     struct frame_list *edited)
{
	uint32_t from = stack->depth;

	while (from > 0 && !stacks_has_name(context, intern_name(names, stack->frames[from - 1])))
		from--;
	if (from == 0)
		return false;
	for (from--; from < stack->depth; from++)
		frame_list_add(edited, stack->frames[from]);
	return true;
}

void stacks_cut(struct profile *profile, const struct stacks_names *bases)
{
	edit_stacks(profile, stacks_cut_above, bases);
}

bool stacks_have(const struct profile *profile, const struct stacks_names *names)
{
	frame_id id;

	for (id = 0; id < profile->names.count; id++) {
		if (stacks_has_name(names, intern_name(&profile->names, id)))
			return true;
	}
	return false;
}

static bool reverse(const void *context, struct intern *names, const struct stack *stack,
		    struct frame_list *edited)
{
	uint32_t level;

	(void)context;
	(void)names;
	for (level = stack->depth; level > 0; level--)
		frame_list_add(edited, stack->frames[level - 1]);
	return true;
}

void stacks_reverse(struct profile *profile)
{
	edit_stacks(profile, reverse, NULL);
}

static frame_id waker_name(struct intern *names, frame_id name, struct buf *text)
{
	buf_reset(text);
	buf_add(text, intern_name(names, name));
	buf_add(text, SLICE("_[w]"));
	return intern_add(names, buf_slice(text));
}

void chain_frames(struct intern *names, const frame_id *frames, uint32_t depth,
		  struct frame_list *chained)
{
	frame_id separator = intern_add(names, SLICE("--"));
	struct buf text = {0};
	bool woken = true, last = false; /* the frame before is a separator */
	uint32_t i;

	for (i = 0; i < depth; i++) {
		/* a separator has a frame of a part on both sides */
		last = frames[i] == separator && i > 0 && i + 1 < depth && !last;
		if (last || woken)
			frame_list_add(chained, frames[i]);
		else
			frame_list_add(chained, waker_name(names, frames[i], &text));
		woken = woken && !last;
	}
	if (woken)
		frame_list_add(chained, separator);
	buf_release(&text);
}

static bool chain(const void *context, struct intern *names, const struct stack *stack,
		  struct frame_list *edited)
{
	(void)context;
	chain_frames(names, stack->frames, stack->depth, edited);
	return true;
}

void stacks_chain(struct profile *profile)
{
	edit_stacks(profile, chain, NULL);
}
