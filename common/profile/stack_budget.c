/* SPDX-License-Identifier: MIT */
#include "common/profile/stack_budget.h"

/* Units of a stack that is new. */
static uint64_t budget_new_stack(const struct profile *profile, const frame_id *frames,
				 uint32_t depth)
{
	uint64_t text = depth;
	uint32_t i;

	for (i = 0; i < depth; i++)
		text += intern_name(&profile->names, frames[i]).len;
	return stack_budget_new(depth, text);
}

bool stack_budget_add(struct stack_budget *budget, struct profile *profile, const frame_id *frames,
		      uint32_t depth, const struct weight *weight)
{
	struct profile_place place;
	struct stack *stack;

	if (!stack_budget_take(budget, depth))
		return false;
	stack = profile_look_up(profile, frames, depth, &place);
	if (!stack) {
		if (!stack_budget_take(budget, budget_new_stack(profile, frames, depth)))
			return false;
		stack = profile_insert(profile, frames, &place);
	}
	profile_weigh(profile, stack, weight);
	return true;
}
