/* SPDX-License-Identifier: MIT */
#include "diff/report/budget.h"

#include "common/base/diag.h"
#include "common/base/escape.h"
#include "common/profile/profile_sort.h"

static const char points_problem[] =
	"it is a number of percentage points from 0 to 100, or a time or a size, as 50ms or 2MiB";

void budgets_release(struct budgets *budgets)
{
	size_t i;

	for (i = 0; i < budgets->count; i++)
		regex_free(budgets->at[i].regex);
	free(budgets->at);
	*budgets = (struct budgets){0};
}

/* "+50ms"; ratios are parsed by `parse_ratio`. */
static bool budget_limit(struct slice text, bool (*parse_ratio)(struct slice, struct points *),
			 struct budget_limit *limit, enum limit_kind *kind)
{
	struct slice amount = text;

	*limit = (struct budget_limit){.is_given = true};
	slice_skip(&amount, SLICE("+"));
	*kind = amount_parse(amount, &limit->unit, &limit->amount) ? LIMIT_AMOUNT : LIMIT_RATIO;
	return *kind == LIMIT_AMOUNT || parse_ratio(text, &limit->ratio);
}

static bool budget_set_limit(struct slice text, bool (*parse_ratio)(struct slice, struct points *),
			     struct budget_limit limits[LIMIT_KINDS])
{
	enum limit_kind kind;
	struct budget_limit limit;

	if (!budget_limit(text, parse_ratio, &limit, &kind))
		return false;
	limits[kind] = limit;
	return true;
}

bool budgets_parse_limit(struct slice text, void *field, struct buf *problem)
{
	struct budgets *budgets = field;

	if (budget_set_limit(text, points_parse, budgets->function))
		return true;
	buf_add_text(problem, points_problem);
	return false;
}

bool budgets_parse_total(struct slice text, void *field, struct buf *problem)
{
	struct budgets *budgets = field;

	if (budget_set_limit(text, percent_parse, budgets->total))
		return true;
	buf_add_text(problem, "it is a percentage, as 5%, or a time or a size, as 50ms or 2MiB");
	return false;
}

