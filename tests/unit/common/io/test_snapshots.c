/* SPDX-License-Identifier: MIT */
#include "common/io/snapshots.h"
#include "tests/unit/check.h"

static const char stream[] = "# flambeau: snapshot=1\n"
			     "a;b 1\n"
			     "# flambeau: end=1\n"
			     "between 5\n"
			     "# flambeau: snapshot=2\n"
			     "lost 1\n"
			     "# flambeau: snapshot=3\n"
			     "# flambeau: unit=ns\n"
			     "c;d 2\n"
			     "# flambeau: end=2\n"
			     "# flambeau: end=3\n"
			     "# flambeau: snapshot=4\n"
			     "e";

static void check_newest(const struct snapshots *snapshots)
{
	CHECK(snapshots->has_newest && snapshots->newest_number == 3);
	CHECK(slice_equal(buf_slice(&snapshots->newest),
			  SLICE("# flambeau: unit=ns\nc;d 2\n# flambeau: end=2\n")));
	CHECK(snapshots_has_rest(snapshots));
}

CASE(the_newest_whole_one_is_kept_however_the_bytes_come)
{
	const struct slice all = slice_of(stream, sizeof(stream) - 1);
	size_t step, at;

	for (step = 1; step <= all.len; step++) {
		struct snapshots snapshots = {.has_newest = false};

		for (at = 0; at < all.len; at += step)
			snapshots_add(
				&snapshots,
				slice_of(stream + at, step < all.len - at ? step : all.len - at));
		check_newest(&snapshots);
		snapshots_release(&snapshots);
	}
}

CASE(written_snapshots_are_read)
{
	struct snapshots snapshots = {.has_newest = false};
	struct buf buf = {0};

	snapshots_add_begin(&buf, UINT64_MAX);
	CHECK(snapshots_begin(buf_slice(&buf)));
	buf_add_text(&buf, "a 1\n");
	snapshots_add_end(&buf, UINT64_MAX);
	snapshots_add(&snapshots, buf_slice(&buf));
	CHECK(snapshots.has_newest && snapshots.newest_number == UINT64_MAX);
	CHECK(slice_equal(buf_slice(&snapshots.newest), SLICE("a 1\n")));
	CHECK(!snapshots_has_rest(&snapshots));
	snapshots_release(&snapshots);
	buf_release(&buf);
}

CASE(other_text_is_no_snapshot)
{
	struct snapshots snapshots = {.has_newest = false};

	CHECK(!snapshots_begin(SLICE("# flambeau: unit=ns\n")));
	CHECK(!snapshots_begin(SLICE("")));
	snapshots_add(&snapshots, SLICE("a 1\n# flambeau: snapshot=x\n# flambeau: end=\nb 1\n"));
	CHECK(!snapshots.has_newest && !snapshots_has_rest(&snapshots));
	snapshots_release(&snapshots);
}

TEST_CASES(snapshots)
