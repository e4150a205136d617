/* SPDX-License-Identifier: MIT */
#include "common/profile/amount.h"
#include "tests/unit/check_text.h"

static bool is(const char *unit, uint64_t count, unsigned scale, const char *wanted)
{
	struct buf out = {0};

	return amount_add(&out, unit_find(slice_from(unit)), count, scale) &&
	       check_is(&out, wanted);
}

static bool time_is(uint64_t nanoseconds, const char *wanted)
{
	return is("ns", nanoseconds, 0, wanted);
}

static bool memory_is(uint64_t bytes, const char *wanted)
{
	return is("bytes", bytes, 0, wanted);
}

CASE(counts_are_of_any_unit)
{
	struct buf out = {0};

	CHECK(is("us", 1234, 1, "123 \xC2\xB5s") && is("s", 2, 0, "2.00 s"));
	CHECK(!amount_add(&out, NULL, 1, 0) && out.len == 0);
	CHECK(!amount_add(&out, unit_find(SLICE("s")), UINT64_MAX, 0) && out.len == 0);
}

CASE(times_have_three_digits)
{
	CHECK(time_is(0, "0 ns") && time_is(999, "999 ns") && time_is(1000, "1.00 \xC2\xB5s"));
	CHECK(time_is(2004008, "2.00 ms") && time_is(12000000, "12.0 ms"));
	CHECK(time_is(122244488, "122 ms") && time_is(1500000000, "1.50 s"));
	CHECK(time_is(1234567000000000, "1,234,567 s"));
	CHECK(time_is(UINT64_MAX, "18,446,744,074 s"));
}

/* A number that rounds up to the next power of ten is written with its digits. */
CASE(halves_are_rounded_up)
{
	CHECK(time_is(9995, "10.0 \xC2\xB5s") && time_is(9994, "9.99 \xC2\xB5s"));
	CHECK(time_is(999499, "999 \xC2\xB5s") && time_is(999500, "1.00 ms"));
	CHECK(time_is(999500000, "1.00 s") && time_is(1005000, "1.01 ms"));
}

CASE(memory_has_one_decimal)
{
	CHECK(memory_is(0, "0 B") && memory_is(1023, "1023 B") && memory_is(1024, "1.0 KiB"));
	CHECK(memory_is(1536, "1.5 KiB") && memory_is(4509715661, "4.2 GiB"));
	CHECK(memory_is(1048524, "1,023.9 KiB") && memory_is(1048525, "1.0 MiB"));
	CHECK(memory_is(UINT64_MAX, "16.0 EiB"));
}

static bool parses(const char *text, enum unit_kind kind, uint64_t wanted)
{
	enum unit_kind found = UNIT_TIME;
	uint64_t amount = 0;

	return amount_parse(slice_from(text), &found, &amount) && found == kind && amount == wanted;
}

static bool parses_not(const char *text)
{
	enum unit_kind kind;
	uint64_t amount;

	return !amount_parse(slice_from(text), &kind, &amount);
}

CASE(amounts_are_read_with_their_units)
{
	CHECK(parses("50ms", UNIT_TIME, 50000000) && parses("1.5 s", UNIT_TIME, 1500000000));
	CHECK(parses("7us", UNIT_TIME, 7000) && parses("7\xC2\xB5s", UNIT_TIME, 7000));
	CHECK(parses("0.5ns", UNIT_TIME, 0) && parses(".5s", UNIT_TIME, 500000000));
	CHECK(parses("2MiB", UNIT_MEMORY, 2 << 20) && parses("2M", UNIT_MEMORY, 2 << 20));
	CHECK(parses("4096 bytes", UNIT_MEMORY, 4096) && parses("1KiB", UNIT_MEMORY, 1024));
	CHECK(parses_not("50") && parses_not("ms") && parses_not("") && parses_not("5%"));
	CHECK(parses_not("-5ms") && parses_not("1.2.3s") && parses_not("5msx") && parses_not("."));
	CHECK(parses_not("1.0000000001s") && parses_not("18446744073709551616ns"));
	CHECK(parses("18446744073709551615ns", UNIT_TIME, UINT64_MAX));
	CHECK(parses_not("18446744074s") && parses_not("16777216TiB"));
}

static bool both_are(const char *unit, uint64_t before, uint64_t after, unsigned scale,
		     const char *wanted)
{
	const struct amounts amounts = {
		{slice_from(unit), slice_from(unit)}, {before, after}, scale};
	struct buf out = {0};

	amounts_add(&out, &amounts, 0, buf_add);
	buf_add_text(&out, " -> ");
	amounts_add(&out, &amounts, 1, buf_add);
	buf_add_text(&out, " (");
	amounts_add_percent(&out, &amounts);
	buf_add_char(&out, ')');
	return check_is(&out, wanted);
}

