/* SPDX-License-Identifier: MIT */
/* Times as uftrace prints them, in nanoseconds. */
#include "collapse/uftrace/uftrace.h"

#include "tests/unit/check.h"

struct reading {
	bool good;
	uint64_t time, least;
	struct slice rest;
};

static struct reading read_time(const char *text)
{
	static struct uftrace uftrace;
	struct ingest_run run = {.state = &uftrace};
	struct reading reading = {.rest = slice_from(text)};

	reading.good = uftrace_take_time(&run, &reading.rest, &reading.time, &reading.least);
	notes_release(&run.notes);
	return reading;
}

static bool gives(const char *text, uint64_t time, uint64_t least)
{
	struct reading reading = read_time(text);

	return reading.good && reading.time == time && reading.least == least;
}

static void every_unit_is_so_many_nanoseconds(void)
{
	CHECK(gives("1.234 us", 1234, 1));
	CHECK(gives("479.470 ms", 479470000, 1000));
	CHECK(gives("2.500  s", 2500000000, 1000000));
	CHECK(gives("1.500  m", 90000000000, 60000000));
	CHECK(gives("2.000  h", 7200000000000, 3600000000));
}

static void the_rest_is_left(void)
{
	struct reading reading = read_time("  1.000 us [ 42] | main() {");

	CHECK(reading.good);
	CHECK(slice_equal(reading.rest, SLICE(" [ 42] | main() {")));
}

static void other_texts_are_left_alone(void)
{
	static const char *const texts[] = {"", "main", "12", "12 days", "us 12", "-1 us", "1x us"};
	size_t i;

	for (i = 0; i < ARRAY_LEN(texts); i++) {
		struct reading reading = read_time(texts[i]);

		CHECK(!reading.good);
		CHECK(slice_equal(reading.rest, slice_from(texts[i])));
	}
}

TEST(uftrace)
{
	every_unit_is_so_many_nanoseconds();
	the_rest_is_left();
	other_texts_are_left_alone();
	return check_done();
}
