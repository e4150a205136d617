/* SPDX-License-Identifier: MIT */
#include "diff/report/noise.h"

#include "common/profile/significance.h"
#include "tests/unit/check.h"

/* One column of counts of different functions, as files have it. */
static void fill(struct profile *profile, enum diff_side side, const uint64_t *counts, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++) {
		char name = (char)('a' + i);
		frame_id frame = profile_frame(profile, slice_of(&name, 1));
		struct weight weight = {.differential = true};

		weight.count[side] = counts[i];
		profile_add(profile, &frame, 1, &weight);
	}
}

static bool has_period_of(const char *unit, const uint64_t *counts, size_t count, unsigned scale,
			  uint64_t expected)
{
	struct profile profile = {0};
	struct samples samples = {0};
	const struct stack **stacks;
	uint64_t period = 0;
	bool found;

	fill(&profile, DIFF_BEFORE, counts, count);
	stacks = profile_sorted(&profile, PROFILE_BY_FRAMES);
	samples_add(&samples, stacks, profile.count, DIFF_BEFORE, scale);
	found = samples_period(&samples, slice_from(unit), &period);
	free(stacks);
	samples_release(&samples);
	profile_release(&profile);
	return found ? period == expected : expected == 0;
}

static bool has_period(const uint64_t *counts, size_t count, unsigned scale, uint64_t expected)
{
	return has_period_of("", counts, count, scale, expected);
}

CASE(a_period_is_found_where_there_is_one)
{
	const uint64_t plain[] = {1, 17, 3, 902}, fixed[] = {250000, 4250000, 750000, 500000};
	const uint64_t cycles[] = {1000003, 94339112, 2500007, 1}, few[] = {20, 80, 60, 40};
	const uint64_t decimals[] = {25, 50, 1237, 3};
	uint64_t many[16], i;

	CHECK(has_period(plain, 4, 0, 1));
	CHECK(has_period(fixed, 4, 0, 250000));
	CHECK(has_period(cycles, 4, 0, 0));
	CHECK(has_period(few, 4, 0, 1)); /* 20 is an accident of round numbers */
	for (i = 0; i < 16; i++)
		many[i] = 20 * (i + 1);
	CHECK(has_period(many, 16, 0, 20)); /* that often it is none */
	CHECK(has_period(decimals, 4, 2, 0));
	CHECK(has_period(fixed, 4, 3, 250000));
	CHECK(has_period(NULL, 0, 0, 0));
}

/* Bytes are multiples of 16 and ns of 1000 by themselves, and no samples when they are few. */
CASE(a_unit_says_what_counts_are_not)
{
	const uint64_t plain[] = {1, 17, 3, 902}, fixed[] = {250000, 4250000, 750000, 500000};
	uint64_t many[16], i;

	for (i = 0; i < 16; i++)
		many[i] = 16 * (i + 1);
	CHECK(has_period_of("samples", plain, 4, 0, 1) && has_period_of("faults", plain, 4, 0, 1));
	CHECK(has_period_of("ns", plain, 4, 0, 0) && has_period_of("cycles", plain, 4, 0, 0));
	CHECK(has_period_of("ns", many, 16, 0, 0) && has_period_of("ns", fixed, 4, 0, 250000));
	CHECK(has_period_of("bytes", many, 16, 0, 0) && has_period_of("bytes", fixed, 4, 0, 0));
	CHECK(has_period_of("faults", many, 16, 0, 16));
}

struct fixture {
	struct profile joined;
	struct noise noise;
};

static void add_file(struct fixture *fixture, enum diff_side side, uint64_t a, uint64_t b,
		     uint64_t weight)
{
	const struct diff_edits edits = {0};
	const struct diff_part part = {.side = side, .weight = {weight, 0}, .edits = &edits};
	const uint64_t counts[] = {a, b};
	struct profile file = {0};

	fill(&file, side, counts, 2);
	noise_add(&fixture->noise, &fixture->joined, &file, &part);
	profile_release(&file);
}

/* The probability that the function "a" with shares of 10 % and 12 % is the same. */
static double test(struct fixture *fixture, const struct noise_options *options)
{
	const struct share share = {{100, 120}, (const uint64_t[]){1000, 1000}};

	CHECK(noise_estimate(&fixture->noise, options, fixture->joined.names.count));
	return noise_test(&fixture->noise, FUNCTIONS_TOTAL, 0, &share);
}

static void release(struct fixture *fixture)
{
	noise_release(&fixture->noise);
	profile_release(&fixture->joined);
}

static bool is_near(double value, double expected)
{
	return value > expected * 0.999999 && value < expected * 1.000001;
}

