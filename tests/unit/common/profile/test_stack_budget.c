/* SPDX-License-Identifier: MIT */
#include "common/profile/ingest.h"
#include "tests/unit/check.h"

#include <stdlib.h>

/* Bytes read are enough for some stacks even where an input of any size has hardly any budget. */
enum { DEEP = 50000, READ = 1 << 20 };

struct trial {
	struct stack_budget budget;
	struct profile profile;
	frame_id frames[DEEP];
};

static void begin(struct trial *trial, struct slice name)
{
	size_t i;

	*trial = (struct trial){.budget = {.read = READ}};
	for (i = 0; i < DEEP; i++)
		trial->frames[i] = profile_frame(&trial->profile, name);
}

/* Add the deep stack `count` times, the last `distinct` ones below names of their own. */
static size_t added(struct trial *trial, size_t count, bool are_distinct)
{
	const struct weight one = {.count = {1, 1}};
	char name[32];
	size_t i, all = 0;

	for (i = 0; i < count; i++) {
		snprintf(name, sizeof(name), "root %zu", i);
		if (are_distinct)
			trial->frames[0] = profile_frame(&trial->profile, slice_from(name));
		all += stack_budget_add(&trial->budget, &trial->profile, trial->frames, DEEP, &one);
	}
	return all;
}

static void end(struct trial *trial)
{
	profile_release(&trial->profile);
	free(trial);
}

static struct trial *new_trial(void)
{
	return malloc(sizeof(struct trial));
}

CASE(new_stacks_cost_more_than_known_ones)
{
	struct trial *known = new_trial(), *fresh = new_trial();
	size_t known_ones, new_ones;

	begin(known, SLICE("f"));
	begin(fresh, SLICE("f"));
	known_ones = added(known, 1000, false);
	new_ones = added(fresh, 1000, true);
	CHECK(known_ones > 100 && known_ones < 1000);
	CHECK(new_ones > 5 && new_ones < known_ones / 8);
	CHECK(fresh->profile.count == new_ones);
	end(known);
	end(fresh);
}

CASE(stacks_that_do_not_fit_are_not_in_the_profile)
{
	struct trial *trial = new_trial();
	const uint64_t all = STACK_BUDGET_LEAST + (uint64_t)STACK_BUDGET_BYTE * READ;
	const uint64_t spent = all - DEEP + 1;

	begin(trial, SLICE("f"));
	trial->budget.spent = spent;
	CHECK(added(trial, 1, false) == 0);
	CHECK(trial->profile.count == 0 && trial->budget.spent == spent);
	CHECK(!stack_budget_take(&trial->budget, DEEP));
	CHECK(stack_budget_take(&trial->budget, DEEP - 1));
	CHECK(!stack_budget_allows(&trial->budget, 0));
	end(trial);
}

CASE(bytes_that_are_read_add_to_it)
{
	struct trial *trial = new_trial();
	size_t few, more;

	begin(trial, SLICE("f"));
	few = added(trial, 10000, false);
	trial->budget.read += READ;
	more = added(trial, 10000, false);
	CHECK(few > 0 && more >= STACK_BUDGET_BYTE * READ / DEEP);
	CHECK(more <= STACK_BUDGET_BYTE * READ / DEEP + 1);
	end(trial);
}

/* 50,000 times 100,000 bytes: a line that no reader would take. */
CASE(the_text_of_a_stack_is_part_of_its_cost)
{
	struct trial *trial = new_trial();
	char *name = calloc(1, 100000);

	begin(trial, slice_of(name, 100000));
	trial->budget.read = 200000;
	CHECK(added(trial, 3, false) == 0);
	CHECK(trial->profile.count == 0);
	free(name);
	end(trial);
}

TEST_CASES(stack_budget)
