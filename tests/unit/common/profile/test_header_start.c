/* SPDX-License-Identifier: MIT */
#include "common/profile/header.h"
#include "tests/unit/check.h"

static bool is(const char *start, int64_t wanted)
{
	struct header header = {0};
	int64_t found = -1;
	bool known;

	header_add(&header, HEADER_START, slice_from(start));
	known = header_start(&header, &found);
	header_release(&header);
	return known ? found == wanted : wanted == -1;
}

CASE(dates_are_counted_from_1970)
{
	CHECK(is("1970-01-01T00:00:00Z", 0));
	CHECK(is("2000-02-29T12:00:00Z", INT64_C(951825600000000000)));
	CHECK(is("2026-01-05T09:00:00Z", INT64_C(1767603600000000000)));
	CHECK(is("2026-03-01t00:00:00z", INT64_C(1772323200000000000)));
}

CASE(fractions_and_zones_count)
{
	CHECK(is("1970-01-01T00:00:01.25Z", 1250000000));
	CHECK(is("1970-01-01T02:00:00+02:00", 0));
	CHECK(is("1969-12-31T22:30:00-01:30", -1));
	CHECK(is("1970-01-01T22:30:00-01:30", INT64_C(86400000000000)));
	CHECK(is("1970-01-01T00:00:00.0000000019Z", 1));
}

CASE(other_texts_are_none)
{
	CHECK(is("", -1) && is("yesterday", -1) && is("2026-01-05", -1));
	CHECK(is("2026-13-05T09:00:00Z", -1) && is("2026-01-05T24:00:00Z", -1));
	CHECK(is("2026-01-05T09:00:00", -1) && is("2026-01-05T09:00:00Zx", -1));
	CHECK(is("2026-01-05T09:00:00+1", -1));
}

TEST_CASES(header_start)
