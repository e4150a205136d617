/* SPDX-License-Identifier: MIT */
#include "diff/report/noise.h"

#include "tests/unit/check.h"
#include "tests/unit/scratch.h"

enum { POINTS = 400 };

static bool is_near(double value, double expected, double part)
{
	return value >= expected * (1 - part) && value <= expected * (1 + part);
}

/* Sizes over four decades; effects around base + slope * size, off by up to half of that. */
static void make(struct spread_point *points, double base, double slope)
{
	uint64_t state = 99;
	size_t i;

	for (i = 0; i < POINTS; i++) {
		double off = (double)(scratch_random(&state) % 1001) / 1000 - 0.5;
		double size = 1;
		uint64_t digits = scratch_random(&state) % 5;

		while (digits-- > 0)
			size *= 10;
		points[i].size = size;
		points[i].effect = (base + slope * size) * (1 + off);
	}
}

CASE(a_line_is_found_again)
{
	struct spread_point points[POINTS];
	struct spread spread;

	make(points, 1, 0.01);
	spread_fit(&spread, points, POINTS, true);
	CHECK(is_near(spread.base, 1, 0) && is_near(spread.slope, 0.01, 0.1));
	make(points, 250000, 400);
	spread_fit(&spread, points, POINTS, false);
	CHECK(is_near(spread.base, 250000, 0.1) && is_near(spread.slope, 400, 0.15));
}

CASE(runs_that_agree_too_well_are_samples)
{
	struct spread_point points[POINTS];
	struct spread spread;

	make(points, 0.2, 0);
	spread_fit(&spread, points, POINTS, true);
	CHECK(is_near(spread.base, 1, 0) && spread.slope <= 0);
	spread_fit(&spread, points, 0, true);
	CHECK(is_near(spread_effect(&spread, 1000), 1, 0));
}

CASE(equal_runs_have_no_spread)
{
	struct spread_point points[] = {{1, 0}, {10, 0}, {1000, 0}};
	struct spread spread;

	spread_fit(&spread, points, ARRAY_LEN(points), false);
	CHECK(spread_effect(&spread, 100) <= 0);
	CHECK(is_near(spread_excess(&spread, &points[0], 2), 1, 0));
}

CASE(one_function_is_believed_by_its_runs)
{
	const struct spread spread = {1, 0.1};
	const struct spread_point calm = {10, 0.1}, wild = {10, 20};

	CHECK(is_near(spread_excess(&spread, &calm, 4), 1, 0));
	/* (2 * 10 + 10 * 1) / 12, (90 * 10 + 10 * 1) / 100 */
	CHECK(is_near(spread_excess(&spread, &wild, 2), 2.5, 1e-9));
	CHECK(is_near(spread_excess(&spread, &wild, 90), 9.1, 1e-9));
	CHECK(is_near(spread_excess(&spread, &wild, 0), 1, 0));
}

TEST_CASES(spread)
