/* SPDX-License-Identifier: MIT */
#include "render/measure/amount.h"
#include "tests/unit/check.h"

static bool is(enum unit_kind kind, uint64_t value, const char *wanted)
{
	struct buf out = {0};
	bool same;

	amount_add(&out, kind, value);
	same = slice_equal(buf_slice(&out), slice_from(wanted));
	if (!same)
		fprintf(stderr, "%.*s, not %s\n", SLICE_ARG(buf_slice(&out)), wanted);
	buf_release(&out);
	return same;
}

static bool time_is(uint64_t nanoseconds, const char *wanted)
{
	return is(UNIT_TIME, nanoseconds, wanted);
}

static bool memory_is(uint64_t bytes, const char *wanted)
{
	return is(UNIT_MEMORY, bytes, wanted);
}

static void times_have_three_digits(void)
{
	CHECK(time_is(0, "0 ns") && time_is(999, "999 ns") && time_is(1000, "1.00 \xC2\xB5s"));
	CHECK(time_is(2004008, "2.00 ms") && time_is(12000000, "12.0 ms"));
	CHECK(time_is(122244488, "122 ms") && time_is(1500000000, "1.50 s"));
	CHECK(time_is(1234567000000000, "1,234,567 s"));
	CHECK(time_is(UINT64_MAX, "18,446,744,074 s"));
}

/* What rounds up to the next power of ten has its digits. */
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

int main(void)
{
	times_have_three_digits();
	halves_are_rounded_up();
	memory_has_one_decimal();
	return check_done();
}
