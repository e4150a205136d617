/* SPDX-License-Identifier: MIT */
#include "collapse/cache/stack_cache.h"
#include "tests/unit/check.h"

struct chunks {
	struct stack_repeats repeats;
	size_t all, distinct, looked;
};

/*
 * So many chunks of 100 stacks, of which some are distinct and some of those looked up are found.
 */
static void pass(struct chunks *chunks, size_t count, size_t fresh, size_t found)
{
	for (; count > 0; count--) {
		stack_repeats_decide(&chunks->repeats, chunks->all, chunks->distinct);
		chunks->all += 100;
		chunks->distinct += fresh;
		if (chunks->repeats.looking) {
			chunks->repeats.found += found;
			chunks->looked += 100;
		}
	}
}

CASE(stacks_that_never_repeat_are_hardly_looked_up)
{
	struct chunks chunks = {.all = 0};

	stack_repeats_init(&chunks.repeats);
	pass(&chunks, 1000, 100, 0);
	CHECK(chunks.looked > 0 && chunks.looked <= 3000);
}

CASE(stacks_that_repeat_are_looked_up)
{
	struct chunks chunks = {.all = 0};

	stack_repeats_init(&chunks.repeats);
	pass(&chunks, 1000, 1, 50);
	CHECK(chunks.looked == 100000);
}

CASE(many_stacks_are_looked_up_from_their_second_time_on)
{
	struct chunks chunks = {.all = 0};

	stack_repeats_init(&chunks.repeats);
	pass(&chunks, 1000, 100, 0);
	chunks.looked = 0;
	pass(&chunks, 1000, 0, 0);
	CHECK(chunks.looked >= 99000);
	pass(&chunks, 1000, 0, 100);
	CHECK(chunks.looked >= 199000);
	pass(&chunks, 10000, 100, 0);
	CHECK(chunks.looked <= 600000);
}

/* Equal frames with different offsets each time. */
CASE(misses_make_look_ups_rarer)
{
	struct chunks chunks = {.all = 0};

	stack_repeats_init(&chunks.repeats);
	pass(&chunks, 10000, 1, 0);
	CHECK(chunks.looked > 3000 && chunks.looked <= 200000);
}

TEST_CASES(stack_repeats)
