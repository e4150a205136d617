/* SPDX-License-Identifier: MIT */
/* Ranges that come at a time and are covered by later ones. */
#include "common/debuginfo/perf_map.h"

#include "tests/unit/check.h"

static void add(struct timed_ranges *ranges, uint64_t time, uint64_t start, uint64_t end,
		const char *name)
{
	timed_ranges_add(ranges, &(struct timed_range){.time = time,
						       .start = start,
						       .end = end,
						       .name = slice_from(name)});
}

/* True if this range is found. NULL: none. */
static bool names(const struct timed_ranges *ranges, uint64_t address, uint64_t time,
		  const char *wanted)
{
	const struct timed_range *found = timed_ranges_find(ranges, address, time);

	return found ? wanted && slice_equal(found->name, slice_from(wanted)) : !wanted;
}

CASE(nothing_is_in_no_ranges)
{
	struct timed_ranges ranges = {0};

	add(&ranges, 1, 5, 5, "empty");
	timed_ranges_index(&ranges);
	CHECK(ranges.count == 0);
	CHECK(names(&ranges, 5, UINT64_MAX, NULL));
	timed_ranges_release(&ranges);
}

CASE(a_range_is_there_from_its_time_on)
{
	struct timed_ranges ranges = {0};

	add(&ranges, 100, 0x1000, 0x1010, "one");
	timed_ranges_index(&ranges);
	CHECK(names(&ranges, 0x1000, 99, NULL));
	CHECK(names(&ranges, 0x1000, 100, "one"));
	CHECK(names(&ranges, 0x100f, UINT64_MAX, "one"));
	CHECK(names(&ranges, 0xfff, UINT64_MAX, NULL));
	CHECK(names(&ranges, 0x1010, UINT64_MAX, NULL));
	timed_ranges_release(&ranges);
}

CASE(a_later_range_covers_what_it_overlaps)
{
	struct timed_ranges ranges = {0};

	add(&ranges, 300, 0x1008, 0x1018, "third"); /* the order of time counts, not of adding */
	add(&ranges, 100, 0x1000, 0x1010, "first");
	add(&ranges, 200, 0x0ff0, 0x1020, "second");
	add(&ranges, 200, 0x1010, 0x1014, "added later");
	timed_ranges_index(&ranges);
	CHECK(names(&ranges, 0x1008, 199, "first"));
	CHECK(names(&ranges, 0x1008, 200, "second"));
	CHECK(names(&ranges, 0x1010, 200, "added later"));
	CHECK(names(&ranges, 0x1014, 200, "second"));
	CHECK(names(&ranges, 0x1008, 300, "third"));
	CHECK(names(&ranges, 0x1007, 300, "second"));
	CHECK(names(&ranges, 0x1010, 300, "third"));
	CHECK(names(&ranges, 0x1018, 300, "second"));
	timed_ranges_release(&ranges);
}

CASE(the_last_address_can_be_covered)
{
	struct timed_ranges ranges = {0};

	add(&ranges, 1, 0, UINT64_MAX, "all");
	add(&ranges, 2, UINT64_MAX - 2, UINT64_MAX, "top");
	timed_ranges_index(&ranges);
	CHECK(names(&ranges, UINT64_MAX - 1, 2, "top"));
	CHECK(names(&ranges, UINT64_MAX - 3, 2, "all"));
	CHECK(names(&ranges, UINT64_MAX, 2, NULL));
	CHECK(names(&ranges, 0, 1, "all"));
	timed_ranges_release(&ranges);
}

TEST_CASES(timed_ranges)
