/* SPDX-License-Identifier: MIT */
#include "render/stacks.h"

static void add_reversed(struct profile *into, const struct profile *from,
			 const struct stack *stack, frame_id *frames)
{
	struct weight weight = {
		.count = {stack->count[0], stack->count[1]},
		.scale = from->scale,
		.differential = from->differential,
	};
	uint32_t i;

	for (i = 0; i < stack->depth; i++)
		frames[i] = stack->frames[stack->depth - 1 - i];
	profile_add(into, frames, stack->depth, &weight);
}

void stacks_reverse(struct profile *profile)
{
	const struct stack **stacks = profile_sorted(profile, PROFILE_BY_FRAMES);
	struct profile reversed = {0};
	frame_id *frames = NULL;
	size_t cap = 0, i;

	/* in the old order, so that the ids stay what they are */
	for (i = 0; i < profile->names.count; i++)
		profile_frame(&reversed, intern_name(&profile->names, (frame_id)i));
	for (i = 0; i < profile->count; i++) {
		frames = memory_grow(frames, &cap, stacks[i]->depth, sizeof(*frames));
		add_reversed(&reversed, profile, stacks[i], frames);
	}
	free(frames);
	free(stacks);
	profile_release(profile);
	*profile = reversed;
}
