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

CASE(a_key_below_a_parent_is_one_stack)
{
	struct id_stacks keyed = {0};
	struct id_stacks_node *root = id_stacks_child(&keyed, NULL, 7);

	CHECK(id_stacks_child(&keyed, NULL, 7) == root);
	CHECK(id_stacks_child(&keyed, NULL, 8) != root);
	CHECK(id_stacks_child(&keyed, root, 7) != root);
	CHECK(id_stacks_child(&keyed, root, 7) == id_stacks_child(&keyed, root, 7));
	id_stacks_release(&keyed);
}

CASE(counts_that_do_not_fit_are_refused)
{
	struct id_stacks keyed = {0};
	struct id_stacks_node *node = id_stacks_child(&keyed, NULL, 1);

	CHECK(id_stacks_add(node, UINT64_MAX - 1));
	CHECK(id_stacks_add(node, 1));
	CHECK(!id_stacks_add(node, 1));
	CHECK(!id_stacks_rescale(&keyed, 1));
	CHECK(keyed.scale == 0);
	id_stacks_release(&keyed);
}

CASE(all_stacks_get_into_the_profile)
{
	struct text text = {0};
	struct ingest_run run = {.state = &text};
	struct id_stacks keyed = {0};
	struct id_stacks_node *root = id_stacks_child(&keyed, NULL, 1);

	CHECK(id_stacks_add(root, 2));
	CHECK(id_stacks_add(id_stacks_child(&keyed, root, 2), 3));
	CHECK(id_stacks_add(id_stacks_child(&keyed, root, 2), 4));
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

	CHECK(id_stacks_add(id_stacks_child(&keyed, NULL, 1), 15));
	CHECK(id_stacks_rescale(&keyed, 3));
	CHECK(keyed.scale == 3);
	CHECK(id_stacks_add(id_stacks_child(&keyed, NULL, 1), 1));
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
	struct id_stacks_node *node = NULL, *last = NULL;
	size_t i;

	for (i = 0; i < LIMIT_DEPTH; i++) {
		last = node;
		node = id_stacks_child(&keyed, node, i);
		CHECK(node != last);
	}
	CHECK(id_stacks_child(&keyed, node, 0) == node);
	id_stacks_release(&keyed);
}

TEST_CASES(id_stacks)
