/* SPDX-License-Identifier: MIT */
#include "collapse/cache/stack_repeats.h"

enum {
	FIRST_PATIENCE = 2048,
	HARDLY_ANY = 16, /* less than one in so many */
};

void stack_repeats_init(struct stack_repeats *repeats)
{
	*repeats = (struct stack_repeats){
		.looking = true,
		.patience = FIRST_PATIENCE,
	};
}

/*
 * Stop looking up for as many stacks as were looked up without success, the next time for twice as
 * many.
 */
static void stack_repeats_stop(struct stack_repeats *repeats)
{
	const uint64_t twice = 2 * repeats->rest;

	repeats->rest = twice > repeats->passed ? twice : repeats->passed;
	repeats->looking = false;
}

/* Start to look for repeated stacks. A stack may repeat after all distinct ones. */
static void stack_repeats_start(struct stack_repeats *repeats, uint64_t distinct)
{
	repeats->patience = FIRST_PATIENCE + 2 * distinct;
	repeats->looking = true;
}

void stack_repeats_decide(struct stack_repeats *repeats, uint64_t all, uint64_t distinct)
{
	const uint64_t more = all - repeats->all, fresh = distinct - repeats->distinct;

	assert(all >= repeats->all && distinct >= repeats->distinct && distinct <= all);
	repeats->all = all;
	repeats->distinct = distinct;
	repeats->passed += more;
	if (repeats->passed < (repeats->looking ? repeats->patience : repeats->rest))
		return;
	if (!repeats->looking && fresh >= more / 2)
		return;
	if (!repeats->looking)
		stack_repeats_start(repeats, distinct);
	else if (repeats->found < repeats->passed / HARDLY_ANY)
		stack_repeats_stop(repeats);
	else
		repeats->rest = 0;
	repeats->passed = repeats->found = 0;
}
