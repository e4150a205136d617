/* SPDX-License-Identifier: MIT */
#include "common/profile/functions.h"

#include "common/base/checked.h"

static void functions_add_counts(uint64_t sum[2], const struct stack *stack)
{
	sum[0] += stack->count[0];
	sum[1] += stack->count[1];
}

/* `seen` is, by frame id, the last stack that counted it. */
static void functions_add_stack(struct functions *functions, const struct stack *stack,
				size_t *seen, size_t number)
{
	uint32_t level;

	for (level = 0; level < stack->depth; level++) {
		frame_id id = stack->frames[level];

		if (seen[id] != number)
			functions_add_counts(functions->at[id].count[FUNCTIONS_TOTAL], stack);
		seen[id] = number;
	}
	if (stack->depth > 0)
		functions_add_counts(functions->at[stack->frames[level - 1]].count[FUNCTIONS_SELF],
				     stack);
}

void functions_count(struct functions *functions, const struct profile *profile,
		     const struct stack *const *stacks)
{
	size_t *seen = memory_resize(NULL, profile->names.count, sizeof(*seen)), i;

	functions->count = profile->names.count;
	functions->at = memory_resize(NULL, functions->count, sizeof(*functions->at));
	for (i = 0; i < functions->count; i++) {
		functions->at[i] = (struct function){0};
		seen[i] = 0;
	}
	for (i = 0; i < profile->count; i++)
		functions_add_stack(functions, stacks[i], seen, i + 1);
	free(seen);
}

void functions_release(struct functions *functions)
{
	free(functions->at);
	*functions = (struct functions){0};
}

void functions_count_any(const struct stack *const *stacks, size_t stack_count,
			 const bool *is_member, uint64_t count[2])
{
	uint32_t level;
	size_t i;

	count[0] = count[1] = 0;
	for (i = 0; i < stack_count; i++) {
		for (level = 0; level < stacks[i]->depth; level++) {
			if (is_member[stacks[i]->frames[level]])
				break;
		}
		if (level < stacks[i]->depth)
			functions_add_counts(count, stacks[i]);
	}
}

void functions_tally(const struct profile *profile, struct tally *tally)
{
	const uint64_t unit = u64_power_of_ten(profile->scale);
	const struct stack **stacks;
	struct functions functions;
	size_t i;

	if (profile->total_overflow)
		return;
	stacks = profile_sorted(profile, PROFILE_BY_FRAMES);
	functions_count(&functions, profile, stacks);
	for (i = 0; i < functions.count; i++)
		tally_add(tally, intern_name(&profile->names, (frame_id)i),
			  functions.at[i].count[FUNCTIONS_TOTAL][1] / unit);
	functions_release(&functions);
	free(stacks);
}
