/* SPDX-License-Identifier: MIT */
/* Ranges that nest, overlap and repeat. */
#include "common/debuginfo/dwarf_ranges.h"

#include "tests/unit/check.h"

CASE(the_innermost_range_counts)
{
	struct dwarf_spans spans = {.count = 0};

	dwarf_spans_add(&spans, 10, 100, 1);
	dwarf_spans_add(&spans, 20, 50, 2);
	dwarf_spans_add(&spans, 30, 40, 3);
	dwarf_spans_add(&spans, 60, 70, 2);
	dwarf_spans_add(&spans, 200, 300, 4);
	dwarf_spans_finish(&spans);
	CHECK(dwarf_spans_find(&spans, 9) == DWARF_NOTHING);
	CHECK(dwarf_spans_find(&spans, 10) == 1 && dwarf_spans_find(&spans, 19) == 1);
	CHECK(dwarf_spans_find(&spans, 20) == 2 && dwarf_spans_find(&spans, 29) == 2);
	CHECK(dwarf_spans_find(&spans, 30) == 3 && dwarf_spans_find(&spans, 39) == 3);
	CHECK(dwarf_spans_find(&spans, 40) == 2 && dwarf_spans_find(&spans, 50) == 1);
	CHECK(dwarf_spans_find(&spans, 60) == 2 && dwarf_spans_find(&spans, 70) == 1);
	CHECK(dwarf_spans_find(&spans, 100) == DWARF_NOTHING);
	CHECK(dwarf_spans_find(&spans, 299) == 4 && dwarf_spans_find(&spans, 300) == DWARF_NOTHING);
	dwarf_spans_release(&spans);
}

CASE(equal_ranges_are_of_the_largest_number)
{
	struct dwarf_spans spans = {.count = 0};

	dwarf_spans_add(&spans, 10, 20, 5);
	dwarf_spans_add(&spans, 10, 20, 1);
	dwarf_spans_add(&spans, 10, 30, 7);
	dwarf_spans_finish(&spans);
	CHECK(dwarf_spans_find(&spans, 10) == 5 && dwarf_spans_find(&spans, 19) == 5);
	CHECK(dwarf_spans_find(&spans, 20) == 7 && dwarf_spans_find(&spans, 30) == DWARF_NOTHING);
	dwarf_spans_release(&spans);
}

CASE(ranges_may_overlap_without_nesting)
{
	struct dwarf_spans spans = {.count = 0};

	dwarf_spans_add(&spans, 0, 20, 1);
	dwarf_spans_add(&spans, 10, 30, 2);
	dwarf_spans_add(&spans, 15, UINT64_MAX, 3);
	dwarf_spans_finish(&spans);
	CHECK(dwarf_spans_find(&spans, 0) == 1 && dwarf_spans_find(&spans, 10) == 2);
	CHECK(dwarf_spans_find(&spans, 15) == 3 && dwarf_spans_find(&spans, 40) == 3);
	CHECK(dwarf_spans_find(&spans, UINT64_MAX) == DWARF_NOTHING);
	dwarf_spans_release(&spans);
}

CASE(ranges_may_lie_far_apart)
{
	struct dwarf_spans spans = {.count = 0};
	const uint64_t far = UINT64_C(1) << 32;

	dwarf_spans_add(&spans, 16, 32, 1);
	dwarf_spans_add(&spans, far + 15, far + 17, 2);
	dwarf_spans_add(&spans, 7 * far, 9 * far, 3);
	dwarf_spans_add(&spans, 8 * far, 8 * far + 1, 4);
	dwarf_spans_finish(&spans);
	CHECK(dwarf_spans_find(&spans, 15) == DWARF_NOTHING && dwarf_spans_find(&spans, 16) == 1);
	CHECK(dwarf_spans_find(&spans, 32) == DWARF_NOTHING);
	CHECK(dwarf_spans_find(&spans, far + 14) == DWARF_NOTHING);
	CHECK(dwarf_spans_find(&spans, far + 15) == 2 && dwarf_spans_find(&spans, far + 16) == 2);
	CHECK(dwarf_spans_find(&spans, far + 17) == DWARF_NOTHING);
	CHECK(dwarf_spans_find(&spans, 7 * far) == 3 && dwarf_spans_find(&spans, 8 * far - 1) == 3);
	CHECK(dwarf_spans_find(&spans, 8 * far) == 4 && dwarf_spans_find(&spans, 8 * far + 1) == 3);
	CHECK(dwarf_spans_find(&spans, 9 * far - 1) == 3);
	CHECK(dwarf_spans_find(&spans, 9 * far) == DWARF_NOTHING);
	CHECK(dwarf_spans_find(&spans, UINT64_MAX) == DWARF_NOTHING);
	dwarf_spans_release(&spans);
}

CASE(nothing_is_in_nothing)
{
	struct dwarf_spans spans = {.count = 0};

	dwarf_spans_add(&spans, 5, 5, 1);
	dwarf_spans_add(&spans, 7, 3, 1);
	dwarf_spans_finish(&spans);
	CHECK(dwarf_spans_find(&spans, 5) == DWARF_NOTHING);
	dwarf_spans_release(&spans);
}

TEST_CASES(dwarf_spans)
