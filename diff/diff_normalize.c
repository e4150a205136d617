/* SPDX-License-Identifier: MIT */
#include "common/base/diag.h"
#include "common/base/ratio.h"
#include "common/folded/folded.h"
#include "diff/diff.h"

/* The factor that makes the sum of the first column equal to the sum of the second. */
struct ratio_of_sums {
	uint64_t before, after; /* the sums */
	uint64_t unit;          /* 1 in the units of the profile */
	bool in_doubles;
};

/*
 * count * after / before rounded down to a whole number: at most `after`, as count is at most
 * before.
 */
static uint64_t normalize_multiply(const struct ratio_of_sums *factor, uint64_t count)
{
	return ratio_floor(count, factor->before, factor->after) / factor->unit;
}

/*
 * Like normalize_multiply() in floating point, to give the bytes of a program that computes so;
 * false beyond 2^64-1.
 */
static bool multiply_doubles(const struct ratio_of_sums *factor, uint64_t count, uint64_t *whole)
{
	double product = (double)count * (double)factor->after / (double)factor->before;

	if (product >= 18446744073709551616.0) /* 2^64 */
		return false;
	*whole = (uint64_t)product;
	return true;
}

static struct profile multiply_all(const struct profile *joined, const struct ratio_of_sums *factor)
{
	const struct stack **stacks = profile_sorted(joined, PROFILE_BY_FRAMES);
	struct profile scaled = {.differential = true};
	size_t i;

	for (i = 0; i < joined->names.count; i++) /* in the old order: the ids stay what they are */
		profile_frame(&scaled, intern_name(&joined->names, (frame_id)i));
	profile_rescale(&scaled, joined->scale);
	for (i = 0; i < joined->count; i++) {
		struct weight weight = {.scale = joined->scale, .differential = true};
		uint64_t count = stacks[i]->count[0], whole = 0;

		if (factor->in_doubles)
			weight.overflow = !multiply_doubles(factor, count, &whole);
		else
			whole = normalize_multiply(factor, count);
		weight.count[0] = whole * factor->unit;
		weight.count[1] = stacks[i]->count[1];
		profile_add(&scaled, stacks[i]->frames, stacks[i]->depth, &weight);
	}
	free(stacks);
	return scaled;
}

/* The loss by rounding down is significant if the counts are small. */
static void say_what_was_lost(const struct profile *profile)
{
	uint64_t sum = profile->total[0], wanted = profile->total[1];
	struct buf text = {0};

	if (sum == wanted)
		return;
	buf_add_text(&text, "normalized counts are rounded down: they add up to ");
	buf_add_decimal(&text, sum, profile->scale);
	buf_add_text(&text, " instead of ");
	buf_add_decimal(&text, wanted, profile->scale);
	if (wanted - sum > wanted / 100)
		diag_warn("%.*s; weights of 1000 on both sides make that less",
			  SLICE_ARG(buf_slice(&text)));
	else
		diag_note("%.*s", SLICE_ARG(buf_slice(&text)));
	buf_release(&text);
}

bool diff_normalize(struct profile *joined, const struct diff_personality *personality)
{
	struct ratio_of_sums factor = {joined->total[0], joined->total[1], 1,
				       personality->scales_in_doubles};
	struct profile scaled;
	unsigned digits;

	if (joined->total_overflow) {
		diag_error("the sum of the counts is beyond 2^64-1");
		return false;
	}
	if (factor.before == factor.after)
		return true;
	if (factor.before == 0) {
		if (personality->is_careful)
			diag_warn("the first profile has no counts: it is not normalized");
		return true;
	}
	for (digits = 0; digits < joined->scale; digits++)
		factor.unit *= 10;
	scaled = multiply_all(joined, &factor);
	profile_release(joined);
	*joined = scaled;
	if (folded_overflowed(joined))
		return false;
	if (personality->is_careful)
		say_what_was_lost(joined);
	return true;
}
