/* SPDX-License-Identifier: MIT */
#include "render/tree/decimal.h"
#include "tests/unit/check.h"

static bool is(const char *text, uint64_t value, unsigned digits)
{
	struct decimal decimal;

	return decimal_parse(slice_from(text), &decimal) && decimal.value == value &&
	       decimal.digits == digits;
}

static bool is_refused(const char *text)
{
	struct decimal decimal;

	return !decimal_parse(slice_from(text), &decimal);
}

CASE(numbers_are_read_exactly)
{
	CHECK(is("0", 0, 0) && is("12", 12, 0) && is("12.", 12, 0) && is("0012", 12, 0));
	CHECK(is(".5", 5, 1) && is("0.25", 25, 2) && is("2.50", 25, 1) && is("0.000", 0, 0));
	CHECK(is("1e3", 1000, 0) && is("1E+3", 1000, 0) && is("25e-1", 25, 1));
	CHECK(is("1e-18", 1, 18) && is("1.5e2", 150, 0) && is("0e99", 0, 0));
	CHECK(is("18446744073709551610", 18446744073709551610u, 0));
}

CASE(other_words_are_refused)
{
	CHECK(is_refused("") && is_refused(".") && is_refused("-1") && is_refused("+1"));
	CHECK(is_refused("1x") && is_refused("1e") && is_refused("1e+") && is_refused("1.2.3"));
	CHECK(is_refused("0x10") && is_refused(" 1") && is_refused("nan") && is_refused("inf"));
	CHECK(is_refused("99999999999999999999") && is_refused("1e30") && is_refused("1e-30"));
}

CASE(decimals_that_do_not_fit_are_dropped)
{
	const double rounded = 0.3333333333333333; /* the literal may be longer than a double */
	struct decimal third;

	CHECK(decimal_parse(SLICE("0.33333333333333333333333333"), &third));
	CHECK(third.digits == 18 && third.value == 333333333333333333);
	CHECK(decimal_shorten(&third));
	CHECK(third.digits == 16 && third.value == 3333333333333333);
	CHECK(decimal_double(third) == rounded);
	CHECK(!decimal_shorten(&(struct decimal){((uint64_t)1 << 53) + 1, 0}));
}

CASE(a_prefix_is_enough_where_it_is_asked_for)
{
	CHECK(decimal_prefix(SLICE("12.5abc")).value == 125);
	CHECK(decimal_prefix(SLICE("  +7")).value == 7);
	CHECK(decimal_prefix(SLICE("abc")).value == 0 && decimal_prefix(SLICE("-5")).value == 0);
}

static uint64_t times(const char *factor, uint64_t count, unsigned scale)
{
	struct decimal decimal = {0, 0};
	uint64_t product = 0;

	CHECK(decimal_parse(slice_from(factor), &decimal));
	CHECK(decimal_times(decimal, count, scale, &product));
	return product;
}

CASE(products_are_exact_and_halves_go_up)
{
	const uint64_t max = UINT64_MAX;

	CHECK(times("1", max, 0) == max);
	CHECK(times("1", max, 1) == max / 10 + 1);
	CHECK(times("0.5", 3, 0) == 2 && times("0.5", 1, 0) == 1 && times("2.5", 1, 0) == 3);
	CHECK(times("0.49", 1, 0) == 0 && times("0.1", 4, 0) == 0 && times("0.1", 5, 0) == 1);
	CHECK(times("1e-6", 1499999, 0) == 1 && times("1e-6", 1500000, 0) == 2);
	CHECK(times("0.000000001", max, 9) == 18);
	CHECK(times("1000000000", max, 9) == max);
	CHECK(times("1e-18", max, 9) == 0);
	CHECK(times("5e-18", 100000000000000000, 9) == 0);
	CHECK(times("0.000000001", 500000000000000000, 9) == 1);
	CHECK(times("0.000000001", 499999999999999999, 9) == 0);
	CHECK(times("9007199254740991", 2048, 0) == 18446744073709549568u);
}

CASE(products_beyond_64_bits_are_refused)
{
	uint64_t product;

	CHECK(!decimal_times((struct decimal){2, 0}, UINT64_MAX, 0, &product));
	CHECK(!decimal_times((struct decimal){UINT64_MAX, 0}, UINT64_MAX, 0, &product));
	CHECK(!decimal_times((struct decimal){11, 1}, UINT64_MAX, 0, &product));
	CHECK(decimal_times((struct decimal){9, 1}, UINT64_MAX, 0, &product));
}

TEST_CASES(decimal)
