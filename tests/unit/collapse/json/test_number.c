/* SPDX-License-Identifier: MIT */
#include "collapse/json/number.h"

#include "tests/unit/check.h"

static int64_t scaled(const char *text, unsigned digits)
{
	int64_t value = -999;

	CHECK(number_scaled(slice_from(text), digits, &value));
	return value;
}

static bool refused(const char *text, unsigned digits)
{
	int64_t value;

	return !number_scaled(slice_from(text), digits, &value);
}

CASE(numbers_are_counted_in_small_units)
{
	CHECK(scaled("12", 0) == 12);
	CHECK(scaled("12.5", 3) == 12500);
	CHECK(scaled("-0.25", 2) == -25);
	CHECK(scaled(".5", 1) == 5);
	CHECK(scaled("5.", 1) == 50);
	CHECK(scaled("007", 0) == 7);
}

CASE(exponents_move_the_point)
{
	CHECK(scaled("1.5e3", 0) == 1500);
	CHECK(scaled("15E-1", 1) == 15);
	CHECK(scaled("1e+2", 1) == 1000);
	CHECK(scaled("0e999999999999999999999", 0) == 0);
	CHECK(scaled("1e-999999999999999999999", 0) == 0);
}

CASE(the_rest_is_rounded_half_away_from_0)
{
	CHECK(scaled("0.4", 0) == 0);
	CHECK(scaled("0.5", 0) == 1);
	CHECK(scaled("-0.5", 0) == -1);
	CHECK(scaled("2.4999999", 0) == 2);
	CHECK(scaled("1e-5", 3) == 0);
	CHECK(scaled("0.05", 0) == 0);
}

CASE(numbers_that_do_not_fit_are_refused)
{
	CHECK(scaled("9223372036854775807", 0) == INT64_MAX);
	CHECK(refused("9223372036854775808", 0));
	CHECK(refused("1e19", 0));
	CHECK(refused("10000000000", 9) == true);
	CHECK(refused("123456789012345678901234567890", 0));
}

CASE(long_numbers_keep_their_size)
{
	CHECK(scaled("0.1234567890123456789012345", 9) == 123456789);
	CHECK(scaled("1234567890123.45678901234567890", 3) == 1234567890123457);
}

CASE(other_text_is_refused)
{
	CHECK(refused("", 0) && refused("-", 0) && refused(".", 0) && refused("x", 0));
	CHECK(refused("1x", 0) && refused("1e", 0) && refused("1e+", 0) && refused("1.2.3", 0));
	CHECK(refused(" 1", 0) && refused("+1", 0));
}

CASE(counts_are_not_negative)
{
	uint64_t value;

	CHECK(number_count(SLICE("18446744073709551615"), 0, &value) && value == UINT64_MAX);
	CHECK(!number_count(SLICE("18446744073709551616"), 0, &value));
	CHECK(!number_count(SLICE("-1"), 0, &value));
	CHECK(number_count(SLICE("-0"), 0, &value) && value == 0);
}

static bool is_exact(const char *text, uint64_t value, unsigned scale)
{
	uint64_t found = 0;
	unsigned digits = 99;

	return number_exact(slice_from(text), 9, &found, &digits) && found == value &&
	       digits == scale;
}

CASE(exact_counts_have_the_decimals_they_need)
{
	uint64_t value;
	unsigned scale;

	CHECK(is_exact("18446744073709551615", UINT64_MAX, 0));
	CHECK(is_exact("12.50", 125, 1));
	CHECK(is_exact("7.000", 7, 0));
	CHECK(is_exact("1.5e3", 1500, 0));
	CHECK(is_exact("25E-3", 25, 3));
	CHECK(is_exact("0.0", 0, 0) && is_exact("0e-5", 0, 0));
	CHECK(is_exact("0.1000000000000000055511151231257827", 100000000, 9));
	CHECK(is_exact("1e-12", 0, 9));
	CHECK(!number_exact(SLICE("18446744073709551616"), 9, &value, &scale));
	CHECK(is_exact("9007199254740993.000000", 9007199254740993, 0));
	CHECK(!number_exact(SLICE("-0.5"), 9, &value, &scale));
}

TEST_CASES(number)
