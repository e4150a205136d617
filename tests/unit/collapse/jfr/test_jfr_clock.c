/* SPDX-License-Identifier: MIT */
#include "collapse/jfr/jfr_chunk.h"

#include "tests/unit/check.h"

CASE(spans_are_rounded_down_and_saturate)
{
	CHECK(jfr_scale(5, JFR_SECOND, JFR_SECOND) == 5);
	CHECK(jfr_scale(2399987654, JFR_SECOND, 2399987654) == JFR_SECOND);
	CHECK(jfr_scale(1, JFR_SECOND, 2399987654) == 0);
	CHECK(jfr_scale(5, JFR_SECOND, 3) == 1666666666);
	CHECK(jfr_scale(INT64_MAX, JFR_SECOND, 1) == INT64_MAX);
	CHECK(jfr_scale(UINT64_MAX, 1, 1) == INT64_MAX);
}

CASE(the_first_tick_is_not_before_the_moment)
{
	CHECK(jfr_first_tick(0, 7) == 0);
	CHECK(jfr_first_tick(1, JFR_SECOND) == 1);
	CHECK(jfr_first_tick(1, 7) == 1);
	CHECK(jfr_first_tick(142857142, 7) == 1);
	CHECK(jfr_first_tick(142857143, 7) == 2);
	CHECK(jfr_first_tick(-1, 7) == 0);
	CHECK(jfr_first_tick(-142857143, 7) == -1);
	CHECK(jfr_first_tick(INT64_MAX, UINT64_MAX) == INT64_MAX);
}

TEST_CASES(jfr_clock)
