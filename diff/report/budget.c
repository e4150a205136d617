/* SPDX-License-Identifier: MIT */
#include "diff/report/budget.h"

#include "common/base/diag.h"

static const char limit_problem[] = "percentage points are a number from 0 to 100";

void budgets_release(struct budgets *budgets)
{
	size_t i;

	for (i = 0; i < budgets->count; i++)
		regex_free(budgets->at[i].regex);
	free(budgets->at);
	*budgets = (struct budgets){0};
}

bool budgets_parse_limit(struct slice text, void *field, struct buf *problem)
{
	struct budgets *budgets = field;

	budgets->has_limit = true;
	if (points_parse(text, &budgets->limit))
		return true;
	buf_add_text(problem, limit_problem);
	return false;
}

bool budgets_parse(struct slice text, void *field, struct buf *problem)
{
	struct budgets *budgets = field;
	size_t equals = slice_rfind(text, '=');
	struct budget budget = {0};
	char why[160];

	if (equals == SLICE_NONE || equals == 0) {
		buf_add_text(problem, "it is written REGEX=+POINTS");
		return false;
	}
	if (!points_parse(slice_tail(text, equals + 1), &budget.limit)) {
		buf_add_text(problem, limit_problem);
		return false;
	}
	budget.pattern = slice_head(text, equals);
	budget.regex = regex_new(budget.pattern, why, sizeof(why));
	if (!budget.regex) {
		buf_add_text(problem, why);
		return false;
	}
	budgets->at = memory_grow(budgets->at, &budgets->cap, budgets->count + 1,
				  sizeof(*budgets->at));
	budgets->at[budgets->count++] = budget;
	return true;
}

bool budgets_is_over(const struct budgets *budgets, const struct change *change)
{
	const struct change_measure *total = &change->measure[FUNCTIONS_TOTAL];

	return budgets->has_limit && !total->is_noise &&
	       share_grew_beyond(&total->share, budgets->limit);
}

static void check_pattern(struct budget *budget, const struct profile *joined,
			  const struct stack *const *stacks)
{
	bool *matches = memory_resize(NULL, joined->names.count, sizeof(*matches));
	size_t i;

	for (i = 0; i < joined->names.count; i++) {
		matches[i] = regex_matches(budget->regex, intern_name(&joined->names, (frame_id)i));
		budget->functions += matches[i];
	}
	budget->share = (struct share){
		.whole = {joined->total[DIFF_BEFORE], joined->total[DIFF_AFTER]}};
	functions_count_any(stacks, joined->count, matches, budget->share.part);
	budget->is_exceeded = share_grew_beyond(&budget->share, budget->limit);
	free(matches);
	if (budget->functions == 0)
		diag_warn("no function matches the budget '%.*s'", SLICE_ARG(budget->pattern));
}

void budgets_check(struct budgets *budgets, const struct profile *joined,
		   const struct stack *const *stacks, const struct changes *changes)
{
	size_t i;

	for (i = 0; i < changes->count; i++)
		budgets->functions_over += budgets_is_over(budgets, &changes->at[i]);
	budgets->is_exceeded = budgets->functions_over > 0;
	for (i = 0; i < budgets->count; i++) {
		check_pattern(&budgets->at[i], joined, stacks);
		budgets->is_exceeded |= budgets->at[i].is_exceeded;
	}
}
