/* SPDX-License-Identifier: MIT */
#include "render/tree/tree.h"

#include "common/base/buf.h"
#include "common/base/exact.h"
#include "tests/unit/check.h"

/* Stacks of one frame each. */
struct sample {
	struct profile profile;
	const struct stack **stacks;
	struct decimal factor;
	bool done;
};

static void normalize(struct sample *sample, const uint64_t (*counts)[2], size_t count)
{
	struct weight weight = {.differential = true};
	char name[32];
	size_t i;

	*sample = (struct sample){0};
	for (i = 0; i < count; i++) {
		frame_id frame;

		snprintf(name, sizeof(name), "f%05zu", i);
		frame = profile_frame(&sample->profile, slice_from(name));
		weight.count[0] = counts[i][0];
		weight.count[1] = counts[i][1];
		profile_add(&sample->profile, &frame, 1, &weight);
	}
	sample->stacks = profile_sorted(&sample->profile, PROFILE_BY_FRAMES);
	sample->done = normalize_stacks(sample->stacks, count, &sample->profile, &sample->factor);
}

static void sample_release(struct sample *sample)
{
	free(sample->stacks);
	profile_release(&sample->profile);
}

static bool factor_is(const struct sample *sample, const char *text)
{
	struct buf buf = {0};
	bool is;

	buf_add_decimal(&buf, sample->factor.value, sample->factor.digits);
	is = slice_equal(buf_slice(&buf), slice_from(text));
	buf_release(&buf);
	return is;
}

CASE(the_first_column_gets_the_second_total)
{
	static const uint64_t counts[][2] = {{30, 40}, {70, 10}};
	struct sample sample;

	normalize(&sample, counts, ARRAY_LEN(counts));
	CHECK(sample.done && factor_is(&sample, "0.5"));
	CHECK(sample.profile.scale == 6);
	CHECK(sample.profile.total[0] == 50000000 && sample.profile.total[1] == 50000000);
	CHECK(sample.stacks[0]->count[0] == 15000000 && sample.stacks[0]->count[1] == 40000000);
	CHECK(sample.stacks[1]->count[0] == 35000000 && sample.stacks[1]->count[1] == 10000000);
	sample_release(&sample);
}

CASE(equal_totals_change_nothing)
{
	static const uint64_t counts[][2] = {{30, 10}, {0, 20}};
	struct sample sample;

	normalize(&sample, counts, ARRAY_LEN(counts));
	CHECK(sample.done && factor_is(&sample, "1") && sample.profile.scale == 0);
	CHECK(sample.stacks[0]->count[0] == 30 && sample.stacks[1]->count[1] == 20);
	sample_release(&sample);
}

CASE(missing_counts_cannot_be_scaled)
{
	static const uint64_t none_before[][2] = {{0, 10}}, none_after[][2] = {{10, 0}};
	struct sample sample;

	normalize(&sample, none_before, 1);
	CHECK(!sample.done && sample.stacks[0]->count[1] == 10);
	sample_release(&sample);
	normalize(&sample, none_after, 1);
	CHECK(!sample.done && sample.stacks[0]->count[0] == 10);
	sample_release(&sample);
}

/* A count that is the same share of both totals comes out as the same count. */
CASE(equal_shares_become_equal_counts)
{
	static const uint64_t counts[][2] = {{1, 3}, {2, 6}, {5, 15}, {7, 21}, {0, 0}, {3, 9}};
	struct sample sample;
	size_t i;

	normalize(&sample, counts, ARRAY_LEN(counts));
	CHECK(factor_is(&sample, "3"));
	for (i = 0; i < ARRAY_LEN(counts); i++)
		CHECK(sample.stacks[i]->count[0] == sample.stacks[i]->count[1]);
	sample_release(&sample);
}

/* Start and end of any run of neighbouring stacks are off by half a unit at most. */
CASE(roundings_do_not_add_up)
{
	enum { COUNT = 1000 };
	static uint64_t counts[COUNT][2];
	uint64_t state = 1, sum = 0, scaled = 0, before = 0;
	struct sample sample;
	size_t i;

	for (i = 0; i < COUNT; i++) {
		state = state * 6364136223846793005 + 1442695040888963407;
		counts[i][0] = state >> 33;
		counts[i][1] = state >> 50;
		before += counts[i][0];
	}
	normalize(&sample, (const uint64_t(*)[2])counts, COUNT);
	for (i = 0; i < COUNT; i++) {
		sum += counts[i][0];
		scaled += sample.stacks[i]->count[0];
		CHECK(scaled == ratio_round(sum, before, sample.profile.total[1]));
		CHECK(counts[i][0] == 0 || sample.stacks[i]->count[0] > 0);
	}
	CHECK(scaled == sample.profile.total[1]);
	sample_release(&sample);
}

CASE(the_largest_counts_are_scaled_exactly)
{
	static const uint64_t counts[][2] = {{UINT64_MAX - 2, 1}, {2, UINT64_MAX - 1}};
	static const uint64_t small[][2] = {{UINT64_MAX - 1, 1}, {1, 1}};
	struct sample sample;

	normalize(&sample, counts, ARRAY_LEN(counts));
	CHECK(sample.done && sample.profile.scale == 0);
	CHECK(sample.stacks[0]->count[0] == UINT64_MAX - 2);
	sample_release(&sample);
	normalize(&sample, small, ARRAY_LEN(small));
	CHECK(sample.done && sample.stacks[0]->count[0] == 2000000);
	sample_release(&sample);
}

CASE(the_factor_has_six_digits)
{
	static const struct {
		uint64_t before, after;
		const char *factor;
	} rows[] = {
		{3, 1, "0.333333"},       {3, 2, "0.666667"},
		{7, 9, "1.28571"},        {1, 1000, "1000"},
		{3, 1000000, "333333"},   {3, 10000000, "3333333"},
		{1000000, 1, "0.000001"}, {3000000, 1, "0.000000333333"},
		{1000, 1234, "1.234"},    {3, 2999999, "1000000"},
	};
	size_t i;

	for (i = 0; i < ARRAY_LEN(rows); i++) {
		const uint64_t counts[1][2] = {{rows[i].before, rows[i].after}};
		struct sample sample;

		normalize(&sample, counts, 1);
		CHECK(factor_is(&sample, rows[i].factor));
		sample_release(&sample);
	}
}

TEST_CASES(tree_normalize)
