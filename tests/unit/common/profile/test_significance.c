/* SPDX-License-Identifier: MIT */
#include "common/profile/significance.h"

#include "tests/unit/check.h"

static bool is_near(double value, double expected)
{
	double off = value > expected ? value - expected : expected - value;

	return off <= expected * 1e-9;
}

/* From sums of binomial coefficients in whole numbers of any size. */
CASE(probabilities_are_exact_far_out)
{
	static const struct {
		struct significance_table table;
		double expected;
	} rows[] = {
		{{{1, 3}, {4, 4}}, 0.485714285714286},
		{{{0, 10}, {10, 10}}, 1.08250882244869e-05},
		{{{7, 12}, {300, 200}}, 0.065068787309},
		{{{0, 1}, {100000, 1000}}, 0.019801980198},
		{{{0, 2}, {100000, 1000}}, 0.00019586508993},
		{{{1000, 1500}, {10000, 10000}}, 1.01410956296e-26},
		{{{1500, 1000}, {10000, 10000}}, 1.01410956296e-26},
	};
	size_t i;

	for (i = 0; i < ARRAY_LEN(rows); i++)
		CHECK(is_near(significance_fisher(&rows[i].table), rows[i].expected));
}

CASE(values_below_every_double_are_0)
{
	CHECK(significance_fisher(&(struct significance_table){{1000, 3000}, {4000, 4000}}) <= 0);
	CHECK(significance_fisher(
		      &(struct significance_table){{0, 5000000}, {10000000, 10000000}}) <= 0);
}

CASE(equal_sides_are_no_change)
{
	CHECK(is_near(significance_fisher(&(struct significance_table){{3, 3}, {10, 10}}), 1));
	CHECK(is_near(significance_fisher(&(struct significance_table){{0, 0}, {10, 20}}), 1));
	CHECK(is_near(significance_fisher(&(struct significance_table){{10, 20}, {10, 20}}), 1));
	CHECK(is_near(significance_fisher(&(struct significance_table){{5, 0}, {100000, 1000}}),
		      1));
	CHECK(is_near(significance_fisher(&(struct significance_table){{0, 0}, {0, 0}}), 1));
}

/* Whatever the sides, the sums of the tails are a probability, and exchanging sides is nothing. */
CASE(small_tables_are_symmetric)
{
	uint64_t a, b;

	for (a = 0; a <= 12; a++) {
		for (b = 0; b <= 7; b++) {
			struct significance_table table = {{a, b}, {12, 7}};
			struct significance_table turned = {{b, a}, {7, 12}};
			struct significance_table misses = {{12 - a, 7 - b}, {12, 7}};
			double probability = significance_fisher(&table);

			CHECK(probability > 0 && probability <= 1);
			CHECK(is_near(significance_fisher(&turned), probability) ||
			      probability > 0.5);
			CHECK(is_near(significance_fisher(&misses), probability) ||
			      probability > 0.5);
		}
	}
}

CASE(holm_multiplies_by_what_is_left)
{
	double probabilities[] = {0.01, 0.04, 0.03, 0.005};
	double same[] = {0.5, 0.5, 0.9};

	significance_holm(probabilities, ARRAY_LEN(probabilities));
	CHECK(is_near(probabilities[3], 0.02));
	CHECK(is_near(probabilities[0], 0.03));
	CHECK(is_near(probabilities[2], 0.06));
	CHECK(is_near(probabilities[1], 0.06)); /* never below the one before it */
	significance_holm(same, ARRAY_LEN(same));
	CHECK(is_near(same[0], 1) && is_near(same[1], 1) && is_near(same[2], 1));
	significance_holm(NULL, 0);
}

TEST_CASES(significance)
