/* SPDX-License-Identifier: MIT */
#include "diff/report/noise.h"

#include "tests/unit/check.h"

static struct share of(uint64_t before, uint64_t after, uint64_t whole)
{
	static uint64_t wholes[8][DIFF_SIDES]; /* no test has more at a time */
	static size_t next;
	uint64_t *wholes_of = wholes[next++ % ARRAY_LEN(wholes)];

	wholes_of[DIFF_BEFORE] = wholes_of[DIFF_AFTER] = whole;
	return (struct share){{before, after}, wholes_of};
}

static bool grew_beyond(struct share share, const char *limit)
{
	struct points points;

	CHECK(points_parse(slice_from(limit), &points));
	return share_grew_beyond(&share, points);
}

CASE(a_limit_is_within_itself)
{
	/* in doubles, 0.35 - 0.3 is less than 0.05, and 0.2 - 0.15 is more */
	CHECK(!grew_beyond(of(30, 35, 100), "5") && !grew_beyond(of(15, 20, 100), "5"));
	CHECK(grew_beyond(of(30, 35, 100), "4.999999999"));
	CHECK(grew_beyond(of(15, 20, 100), "4.999999999"));
	CHECK(!grew_beyond(of(20, 15, 100), "0") && !grew_beyond(of(7, 7, 100), "0"));
	CHECK(grew_beyond(of(0, 1, UINT64_MAX), "0"));
	CHECK(!grew_beyond(of(0, UINT64_MAX, UINT64_MAX), "100"));
	CHECK(grew_beyond(of(0, UINT64_MAX, UINT64_MAX), "99.999999999"));
}

CASE(shares_are_of_their_own_side)
{
	struct share share = {{10, 30}, (const uint64_t[]){100, 200}};

	CHECK(share_percent(&share, DIFF_BEFORE, 2) == 1000);
	CHECK(share_percent(&share, DIFF_AFTER, 2) == 1500);
	CHECK(share_change(&share, 2) == 500 && share_direction(&share) == 1);
}

CASE(halves_are_rounded_away_from_0)
{
	struct share up = of(0, 1, 800), down = of(1, 0, 800); /* 0.125 % */
	struct share less = {{0, 1249999}, (const uint64_t[]){1000000000, 1000000000}};

	CHECK(share_change(&up, 2) == 13 && share_change(&down, 2) == -13);
	CHECK(share_percent(&up, DIFF_AFTER, 2) == 13);
	CHECK(share_change(&less, 2) == 12);
}

CASE(the_largest_counts_are_exact)
{
	struct share most = of(UINT64_MAX - 1, UINT64_MAX, UINT64_MAX);
	struct share odd = {{1, UINT64_MAX}, (const uint64_t[]){UINT64_MAX - 1, UINT64_MAX}};

	CHECK(share_direction(&most) == 1 && share_change(&most, 9) == 0);
	CHECK(share_percent(&most, DIFF_AFTER, 9) == UINT64_C(100000000000));
	CHECK(share_change(&odd, 9) == INT64_C(100000000000));
}

CASE(equal_changes_tie)
{
	struct share a = of(20, 25, 100), b = of(30, 35, 100), c = of(35, 30, 100);
	struct share d = of(30, 36, 100);

	CHECK(share_compare_change(&a, &b) == 0 && share_compare_change(&b, &c) == 0);
	CHECK(share_compare_change(&b, &d) < 0 && share_compare_change(&d, &c) > 0);
}

CASE(points_are_decimals_up_to_100)
{
	struct points points;

	CHECK(points_parse(SLICE("+2.5"), &points) && points.value == 25 && points.digits == 1);
	CHECK(points_parse(SLICE("2.5%"), &points) && points.value == 25 && points.digits == 1);
	CHECK(!points_parse(SLICE("%"), &points) && !points_parse(SLICE("2%5"), &points));
	CHECK(points_parse(SLICE("100"), &points) && points_parse(SLICE("0"), &points));
	CHECK(!points_parse(SLICE("100.1"), &points) && !points_parse(SLICE("-1"), &points));
	CHECK(!points_parse(SLICE(""), &points) && !points_parse(SLICE("++1"), &points));
	CHECK(!points_parse(SLICE("1e3"), &points) && !points_parse(SLICE("5%%"), &points));
	CHECK(!points_parse(SLICE("0.0000000001"), &points));
}

CASE(percents_of_totals_may_be_large)
{
	struct points points;

	CHECK(percent_parse(SLICE("+200%"), &points) && points.value == 200);
	CHECK(percent_parse(SLICE("1000000"), &points));
	CHECK(!percent_parse(SLICE("1000001"), &points) && !percent_parse(SLICE("5ms"), &points));
}

CASE(means_grow_by_percent_and_counts)
{
	const struct mean twice = {{100, 630}, {1, 6}}, same = {{300, 100}, {3, 1}};
	const struct mean large = {{UINT64_MAX - 1, UINT64_MAX}, {1, 1}};

	CHECK(mean_direction(&twice) > 0 && mean_direction(&same) == 0);
	CHECK(!mean_grew_beyond_percent(&twice, (struct points){5, 0}));
	CHECK(mean_grew_beyond_percent(&twice, (struct points){4999, 3}));
	CHECK(!mean_grew_beyond(&twice, 5, 1) && mean_grew_beyond(&twice, 4, 1));
	CHECK(mean_grew_beyond(&twice, 9, 2) && !mean_grew_beyond(&twice, 10, 2));
	CHECK(mean_grew_beyond(&large, 0, 1) && !mean_grew_beyond(&large, 1, 1));
	CHECK(mean_grew_beyond_percent(&large, (struct points){0, 0}));
	CHECK(!mean_grew_beyond_percent(&same, (struct points){0, 0}));
}

CASE(growth_is_compared_with_its_sign)
{
	const struct mean more = {{100, 130}, {1, 1}}, less = {{200, 180}, {1, 1}};
	const struct mean least = {{200, 150}, {1, 1}}, none = {{7, 7}, {1, 1}};

	CHECK(mean_compare_growth(&more, &less) > 0 && mean_compare_growth(&less, &least) > 0);
	CHECK(mean_compare_growth(&none, &less) > 0 && mean_compare_growth(&none, &more) < 0);
	CHECK(mean_compare_growth(&more, &more) == 0 && mean_compare_growth(&least, &less) < 0);
}

TEST_CASES(share)
