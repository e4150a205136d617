/* SPDX-License-Identifier: MIT */
/* Stacks of numbers: equal ones are one, and their counts do not get lost. */
#include "collapse/json/id_stacks.h"

#include "tests/unit/check.h"

static frame_id name_of(struct ingest_run *run, uint64_t key)
{
	char text[32];

	snprintf(text, sizeof(text), "f%llu", (unsigned long long)key);
	return profile_frame(&run->profile, slice_from(text));
}

static uint32_t child_of(struct id_stacks *stacks, uint32_t below, uint64_t key)
{
	id_stacks_begin(stacks, below);
	id_stacks_push(stacks, key);
	return id_stacks_end(stacks);
}

CASE(a_key_below_a_parent_is_one_stack)
{
	struct id_stacks keyed = {0};
	const uint32_t root = child_of(&keyed, ID_STACKS_NONE, 7);

	CHECK(child_of(&keyed, ID_STACKS_NONE, 7) == root);
	CHECK(child_of(&keyed, ID_STACKS_NONE, 8) != root);
	CHECK(child_of(&keyed, root, 7) != root);
	CHECK(child_of(&keyed, root, 7) == child_of(&keyed, root, 7));
	id_stacks_release(&keyed);
}

CASE(keys_are_given_back_in_their_order)
{
	static const uint64_t keys[] = {0, 127, 128, 16383, 16384, UINT64_MAX, 1};
	struct text text = {0};
	struct ingest_run run = {.state = &text};
	struct id_stacks keyed = {0};
	struct buf wanted = {0};
	uint32_t root;
	size_t i;

	id_stacks_begin(&keyed, ID_STACKS_NONE);
	CHECK(id_stacks_end(&keyed) == ID_STACKS_NONE);
	root = child_of(&keyed, ID_STACKS_NONE, keys[0]);
	id_stacks_begin(&keyed, root);
	CHECK(id_stacks_end(&keyed) == root);
	id_stacks_begin(&keyed, root);
	for (i = 1; i < ARRAY_LEN(keys); i++)
		id_stacks_push(&keyed, keys[i]);
	CHECK(id_stacks_add(&keyed, id_stacks_end(&keyed), 1));
	id_stacks_flush(&run, &keyed, name_of);
	CHECK(run.profile.count == 1);
	CHECK(run.profile.stacks[0]->depth == ARRAY_LEN(keys));
	for (i = 0; i < ARRAY_LEN(keys); i++) {
		buf_reset(&wanted);
		buf_printf(&wanted, "f%llu", (unsigned long long)keys[i]);
		CHECK(slice_equal(intern_name(&run.profile.names, run.profile.stacks[0]->frames[i]),
				  buf_slice(&wanted)));
	}
	buf_release(&wanted);
	text_release(&text);
	profile_release(&run.profile);
}

CASE(counts_that_do_not_fit_are_refused)
{
	struct id_stacks keyed = {0};
	const uint32_t stack = child_of(&keyed, ID_STACKS_NONE, 1);

	CHECK(id_stacks_add(&keyed, stack, UINT64_MAX - 1));
	CHECK(id_stacks_add(&keyed, stack, 1));
	CHECK(!id_stacks_add(&keyed, stack, 1));
	CHECK(!id_stacks_rescale(&keyed, 1));
	CHECK(keyed.scale == 0);
	id_stacks_release(&keyed);
}

CASE(all_stacks_get_into_the_profile)
{
	struct text text = {0};
	struct ingest_run run = {.state = &text};
	struct id_stacks keyed = {0};
	const uint32_t root = child_of(&keyed, ID_STACKS_NONE, 1);

	CHECK(id_stacks_add(&keyed, root, 2));
	CHECK(id_stacks_add(&keyed, child_of(&keyed, root, 2), 3));
	CHECK(id_stacks_add(&keyed, child_of(&keyed, root, 2), 4));
	id_stacks_flush(&run, &keyed, name_of);
	CHECK(run.profile.count == 2);
	CHECK(run.profile.total[0] == 9);
	id_stacks_flush(&run, &keyed, name_of); /* it is empty */
	CHECK(run.profile.total[0] == 9);
	id_stacks_release(&keyed);
	text_release(&text);
	profile_release(&run.profile);
}

CASE(rescaled_counts_stay_exact)
{
	struct text text = {0};
	struct ingest_run run = {.state = &text};
	struct id_stacks keyed = {0};

	CHECK(id_stacks_add(&keyed, child_of(&keyed, ID_STACKS_NONE, 1), 15));
	CHECK(id_stacks_rescale(&keyed, 3));
	CHECK(keyed.scale == 3);
	CHECK(id_stacks_add(&keyed, child_of(&keyed, ID_STACKS_NONE, 1), 1));
	id_stacks_flush(&run, &keyed, name_of);
	CHECK(run.profile.scale == 3);
	CHECK(run.profile.total[0] == 15001);
	id_stacks_release(&keyed);
	text_release(&text);
	profile_release(&run.profile);
}

CASE(stacks_are_cut_at_the_limit)
{
	struct id_stacks keyed = {0};
	uint32_t stack = ID_STACKS_NONE, last, i;

	for (i = 0; i < LIMIT_DEPTH; i++) {
		last = stack;
		stack = child_of(&keyed, stack, i);
		CHECK(stack != last);
	}
	CHECK(child_of(&keyed, stack, 0) == stack);
	id_stacks_release(&keyed);
}

TEST_CASES(id_stacks)
