/* SPDX-License-Identifier: MIT */
#include "render/measure/amount.h"
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

static void counts_are_of_any_unit(void)
{
	struct buf out = {0};

	CHECK(is("us", 1234, 1, "123 \xC2\xB5s") && is("s", 2, 0, "2.00 s"));
	CHECK(!amount_add(&out, NULL, 1, 0) && out.len == 0);
	CHECK(!amount_add(&out, unit_find(SLICE("s")), UINT64_MAX, 0) && out.len == 0);
}

static void times_have_three_digits(void)
{
	CHECK(time_is(0, "0 ns") && time_is(999, "999 ns") && time_is(1000, "1.00 \xC2\xB5s"));
	CHECK(time_is(2004008, "2.00 ms") && time_is(12000000, "12.0 ms"));
	CHECK(time_is(122244488, "122 ms") && time_is(1500000000, "1.50 s"));
	CHECK(time_is(1234567000000000, "1,234,567 s"));
	CHECK(time_is(UINT64_MAX, "18,446,744,074 s"));
}

/* A number that rounds up to the next power of ten is written with its digits. */
static void halves_are_rounded_up(void)
{
	CHECK(time_is(9995, "10.0 \xC2\xB5s") && time_is(9994, "9.99 \xC2\xB5s"));
	CHECK(time_is(999499, "999 \xC2\xB5s") && time_is(999500, "1.00 ms"));
	CHECK(time_is(999500000, "1.00 s") && time_is(1005000, "1.01 ms"));
}

static void memory_has_one_decimal(void)
{
	CHECK(memory_is(0, "0 B") && memory_is(1023, "1023 B") && memory_is(1024, "1.0 KiB"));
	CHECK(memory_is(1536, "1.5 KiB") && memory_is(4509715661, "4.2 GiB"));
	CHECK(memory_is(1048524, "1,023.9 KiB") && memory_is(1048525, "1.0 MiB"));
	CHECK(memory_is(UINT64_MAX, "16.0 EiB"));
}

TEST(amount)
{
	times_have_three_digits();
	halves_are_rounded_up();
	memory_has_one_decimal();
	counts_are_of_any_unit();
	return check_done();
}
