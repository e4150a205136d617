/* SPDX-License-Identifier: MIT */
/*
 * budget.h - by how many percentage points shares may grow.
 */
#ifndef FLAMBEAU_BUDGET_H
#define FLAMBEAU_BUDGET_H

#include "common/cli/opt.h"
#include "common/text/regex.h"
#include "diff/report/changes.h"

/* For the share of all stacks with a frame that matches. */
struct budget {
	struct slice pattern; /* not copied */
	struct regex *regex;
	struct points limit;

	/* From budgets_check() on: */
	struct share share;
	size_t functions; /* number of matching functions */
	bool is_exceeded;
};

/* A zeroed struct has none. */
struct budgets {
	struct budget *at;
	size_t count, cap;
	bool has_limit;      /* for the total of every single function */
	struct points limit; /* its growth counts if it is not noise */

	/* From budgets_check() on: */
	size_t functions_over;
	bool is_exceeded;
};

/* "5" and "REGEX=+5" into struct budgets *budgets: opt_parse_fn's. */
bool budgets_parse_limit(struct slice text, void *budgets, struct buf *problem);
bool budgets_parse(struct slice text, void *budgets, struct buf *problem);

/* `stacks` are all stacks of the joined profile. Warns of a pattern that matches nothing. */
void budgets_check(struct budgets *budgets, const struct profile *joined,
		   const struct stack *const *stacks, const struct changes *changes);

/* True if this function has grown beyond the limit of functions. */
bool budgets_is_over(const struct budgets *budgets, const struct change *change);

void budgets_release(struct budgets *budgets);

#endif
