/* SPDX-License-Identifier: MIT */
/* The grammars of a folded line: lines.h. */
#include "common/base/checked.h"
#include "common/folded/folded.h"
#include "common/folded/folded_count.h"
#include "render/tree/lines.h"

static bool split_own(struct slice line, struct slice *stack, struct weight *weight, bool *rounded)
{
	return folded_split(line, false, stack, weight, rounded);
}

/* Put the counts of a line, and their scales, on one scale. */
static bool join_columns(struct weight *weight, uint64_t before, unsigned scale)
{
	if (scale < weight->scale) {
		if (!u64_scale(&before, weight->scale - scale))
			return false;
	} else if (!u64_scale(&weight->count[1], scale - weight->scale)) {
		return false;
	} else {
		weight->scale = scale;
	}
	weight->count[0] = before;
	weight->differential = true;
	return true;
}

/* Any blank separates, but only one; what is left of it is the stack, and may be empty. */
static bool split_perl(struct slice line, struct slice *stack, struct weight *weight, bool *rounded)
{
	struct folded_number after, before;

	*weight = (struct weight){0};
	if (!folded_take_count(&line, &after))
		return false;
	*rounded |= after.rounded;
	weight->count[0] = weight->count[1] = after.value;
	weight->scale = after.scale;
	if (folded_take_count(&line, &before)) {
		*rounded |= before.rounded;
		if (!join_columns(weight, before.value, before.scale))
			return false;
	}
	*stack = line;
	return true;
}

static bool split_rust(struct slice line, struct slice *stack, struct weight *weight, bool *rounded)
{
	struct folded_number after, before;

	*weight = (struct weight){0};
	if (!folded_take_whole(&line, &after) || line.len == 0)
		return false;
	*rounded |= after.rounded;
	weight->count[0] = weight->count[1] = after.value;
	*stack = line;
	if (folded_take_whole(&line, &before) && line.len > 0) {
		*stack = line;
		*rounded |= before.rounded;
		weight->count[0] = before.value;
		weight->differential = true;
	}
	return true;
}

const struct line_rules lines_own = {
	.reads_header = true,
	.split = split_own,
	.trims = true,
};

const struct line_rules lines_perl = {
	.split = split_perl,
	.invalid_is_left_out = true,
	.reads_twice = true,
	.says_ignored = true,
};

const struct line_rules lines_rust = {
	.split = split_rust,
	.trims = true,
	.keeps_empty_leaves = true,
	.inner_bases_only = true,
	.invalid_is_fatal = true,
	.glues_files = true,
	.reads_twice = true,
	.says_ignored = true,
};
