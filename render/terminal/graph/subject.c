/* SPDX-License-Identifier: MIT */
#include "render/terminal/graph/subject.h"

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
