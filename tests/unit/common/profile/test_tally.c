/* SPDX-License-Identifier: MIT */
#include "common/profile/tally.h"
#include "tests/unit/check_text.h"

static bool is(const struct tally *tally, const char *wanted)
{
	struct buf out = {0};

	tally_write(tally, &out);
	return check_is(&out, wanted);
}

static void the_most_frequent_come_first(void)
{
	struct tally tally = {0};

	CHECK(is(&tally, ""));
	tally_add(&tally, SLICE("b"), 2);
	tally_add(&tally, SLICE("a"), 1);
	tally_add(&tally, SLICE("c"), 1000);
	tally_add(&tally, SLICE("a"), 1);
	tally_add(&tally, SLICE(""), 5);
	CHECK(is(&tally, "c (1,000), a (2), b (2)"));
	tally_release(&tally);
}

static void ten_are_shown(void)
{
	struct tally tally = {0}, more = {0};
	char name[] = "a";

	for (; name[0] <= 'l'; name[0]++)
		tally_add(name[0] % 2 == 0 ? &tally : &more, slice_from(name), 1);
	tally_move(&tally, &more);
	CHECK(is(&tally, "a (1), b (1), c (1), d (1), e (1), f (1), g (1), h (1), i (1), j (1) and "
			 "2 more"));
	CHECK(more.values.count == 0);
	tally_release(&tally);
}

TEST(tally)
{
	the_most_frequent_come_first();
	ten_are_shown();
	return check_done();
}