CASE(two_amounts_have_the_unit_of_the_larger)
{
	CHECK(both_are("ns", 990000000, 2980000000, 0, "0.99 s -> 2.98 s (+201 %)"));
	CHECK(both_are("ns", 2980000000, 990000000, 0, "2.98 s -> 0.99 s (-67 %)"));
	CHECK(both_are("us", 29800000, 30100000, 0, "29.8 s -> 30.1 s (+1 %)"));
	CHECK(both_are("ns", 50000000, 2980000000, 0, "50.0 ms -> 2.98 s (+5,860 %)"));
	CHECK(both_are("bytes", 786432, 1048576, 0, "0.8 MiB -> 1.0 MiB (+33 %)"));
	CHECK(both_are("bytes", 100, 1023, 0, "100 B -> 1023 B (+923 %)"));
	CHECK(both_are("faults", 1250, 1250, 0, "1,250 faults -> 1,250 faults (0 %)"));
	CHECK(both_are("", 12505, 12604, 1, "1250.5 -> 1260.4 (+0.8 %)"));
	CHECK(both_are("s", UINT64_MAX, UINT64_MAX, 0,
		       "18,446,744,073,709,551,615 s -> 18,446,744,073,709,551,615 s (0 %)"));
}

static bool growth_is(const char *unit, uint64_t before, uint64_t after, unsigned scale,
		      const char *wanted)
{
	const struct amounts amounts = {
		{slice_from(unit), slice_from(unit)}, {before, after}, scale};
	struct buf out = {0};

	amounts_add_difference(&out, &amounts);
	buf_add_char(&out, ' ');
	if (!amounts_add_ratio(&out, &amounts))
		buf_add_char(&out, '-');
	return check_is(&out, wanted);
}

CASE(growth_is_a_difference_and_a_ratio)
{
	CHECK(growth_is("ns", 695000000, 1159000000, 0, "+464 ms x1.67"));
	CHECK(growth_is("ns", 1159000000, 695000000, 0, "-464 ms x0.60"));
	CHECK(growth_is("ns", 5, 5, 0, "0 ns x1.00") && growth_is("ns", 0, 5, 0, "+5 ns -"));
	CHECK(growth_is("ns", 5, 0, 0, "-5 ns -") && growth_is("ns", 0, 0, 0, "0 ns -"));
	CHECK(growth_is("bytes", 200, 201, 0, "+1 B x1.01"));
	CHECK(growth_is("faults", 1000, 3000, 0, "+2,000 x3.00"));
	CHECK(growth_is("", 5, 25, 1, "+2 x5.00") && growth_is("", 5, 20, 1, "+1.5 x4.00"));
	CHECK(growth_is("cycles", 1, UINT64_MAX, 0,
			"+18,446,744,073,709,551,614 x92233720368547758.07"));
	CHECK(growth_is("cycles", UINT64_MAX, 1, 0, "-18,446,744,073,709,551,614 x0.00"));
}

CASE(units_of_two_sides_may_differ)
{
	const struct amounts amounts = {{SLICE_INIT("ns"), SLICE_INIT("bytes")}, {2000, 2048}, 0};
	struct buf before = {0}, after = {0};

	amounts_add(&before, &amounts, 0, buf_add);
	amounts_add(&after, &amounts, 1, buf_add);
	CHECK(check_is(&before, "2.00 \xC2\xB5s") && check_is(&after, "2.0 KiB"));
}

static bool percent_is(uint64_t before, uint64_t after, const char *wanted)
{
	const struct amounts amounts = {.count = {before, after}};
	struct buf out = {0};

	amounts_add_percent(&out, &amounts);
	return check_is(&out, wanted);
}

CASE(small_changes_have_a_tenth)
{
	CHECK(percent_is(1000, 1048, "+4.8 %") && percent_is(1000, 952, "-4.8 %"));
	CHECK(percent_is(100, 105, "+5 %") && percent_is(1000, 1099, "+9.9 %"));
	CHECK(percent_is(10000, 10996, "+10 %") && percent_is(1000, 1104, "+10 %"));
	CHECK(percent_is(100000, 100001, "+0.0 %") && percent_is(5, 5, "0 %"));
	CHECK(percent_is(0, 5, "") && percent_is(1, 30001, "+3,000,000 %"));
}

TEST_CASES(amount)