static double fisher(uint64_t before, uint64_t after, uint64_t samples)
{
	return significance_fisher(
		&(struct significance_table){{before, after}, {samples, samples}});
}

CASE(one_file_a_side_is_plain_sampling)
{
	struct fixture fixture = {0};

	add_file(&fixture, DIFF_BEFORE, 101, 899, 1);
	add_file(&fixture, DIFF_AFTER, 120, 880, 1);
	CHECK(is_near(test(&fixture, &(struct noise_options){0}), fisher(100, 120, 1000)));
	CHECK(fixture.noise.source == NOISE_COUNTS && noise_is_on(&fixture.noise));
	release(&fixture);
}

CASE(given_numbers_override_found_ones)
{
	struct fixture fixture = {0}, period = {0};

	add_file(&fixture, DIFF_BEFORE, 101, 899, 1);
	add_file(&fixture, DIFF_AFTER, 120, 880, 1);
	/* samples that vary count for half */
	CHECK(is_near(test(&fixture, &(struct noise_options){.samples = {20000, 20000}}),
		      fisher(1000, 1200, 10000)));
	release(&fixture);

	add_file(&period, DIFF_BEFORE, 500, 4500, 1);
	add_file(&period, DIFF_AFTER, 600, 4400, 1);
	CHECK(is_near(test(&period, &(struct noise_options){.period = {50, 1}}),
		      fisher(100, 120, 1000)));
	CHECK(period.noise.source == NOISE_PERIOD);
	CHECK(!noise_estimate(&period.noise, &(struct noise_options){.period = {5001, 0}}, 2));
	release(&period);
}

CASE(runs_that_differ_make_the_guard_careful)
{
	struct fixture calm = {0}, wild = {0};
	double plain, spread;

	add_file(&calm, DIFF_BEFORE, 1003, 8997, 1);
	add_file(&calm, DIFF_BEFORE, 1001, 8999, 1);
	add_file(&calm, DIFF_AFTER, 1203, 8797, 1);
	add_file(&wild, DIFF_BEFORE, 801, 9199, 1);
	add_file(&wild, DIFF_BEFORE, 1203, 8797, 1);
	add_file(&wild, DIFF_AFTER, 1203, 8797, 1);
	plain = test(&calm, &(struct noise_options){0});
	spread = test(&wild, &(struct noise_options){0});
	CHECK(plain < 1e-6 && spread > 0.1);
	release(&calm);
	release(&wild);
}

CASE(the_spread_does_without_the_number_of_samples)
{
	struct fixture calm = {0}, wild = {0}, alone = {0};

	add_file(&calm, DIFF_BEFORE, 100000003, 900000000, 1);
	add_file(&calm, DIFF_BEFORE, 101000001, 899000000, 1);
	add_file(&calm, DIFF_AFTER, 120000007, 880000000, 1);
	add_file(&wild, DIFF_BEFORE, 80000003, 920000000, 1);
	add_file(&wild, DIFF_BEFORE, 120000001, 880000000, 1);
	add_file(&wild, DIFF_AFTER, 120000007, 880000000, 1);
	add_file(&alone, DIFF_BEFORE, 100000003, 900000000, 1);
	add_file(&alone, DIFF_AFTER, 120000007, 880000000, 1);
	CHECK(test(&calm, &(struct noise_options){0}) < 1e-9);
	CHECK(test(&wild, &(struct noise_options){0}) > 0.1);
	CHECK(calm.noise.source == NOISE_UNKNOWN && noise_is_on(&calm.noise));
	CHECK(noise_estimate(&alone.noise, &(struct noise_options){0}, 2));
	CHECK(!noise_is_on(&alone.noise));
	release(&calm);
	release(&wild);
	release(&alone);
}

CASE(weights_do_not_make_samples)
{
	struct fixture fixture = {0};

	add_file(&fixture, DIFF_BEFORE, 101, 899, 1000);
	add_file(&fixture, DIFF_AFTER, 120, 880, 1000);
	CHECK(is_near(test(&fixture, &(struct noise_options){0}), fisher(100, 120, 1000)));
	release(&fixture);

	/* nine times the weight of the other: 1000 * 10^2 / 82 */
	add_file(&fixture, DIFF_BEFORE, 101, 899, 9);
	add_file(&fixture, DIFF_BEFORE, 101, 899, 1);
	add_file(&fixture, DIFF_AFTER, 120, 880, 1);
	test(&fixture, &(struct noise_options){0});
	CHECK(is_near(fixture.noise.effective[DIFF_BEFORE], 100000.0 / 82));
	release(&fixture);
}

TEST_CASES(noise)