bool budgets_parse(struct slice text, void *field, struct buf *problem)
{
	struct budgets *budgets = field;
	size_t equals = slice_rfind(text, '=');
	struct budget budget = {0};
	char why[160];

	if (equals == SLICE_NONE || equals == 0) {
		buf_add_text(problem, "it is written REGEX=+LIMIT");
		return false;
	}
	if (!budget_limit(slice_tail(text, equals + 1), points_parse, &budget.limit,
			  &budget.kind)) {
		buf_add_text(problem, points_problem);
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

bool budgets_have_functions(const struct budgets *budgets)
{
	return budgets->function[LIMIT_RATIO].is_given ||
	       budgets->function[LIMIT_AMOUNT].is_given || budgets->count > 0;
}

bool budgets_have_total(const struct budgets *budgets)
{
	return budgets->total[LIMIT_RATIO].is_given || budgets->total[LIMIT_AMOUNT].is_given;
}

/* The first limit that is an amount, or NULL. */
static const struct budget_limit *budget_first_amount(const struct budgets *budgets)
{
	size_t i;

	if (budgets->total[LIMIT_AMOUNT].is_given)
		return &budgets->total[LIMIT_AMOUNT];
	if (budgets->function[LIMIT_AMOUNT].is_given)
		return &budgets->function[LIMIT_AMOUNT];
	for (i = 0; i < budgets->count; i++) {
		if (budgets->at[i].kind == LIMIT_AMOUNT)
			return &budgets->at[i].limit;
	}
	return NULL;
}

bool budgets_have_amounts(const struct budgets *budgets)
{
	return budget_first_amount(budgets) != NULL;
}

bool budgets_exceeded(const struct budgets *budgets)
{
	return budgets->functions_exceeded || budgets->total_exceeded;
}

/* A frame without a name, also with the mark of the kernel: "[unknown]_[k]". */
static bool budget_is_nameless(struct slice name)
{
	return slice_skip(&name, SLICE("[unknown]")) &&
	       (name.len == 0 || (name.len == 4 && slice_starts(name, SLICE("_["))));
}

static bool budget_amount_grew(const struct budgets_context *context, const struct mean *mean,
			       const struct budget_limit *limit)
{
	uint64_t counts, divisor;

	return totals_limit(context->totals, limit->amount, &counts, &divisor) &&
	       mean_grew_beyond(mean, counts, divisor);
}

/* The mean of the counts behind a share. */
static struct mean budget_mean(const struct budgets_context *context, const struct share *share)
{
	return totals_mean(context->totals, share->part);
}

/*
 * Frames without a name are of any number of functions: they count where the pattern speaks of
 * them, not where it matches by accident.
 */
static void check_pattern(struct budget *budget, const struct budgets_context *context,
			  const struct stack *const *stacks)
{
	const struct profile *joined = context->joined;
	const bool names_nameless = slice_contains(budget->pattern, SLICE("unknown"));
	bool *matches = memory_clear(joined->names.count + 1, sizeof(*matches));
	struct mean mean;
	size_t count, i;
	frame_id *names = profile_sorted_names(joined, &count);

	for (i = 0; i < count; i++) {
		const struct slice name = intern_name(&joined->names, names[i]);

		matches[names[i]] = regex_matches(budget->regex, name) &&
				    (names_nameless || !budget_is_nameless(name));
		budget->functions += matches[names[i]];
	}
	free(names);
	budget->share = (struct share){.whole = joined->total};
	functions_count_any(stacks, joined->count, matches, budget->share.part);
	mean = budget_mean(context, &budget->share);
	budget->is_exceeded = budget->kind == LIMIT_AMOUNT
				      ? budget_amount_grew(context, &mean, &budget->limit)
				      : share_grew_beyond(&budget->share, budget->limit.ratio);
	free(matches);
	if (budget->functions == 0)
		diag_warn("no function matches the budget '%.*s'", SLICE_ARG(budget->pattern));
}

/* Which limits a function is beyond, as bits of 1 << limit_kind. */
static unsigned budget_kinds_over(const struct budgets *budgets,
				  const struct budgets_context *context,
				  const struct changes *changes, const struct change *change)
{
	const struct change_measure *total = &change->measure[FUNCTIONS_TOTAL];
	const struct budget_limit *points = &budgets->function[LIMIT_RATIO];
	const struct budget_limit *amount = &budgets->function[LIMIT_AMOUNT];
	unsigned over = 0;

	if (points->is_given && !change->is_noise[FUNCTIONS_TOTAL] &&
	    share_grew_beyond(&total->share, points->ratio))
		over |= 1u << LIMIT_RATIO;
	if (amount->is_given) {
		const struct mean mean = budget_mean(context, &total->share);

		if (budget_amount_grew(context, &mean, amount) &&
		    (!changes->is_tested ||
		     noise_test_mean(context->noise, (frame_id)(change - changes->at), &mean) *
				     (double)changes->count <=
			     context->alpha))
			over |= 1u << LIMIT_AMOUNT;
	}
	return over;
}

static bool budget_units_fit(const struct budgets *budgets, const struct totals *totals)
{
	const struct slice unit = totals_unit(totals, DIFF_AFTER);
	const struct unit *known = unit_find(unit);
	const struct budget_limit *amount = budget_first_amount(budgets);
	struct buf reason = {0};
	bool good = true;

	if (totals->state == TOTALS_INCOMPARABLE && (amount || budgets_have_total(budgets))) {
		totals_add_reason(&reason, totals, buf_add_harmless);
		diag_error("totals cannot be compared: %.*s; a budget for the total, or for a time "
			   "or a size, needs recordings of the same event and unit",
			   SLICE_ARG(buf_slice(&reason)));
		good = false;
	} else if (amount && unit.len == 0) {
		diag_error("a budget of a %s needs the unit of the counts, and no file names it; "
			   "collapse with --header, or give percentage points",
			   amount->unit == UNIT_TIME ? "time" : "size");
		good = false;
	} else if (amount && (!known || known->kind != amount->unit)) {
		buf_add_harmless(&reason, unit);
		diag_error("a budget of a %s cannot be kept: the counts are %.*s; give percentage "
			   "points",
			   amount->unit == UNIT_TIME ? "time" : "size",
			   SLICE_ARG(buf_slice(&reason)));
		good = false;
	}
	buf_release(&reason);
	return good;
}

bool budgets_check(struct budgets *budgets, const struct budgets_context *context,
		   struct changes *changes)
{
	const struct profile *joined = context->joined;
	const struct mean mean = totals_mean(context->totals, joined->total);
	const struct budget_limit *total = budgets->total;
	const struct stack **stacks;
	size_t i;

	if (!budget_units_fit(budgets, context->totals))
		return false;
	for (i = 0; i < changes->count; i++) {
		struct change *change = &changes->at[i];
		const unsigned over = budget_kinds_over(budgets, context, changes, change);

		if (over == 0 || !budget_is_nameless(change->name))
			change->over = (unsigned char)over;
		else if (!budgets->nameless ||
			 share_compare_change(&change->measure[FUNCTIONS_TOTAL].share,
					      &budgets->nameless->measure[FUNCTIONS_TOTAL].share) >
				 0)
			budgets->nameless = change;
		budgets->functions_over += change->over != 0;
	}
	budgets->functions_exceeded = budgets->functions_over > 0;
	stacks = profile_sorted(joined, PROFILE_BY_FRAMES);
	for (i = 0; i < budgets->count; i++) {
		check_pattern(&budgets->at[i], context, stacks);
		budgets->functions_exceeded |= budgets->at[i].is_exceeded;
	}
	free(stacks);
	budgets->total_over[LIMIT_RATIO] = total[LIMIT_RATIO].is_given &&
					   mean_grew_beyond_percent(&mean,
								    total[LIMIT_RATIO].ratio);
	budgets->total_over[LIMIT_AMOUNT] = total[LIMIT_AMOUNT].is_given &&
					    budget_amount_grew(context, &mean,
							       &total[LIMIT_AMOUNT]);
	budgets->total_exceeded = budgets->total_over[LIMIT_RATIO] ||
				  budgets->total_over[LIMIT_AMOUNT];
	return true;
}
