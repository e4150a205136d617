/* SPDX-License-Identifier: MIT */
/*
 * functions.h - the counts of every function of a profile: `self`, as the leaf of stacks, and with
 * everything it called (`total`, anywhere in a stack; once per stack, however often it called
 * itself). Owns its memory.
 */
#ifndef FLAMBEAU_FUNCTIONS_H
#define FLAMBEAU_FUNCTIONS_H

#include "common/profile/profile.h"
#include "common/profile/tally.h"

enum functions_measure { FUNCTIONS_TOTAL, FUNCTIONS_SELF, FUNCTIONS_MEASURES };

struct function {
	uint64_t count[FUNCTIONS_MEASURES][2]; /* of both columns of the profile */
};

struct functions {
	struct function *at; /* by frame id */
	size_t count;
};

/*
 * `stacks` are all stacks of the profile, as profile_sorted() gives them. Its sums must be good: no
 * total_overflow.
 */
void functions_count(struct functions *functions, const struct profile *profile,
		     const struct stack *const *stacks);
void functions_release(struct functions *functions);

/* Sum the counts of all stacks that have a frame for which `is_member` (by frame id) is true. */
void functions_count_any(const struct stack *const *stacks, size_t stack_count,
			 const bool *is_member, uint64_t count[2]);

/*
 * Add the totals of all functions in whole counts: what options that take functions can find.
 * Nothing if the sums are beyond 2^64-1.
 */
void functions_tally(const struct profile *profile, struct tally *tally);

#endif
