/* SPDX-License-Identifier: MIT */
/*
 * budget.h - by how much shares, times and totals may grow.
 */
#ifndef FLAMBEAU_BUDGET_H
#define FLAMBEAU_BUDGET_H

#include "common/base/regex.h"
#include "common/cli/opt.h"
#include "diff/report/findings.h"
#include "diff/report/totals.h"

enum limit_kind {
	LIMIT_RATIO,  /* percentage points of a share, percent of a total */
	LIMIT_AMOUNT, /* a time or a size */
	LIMIT_KINDS,
};

/* A zeroed struct is no limit. */
struct budget_limit {
	bool is_given;
	struct points ratio;
	enum unit_kind unit; /* of an amount */
	uint64_t amount;     /* nanoseconds or bytes */
};

/* For all stacks with a frame that matches. */
struct budget {
	struct slice pattern; /* not copied */
	struct regex *regex;
	enum limit_kind kind;
	struct budget_limit limit;

	/* From budgets_check() on: */
	struct share share;
	size_t functions; /* number of matching functions */
	bool is_exceeded;
};

/* A zeroed struct has none. */
struct budgets {
	struct budget *at;
	size_t count, cap;
	struct budget_limit
		function[LIMIT_KINDS]; /* of every single function; its growth counts if it is
					     * not noise */
	struct budget_limit total[LIMIT_KINDS]; /* of the totals; noise or not */

	/* From budgets_check() on: */
	size_t functions_over;
	const struct change *nameless; /* [unknown], beyond a limit that is not for it; or NULL */
	bool functions_exceeded;       /* functions, or functions that match */
	bool total_over[LIMIT_KINDS];
	bool total_exceeded; /* one of them */
};

/* "5" or "50ms", "REGEX=+5", "5%" into struct budgets *budgets: opt_parse_fn's. */
bool budgets_parse_limit(struct slice text, void *budgets, struct buf *problem);
bool budgets_parse(struct slice text, void *budgets, struct buf *problem);
bool budgets_parse_total(struct slice text, void *budgets, struct buf *problem);

/* True if any limit is for functions, for the total, or is a time or a size. */
bool budgets_have_functions(const struct budgets *budgets);
bool budgets_have_total(const struct budgets *budgets);
bool budgets_have_amounts(const struct budgets *budgets);

/* What is compared, and with what noise. */
struct budgets_context {
	const struct profile *joined;
	const struct totals *totals;
	const struct noise *noise;
	double alpha;
};

/*
 * Mark the changes beyond their limits. Warns of a pattern that matches nothing. False, after a
 * message, if a limit cannot be checked: the totals cannot be compared, or count something else.
 */
bool budgets_check(struct budgets *budgets, const struct budgets_context *context,
		   struct changes *changes);

bool budgets_exceeded(const struct budgets *budgets);

void budgets_release(struct budgets *budgets);

#endif
