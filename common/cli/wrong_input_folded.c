/* SPDX-License-Identifier: MIT */
/* Recognise other formats in input that was read as folded stacks. */
#include "common/cli/wrong_input.h"
#include "common/folded/folded.h"

/*
 * Other formats have lines that end in a number, too: they look like stacks of one frame. A stack
 * of one frame counts only among nothing but stacks, and if its name could be a function's.
 */
static bool has_stacks(const struct profile *profile, bool is_clean)
{
	struct slice name;
	size_t i;

	for (i = 0; i < profile->count; i++) {
		const struct stack *stack = profile->stacks[i];

		if (stack->depth > 1)
			return true;
		if (!is_clean || stack->depth == 0)
			continue;
		name = intern_name(&profile->names, stack->frames[0]);
		if (slice_find(name, ' ') == SLICE_NONE)
			return true;
	}
	return false;
}

bool wrong_input_explain_folded(const struct personality *as, struct input *input,
				const struct ingest_run *run,
				const struct wrong_input_reader *reader)
{
	const struct notes_kind_state *bad = &run->notes.kinds[FOLDED_BAD_LINE];
	const bool has_profile = run->profile.count > 0; /* lines_format makes it later */
	bool is_doubtful = run->samples <= bad->count;

	if (!as->wrong_input_is_named || input_bytes(input) == 0)
		return false;
	if (has_profile || bad->count > 0)
		is_doubtful |= !has_stacks(&run->profile, bad->count == 0);
	return is_doubtful &&
	       wrong_input_explain(input, bad->first_count > 0 ? bad->first[0].file : 0, reader);
}
