/* SPDX-License-Identifier: MIT */
/*
 * stack_budget.h - how many frames may be made of an input that refers to stacks. By a reference, a
 * tree of calls, or functions inlined at an address, a few bytes stand for a deep stack; so what is
 * made of such bytes is limited by their number. Stacks beyond the limit are left out.
 *
 * What is left out depends on the bytes up to the end of the stack in question alone: not on
 * threads, the size of chunks, or whether the input is a pipe. Zeroed, nothing has been read.
 */
#ifndef FLAMBEAU_STACK_BUDGET_H
#define FLAMBEAU_STACK_BUDGET_H

#include "common/profile/profile.h"

#ifndef STACK_BUDGET_FREE /* that of fuzzers is less: their inputs are small */
#define STACK_BUDGET_FREE (8 << 20)
#endif

/* Units of work: one puts a frame into a stack. */
enum {
	STACK_BUDGET_LEAST = STACK_BUDGET_FREE, /* for an input of any size */
	STACK_BUDGET_BYTE = 16,                 /* for each byte that was read */
	STACK_BUDGET_NEW = 8,                   /* for each frame of a new stack, which is kept */
	STACK_BUDGET_TEXT = 8,                  /* bytes of the text of a new stack: another unit */
	STACK_BUDGET_NAME = 2,                  /* for each byte of a name put together of others */
};

struct stack_budget {
	uint64_t read;  /* bytes of the input, decompressed, up to what is being seen */
	uint64_t spent; /* units */
};

/* Units of a new stack, whose names and the marks between them have so many bytes. */
static inline uint64_t stack_budget_new(uint64_t depth, uint64_t text)
{
	return depth * STACK_BUDGET_NEW + text / STACK_BUDGET_TEXT;
}

/* True if so many units are left. */
static inline bool stack_budget_allows(const struct stack_budget *budget, uint64_t units)
{
	const uint64_t all = STACK_BUDGET_LEAST + STACK_BUDGET_BYTE * budget->read;

	return budget->spent < all && units <= all - budget->spent;
}

/* Spend units if they are left; false, and nothing is spent, if not. */
static inline bool stack_budget_take(struct stack_budget *budget, uint64_t units)
{
	if (!stack_budget_allows(budget, units))
		return false;
	budget->spent += units;
	return true;
}

/*
 * profile_add() if the budget has units for it, which are spent. False, and nothing is added, if
 * not.
 */
bool stack_budget_add(struct stack_budget *budget, struct profile *profile, const frame_id *frames,
		      uint32_t depth, const struct weight *weight);

#endif
