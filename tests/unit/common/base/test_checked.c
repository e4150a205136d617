/* SPDX-License-Identifier: MIT */
/* Sums and products at the edge of 64 bits. */
#include "common/base/checked.h"

#include "tests/unit/check.h"

CASE(sums_fit_or_stay)
{
	uint64_t sum = UINT64_MAX - 5;

	CHECK(u64_add(&sum, 0) && sum == UINT64_MAX - 5);
	CHECK(u64_add(&sum, 5) && sum == UINT64_MAX);
	CHECK(!u64_add(&sum, 1) && sum == UINT64_MAX);
	CHECK(!u64_add(&sum, UINT64_MAX) && sum == UINT64_MAX);
}

CASE(products_fit_or_stay)
{
	uint64_t value = UINT64_MAX / 10;

	CHECK(u64_multiply(&value, 10) && value == UINT64_MAX / 10 * 10);
	CHECK(!u64_multiply(&value, 2) && value == UINT64_MAX / 10 * 10);
	value = (uint64_t)1 << 32;
	CHECK(!u64_multiply(&value, (uint64_t)1 << 32) && value == (uint64_t)1 << 32);
	value = 0;
	CHECK(u64_multiply(&value, UINT64_MAX) && value == 0);
}

CASE(powers_of_ten_up_to_nineteen_digits)
{
	CHECK(u64_power_of_ten(0) == 1);
	CHECK(u64_power_of_ten(3) == 1000);
	CHECK(u64_power_of_ten(19) == UINT64_C(10000000000000000000));
}

CASE(scales_fit_or_are_refused)
{
	uint64_t value = 18;

	CHECK(u64_scale(&value, 18) && value == UINT64_C(18000000000000000000));
	CHECK(!u64_scale(&value, 1));
	value = 19;
	CHECK(!u64_scale(&value, 18));
	value = 0;
	CHECK(u64_scale(&value, UINT32_MAX) && value == 0);
}

TEST_CASES(checked)
