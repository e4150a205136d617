/* SPDX-License-Identifier: MIT */
/* The grammars of a folded line: lines.h. */
#include "common/folded.h"
#include "render/lines.h"

static bool split_own(struct slice line, struct slice *stack, struct weight *weight, bool *rounded)
{
	return folded_split(line, false, stack, weight, rounded);
}

/* Put the counts of a line, and their scales, on one scale. */
static bool join_columns(struct weight *weight, uint64_t before, unsigned scale)
{
	unsigned *smaller = scale < weight->scale ? &scale : &weight->scale;
	uint64_t *value = scale < weight->scale ? &before : &weight->count[1];
	unsigned larger = scale < weight->scale ? weight->scale : scale;

	for (; *smaller < larger; ++*smaller) {
		if (*value > UINT64_MAX / 10)
			return false;
		*value *= 10;
	}
	weight->count[0] = before;
	weight->scale = larger;
	weight->differential = true;
	return true;
}

/* Take one blank and the number behind it off the end. */
static bool take_count(struct slice *line, uint64_t *count, unsigned *scale, bool *rounded)
{
	size_t at = line->len;

	while (at > 0 && (char_is_digit(line->ptr[at - 1]) || line->ptr[at - 1] == '.'))
		at--;
	if (at == 0 || !char_is_blank(line->ptr[at - 1]) ||
	    !folded_count(slice_tail(*line, at), count, scale, rounded))
		return false;
	*line = slice_head(*line, at - 1);
	return true;
}

/* Any blank separates, but only one; what is left of it is the stack, and may be empty. */
static bool split_perl(struct slice line, struct slice *stack, struct weight *weight, bool *rounded)
{
	uint64_t before;
	unsigned scale;

	*weight = (struct weight){0};
	if (!take_count(&line, &weight->count[1], &weight->scale, rounded))
		return false;
	weight->count[0] = weight->count[1];
	if (take_count(&line, &before, &scale, rounded) && !join_columns(weight, before, scale))
		return false;
	*stack = line;
	return true;
}

/* Take the last space and the number behind it, whose decimals are dropped. */
static bool take_whole_count(struct slice *line, uint64_t *count, bool *rounded)
{
	size_t space = slice_rfind(*line, ' ');
	struct slice whole, decimals;

	if (space == SLICE_NONE)
		return false;
	decimals = slice_tail(*line, space + 1);
	if (!slice_cut(&decimals, '.', &whole)) {
		whole = decimals;
		decimals.len = 0;
	}
	if (!slice_to_u64(whole, count) || !slice_all(decimals, char_is_digit))
		return false;
	while (decimals.len > 0 && decimals.ptr[decimals.len - 1] == '0')
		decimals.len--;
	*rounded |= decimals.len > 0;
	*line = slice_trim_right(slice_head(*line, space));
	return true;
}

static bool split_rust(struct slice line, struct slice *stack, struct weight *weight, bool *rounded)
{
	*weight = (struct weight){0};
	if (!take_whole_count(&line, &weight->count[1], rounded) || line.len == 0)
		return false;
	weight->count[0] = weight->count[1];
	*stack = line;
	if (take_whole_count(&line, &weight->count[0], rounded) && line.len > 0) {
		*stack = line;
		weight->differential = true;
	} else {
		weight->count[0] = weight->count[1];
	}
	return true;
}

const struct line_rules lines_own = {
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
