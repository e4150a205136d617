/* SPDX-License-Identifier: MIT */
#include "common/base/exact.h"

#include "tests/unit/check.h"

CASE(ratios_are_exact_for_the_largest_numbers)
{
	const uint64_t max = UINT64_MAX;

	CHECK(ratio_floor(max, max, max) == max);
	CHECK(ratio_floor(max - 1, max, 1 << 20) == (1 << 20) - 1);
	CHECK(ratio_ceil(max - 1, max, 1 << 20) == 1 << 20);
	CHECK(ratio_round(max / 2, max, 1 << 20) == 1 << 19);
	CHECK(ratio_round(1, max, max) == 1);
	CHECK(ratio_floor(max / 3, max, 3) == 1);
	CHECK(ratio_floor(max / 3 - 1, max, 3) == 0);
	CHECK(ratio_floor(12345678901234567, 98765432109876543, max) == 2305842988201699369);
	CHECK(ratio_ceil(12345678901234567, 98765432109876543, max) == 2305842988201699370);
}

CASE(halves_round_up)
{
	CHECK(ratio_round(1, 2, 1) == 1);
	CHECK(ratio_round(1, 3, 1) == 0);
	CHECK(ratio_round(2, 3, 1) == 1);
	CHECK(ratio_round(0, 7, 100) == 0);
	CHECK(ratio_round(7, 7, 100) == 100);
	CHECK(ratio_round(5, 8, 100) == 63);
}

TEST_CASES(ratio)
