/* SPDX-License-Identifier: MIT */
#include "common/io/progress.h"
#include "tests/unit/check.h"

static bool says(uint64_t done, uint64_t total, double seconds, const char *wanted)
{
	struct buf text = {0};
	bool same;

	progress_text(&text, done, total, seconds);
	same = slice_equal(buf_slice(&text), slice_from(wanted));
	if (!same)
		fprintf(stderr, "got '%.*s'\n", SLICE_ARG(buf_slice(&text)));
	buf_release(&text);
	return same;
}

CASE(bytes_have_three_figures)
{
	CHECK(says(0, 0, 1, "0 B read"));
	CHECK(says(999, 0, 1, "999 B read"));
	CHECK(says(1000, 0, 1, "1.00 kB read"));
	CHECK(says(9994, 0, 1, "9.99 kB read"));
	CHECK(says(9996, 0, 1, "10.0 kB read"));
	CHECK(says(99960, 0, 1, "100 kB read"));
	CHECK(says(999499, 0, 1, "999 kB read"));
	CHECK(says(999500, 0, 1, "1.00 MB read"));
	CHECK(says(1240000000, 0, 1, "1.24 GB read"));
	CHECK(says(UINT64_MAX, 0, 1, "18.4 EB read"));
}

CASE(a_share_and_the_time_left_where_the_size_is_known)
{
	CHECK(says(1240000000, 5370000000, 4, "1.24 GB of 5.37 GB, 23%, 13 s left"));
	CHECK(says(0, 1000, 4, "0 B of 1.00 kB, 0%"));
	CHECK(says(999, 1000, 4, "999 B of 1.00 kB, 99%, 1 s left"));
	CHECK(says(1000, 1000, 4, "1.00 kB of 1.00 kB, 100%"));
	CHECK(says(UINT64_MAX, UINT64_MAX, 4, "18.4 EB of 18.4 EB, 100%"));
}

CASE(long_times_are_rounded)
{
	CHECK(says(1, 100, 1, "1 B of 100 B, 1%, 99 s left"));
	CHECK(says(1, 101, 1, "1 B of 101 B, 0%, 2 min left"));
	CHECK(says(1, 101, 120, "1 B of 101 B, 0%, 3 h left"));
	CHECK(says(1, UINT64_MAX, 1, "1 B of 18.4 EB, 0%")); /* not a practical case */
}

CASE(a_file_that_grew_has_no_share)
{
	CHECK(says(1001, 1000, 4, "1.00 kB read"));
}

CASE(nothing_is_due_where_nobody_sees_it)
{
	struct progress progress;

	progress_start(&progress, 1000);
	progress.shows = false;
	CHECK(!progress_is_due(&progress));
	CHECK(progress.start <= 0);
}

CASE(nothing_is_due_in_the_first_second)
{
	struct progress progress;

	progress_start(&progress, 1000);
	progress.shows = true;
	CHECK(!progress_is_due(&progress));
	progress.next -= 2;
	CHECK(progress_is_due(&progress));
	progress.shows = false;
}

TEST_CASES(progress)
