/* SPDX-License-Identifier: MIT */
#include "common/profile/functions.h"

#include "tests/unit/check.h"
#include "tests/unit/scratch.h"

/* Add "a;b;c" with both counts. */
static void add(struct profile *profile, const char *text, uint64_t before, uint64_t after)
{
	struct slice rest = slice_from(text), name;
	frame_id frames[16];
	uint32_t depth = 0;

	while (slice_cut(&rest, ';', &name))
		frames[depth++] = profile_frame(profile, name);
	frames[depth++] = profile_frame(profile, rest);
	profile_add(profile, frames, depth,
		    &(struct weight){.count = {before, after}, .differential = true});
}

static void count(struct functions *functions, const struct profile *profile)
{
	const struct stack **stacks = profile_sorted(profile, PROFILE_BY_FRAMES);

	functions_count(functions, profile, stacks);
	free(stacks);
}

static bool is(struct profile *profile, const struct functions *functions, const char *name,
	       const uint64_t expected[FUNCTIONS_MEASURES][2])
{
	const struct function *function = &functions->at[profile_frame(profile, slice_from(name))];

	return memcmp(function->count, expected, sizeof(function->count)) == 0;
}

CASE(a_parent_grows_with_its_child)
{
	const uint64_t parent[2][2] = {{20, 60}, {5, 5}}, child[2][2] = {{15, 55}, {15, 55}};
	struct profile profile = {0};
	struct functions functions;

	add(&profile, "main;parent", 5, 5);
	add(&profile, "main;parent;child", 15, 55);
	add(&profile, "main;other", 80, 40);
	count(&functions, &profile);
	CHECK(is(&profile, &functions, "parent", parent));
	CHECK(is(&profile, &functions, "child", child));
	functions_release(&functions);
	profile_release(&profile);
}

CASE(recursion_counts_once)
{
	const uint64_t a[2][2] = {{11, 23}, {4, 8}}, b[2][2] = {{10, 20}, {7, 15}};
	struct profile profile = {0};
	struct functions functions;

	add(&profile, "a;b;a;b;b", 7, 15);
	add(&profile, "a;b;a", 3, 5);
	add(&profile, "a", 1, 3);
	count(&functions, &profile);
	CHECK(is(&profile, &functions, "a", a));
	CHECK(is(&profile, &functions, "b", b));
	functions_release(&functions);
	profile_release(&profile);
}

CASE(stacks_with_several_matches_count_once)
{
	struct profile profile = {0};
	const struct stack **stacks;
	uint64_t sum[2];
	bool members[4] = {false};

	add(&profile, "a;b;c", 1, 10);
	add(&profile, "a;c", 2, 20);
	add(&profile, "a;d", 4, 40);
	members[profile_frame(&profile, SLICE("b"))] = true;
	members[profile_frame(&profile, SLICE("c"))] = true;
	stacks = profile_sorted(&profile, PROFILE_BY_FRAMES);
	functions_count_any(stacks, profile.count, members, sum);
	CHECK(sum[0] == 3 && sum[1] == 30);
	free(stacks);
	profile_release(&profile);
}

/* Random stacks of few names, so that there is recursion and sharing. */
static void make_random(struct profile *profile, uint64_t *state)
{
	unsigned stacks = 1 + (unsigned)(scratch_random(state) % 40), i;

	for (i = 0; i < stacks; i++) {
		frame_id frames[12];
		uint32_t depth = 1 + (uint32_t)(scratch_random(state) % 12), level;
		struct weight weight = {.differential = true};

		for (level = 0; level < depth; level++) {
			char name = (char)('a' + scratch_random(state) % 9);

			frames[level] = profile_frame(profile, slice_of(&name, 1));
		}
		weight.count[0] = scratch_random(state) >> (8 + scratch_random(state) % 56);
		weight.count[1] = scratch_random(state) >> (8 + scratch_random(state) % 56);
		profile_add(profile, frames, depth, &weight);
	}
}

static bool has(const struct stack *stack, frame_id name)
{
	uint32_t level;

	for (level = 0; level < stack->depth; level++) {
		if (stack->frames[level] == name)
			return true;
	}
	return false;
}

/* The total of one function, stack by stack. */
static uint64_t total_of(const struct profile *profile, const struct stack *const *stacks,
			 frame_id name, int side)
{
	uint64_t sum = 0;
	size_t i;

	for (i = 0; i < profile->count; i++)
		sum += has(stacks[i], name) ? stacks[i]->count[side] : 0;
	return sum;
}

/* Sums of differences wrap as unsigned numbers do, and come out right. */
CASE(self_changes_add_up_to_the_change_of_the_totals)
{
	uint64_t state = 4711;
	int round;

	for (round = 0; round < 2000; round++) {
		struct profile profile = {0};
		struct functions functions;
		const struct stack **stacks;
		uint64_t change = 0;
		bool same = true;
		size_t i;

		make_random(&profile, &state);
		stacks = profile_sorted(&profile, PROFILE_BY_FRAMES);
		functions_count(&functions, &profile, stacks);
		for (i = 0; i < functions.count; i++) {
			const struct function *function = &functions.at[i];
			int side;

			change += function->count[FUNCTIONS_SELF][1] -
				  function->count[FUNCTIONS_SELF][0];
			for (side = 0; side < 2; side++)
				same &= function->count[FUNCTIONS_TOTAL][side] ==
					total_of(&profile, stacks, (frame_id)i, side);
		}
		CHECK(change == profile.total[1] - profile.total[0]);
		CHECK(same);
		free(stacks);
		functions_release(&functions);
		profile_release(&profile);
	}
}

TEST_CASES(functions)
