/* SPDX-License-Identifier: MIT */
#include "diff/report/report.h"

#include "common/base/escape.h"

enum { DIGITS = 2 }; /* decimals in tables */

static bool is_on_both_sides(const struct change *change)
{
	return change->kind != CHANGE_NEW && change->kind != CHANGE_VANISHED;
}

static bool is_new(const struct change *change)
{
	return change->kind == CHANGE_NEW;
}

static bool has_vanished(const struct change *change)
{
	return change->kind == CHANGE_VANISHED;
}

const struct report_section report_sections[] = {
	{"total", "Changes of total share", FUNCTIONS_TOTAL, is_on_both_sides},
	{"self", "Changes of self share", FUNCTIONS_SELF, is_on_both_sides},
	{"new", "New functions", FUNCTIONS_TOTAL, is_new},
	{"vanished", "Vanished functions", FUNCTIONS_TOTAL, has_vanished},
};

const size_t report_section_count = ARRAY_LEN(report_sections);

#define OF(column_type, name, side_name)                                                           \
	.type = REPORT_##column_type, .measure = FUNCTIONS_##name, .side = DIFF_##side_name

const struct report_column report_columns[] = {
	{OF(COUNT, TOTAL, BEFORE), .key = "total_count_before", .hidden = REPORT_IN_TABLES},
	{OF(COUNT, TOTAL, AFTER), .key = "total_count_after", .hidden = REPORT_IN_TABLES},
	{OF(PERCENT, TOTAL, BEFORE), .key = "total_before", .group = "total", .head = "before"},
	{OF(PERCENT, TOTAL, AFTER), .key = "total_after", .group = "total", .head = "after"},
	{OF(POINTS, TOTAL, AFTER), .key = "total_change", .group = "total", .head = "change"},
	{OF(COUNT, SELF, BEFORE), .key = "self_count_before", .hidden = REPORT_IN_TABLES},
	{OF(COUNT, SELF, AFTER), .key = "self_count_after", .hidden = REPORT_IN_TABLES},
	{OF(PERCENT, SELF, BEFORE), .key = "self_before", .group = "self", .head = "before"},
	{OF(PERCENT, SELF, AFTER), .key = "self_after", .group = "self", .head = "after"},
	{OF(POINTS, SELF, AFTER), .key = "self_change", .group = "self", .head = "change"},
	{REPORT_DIFFERENCE, .group = "amount", .head = "change"},
	{REPORT_RATIO, .group = "amount", .head = "ratio"},
	{REPORT_PROBABILITY, .hidden = REPORT_IN_MARKDOWN, .key = "p", .group = "", .head = "p"},
	{REPORT_IS_NOISE, .key = "noise", .hidden = REPORT_IN_TABLES},
	{REPORT_IS_OVER, .key = "over_budget", .hidden = REPORT_IN_TABLES},
	{REPORT_NAME, .key = "function", .group = "", .head = "function"},
};

const size_t report_column_count = ARRAY_LEN(report_columns);

bool report_has_amounts(const struct report *report)
{
	return report->totals->state == TOTALS_COMPARED &&
	       totals_unit(report->totals, DIFF_BEFORE).len > 0;
}

bool report_has_column(const struct report *report, const struct report_column *column,
		       enum report_place place)
{
	if (column->type == REPORT_DIFFERENCE || column->type == REPORT_RATIO)
		return report_has_amounts(report);
	return !(column->hidden & place);
}

struct sortable {
	const struct report *report;
	const struct change *change;
	const struct change_measure *measure;
};

/* Larger changes first, then growth first, then by name. */
static int report_compare(const void *left, const void *right)
{
	const struct sortable *a = left, *b = right;
	int order = share_compare_change(&b->measure->share, &a->measure->share);

	if (order == 0)
		order = share_direction(&b->measure->share) - share_direction(&a->measure->share);
	return order != 0 ? order : slice_compare(a->change->name, b->change->name);
}

/* More growth first, of what a recording counts; then by name. */
static int compare_amounts(const void *left, const void *right)
{
	const struct sortable *a = left, *b = right;
	const struct mean mean = totals_mean(a->report->totals, a->measure->share.part);
	const struct mean other = totals_mean(b->report->totals, b->measure->share.part);
	const int order = mean_compare_growth(&other, &mean);

	return order != 0 ? order : slice_compare(a->change->name, b->change->name);
}

static bool belongs(const struct report *report, const struct report_section *section,
		    const struct change *change)
{
	const struct change_measure *measure = &change->measure[section->measure];

	return section->has(change) && share_direction(&measure->share) != 0 &&
	       (report->with_noise || !change->is_noise[section->measure]);
}

/* All changes that `belongs` or the limit selects; `section` is NULL for a limit. */
static struct report_rows select_rows(const struct report *report,
				      const struct report_section *section, enum limit_kind kind)
{
	const enum functions_measure measure = section ? section->measure : FUNCTIONS_TOTAL;
	const struct changes *changes = report->changes;
	struct sortable *found = memory_resize(NULL, changes->count, sizeof(*found));
	struct report_rows rows = {0};
	size_t i;

	for (i = 0; i < changes->count; i++) {
		const struct change *change = &changes->at[i];

		if (section ? belongs(report, section, change) : (change->over >> kind & 1) != 0)
			found[rows.found++] = (struct sortable){report, change,
								&change->measure[measure]};
	}
	qsort(found, rows.found, sizeof(*found),
	      !section && kind == LIMIT_AMOUNT ? compare_amounts : report_compare);
	rows.count = report->top > 0 && report->top < rows.found ? (size_t)report->top : rows.found;
	rows.at = memory_resize(NULL, rows.count, sizeof(*rows.at));
	for (i = 0; i < rows.count; i++)
		rows.at[i] = found[i].change;
	free(found);
	return rows;
}

struct report_rows report_rows(const struct report *report, const struct report_section *section)
{
	return select_rows(report, section, LIMIT_RATIO);
}

void report_rows_release(struct report_rows *rows)
{
	free(rows->at);
	*rows = (struct report_rows){0};
}

struct report_summary report_summary(const struct report *report)
{
	struct report_summary summary = {0};
	size_t i;

	for (i = 0; i < report->changes->count; i++) {
		const struct change *change = &report->changes->at[i];
		const struct change_measure *total = &change->measure[FUNCTIONS_TOTAL];
		const struct change_measure *self = &change->measure[FUNCTIONS_SELF];

		if (!change->is_noise[FUNCTIONS_TOTAL])
			summary.kinds[change->kind]++;
		else if (!change->is_noise[FUNCTIONS_SELF])
			summary.self++;
		else if (share_direction(&total->share) != 0 || share_direction(&self->share) != 0)
			summary.noise++;
	}
	return summary;
}

bool report_is_over(const struct report_cell *cell)
{
	return cell->section->measure == FUNCTIONS_TOTAL && cell->change->over != 0;
}

static void report_add_probability(struct buf *buf, const struct report_cell *cell)
{
	double probability = cell->change->measure[cell->section->measure].probability;

	if (!noise_is_on(cell->report->noise))
		buf_add_char(buf, '-');
	else if (probability < 1e-99)
		buf_add_text(buf, "<1e-99");
	else
		buf_printf(buf, probability < 0.001 ? "%.0e" : "%.3f", probability);
}

/* "12.50%", and "+2.50", "-0.25", "0.00" percentage points. */
static void report_add_percent(struct buf *buf, const struct share *share, enum diff_side side)
{
	buf_add_fixed(buf, (int64_t)share_percent(share, side, DIGITS), DIGITS);
	buf_add_char(buf, '%');
}

static void report_add_points(struct buf *buf, const struct share *share)
{
	int64_t change = share_change(share, DIGITS);

	if (change > 0)
		buf_add_char(buf, '+');
	buf_add_fixed(buf, change, DIGITS);
}

static void report_add_difference(struct buf *buf, const struct report *report,
				  const struct share *share)
{
	const struct amounts amounts = totals_amounts(report->totals, share->part);

	amounts_add_difference(buf, &amounts);
}

/* "x1.67", or "-" where one side has nothing. */
static void report_add_ratio(struct buf *buf, const struct report *report,
			     const struct share *share)
{
	const struct amounts amounts = totals_amounts(report->totals, share->part);

	if (!amounts_add_ratio(buf, &amounts))
		buf_add_char(buf, '-');
}

void report_add_cell(struct buf *buf, const struct report_cell *cell)
{
	const struct report_column *column = cell->column;
	const struct share *share = &cell->change->measure[column->measure].share;
	const struct share *own = &cell->change->measure[cell->section->measure].share;

	switch (column->type) {
	case REPORT_DIFFERENCE: report_add_difference(buf, cell->report, own); break;
	case REPORT_RATIO: report_add_ratio(buf, cell->report, own); break;
	case REPORT_PERCENT: report_add_percent(buf, share, column->side); break;
	case REPORT_POINTS: report_add_points(buf, share); break;
	case REPORT_PROBABILITY: report_add_probability(buf, cell); break;
	case REPORT_NAME:
	case REPORT_COUNT:
	case REPORT_IS_NOISE:
	case REPORT_IS_OVER: break;
	}
}

uint64_t report_samples(const struct noise *noise, enum diff_side side)
{
	return (uint64_t)(noise->samples[side] + 0.5);
}

/* "(counts divided by 250000)" */
static void add_source(struct buf *buf, const struct noise *noise)
{
	switch (noise->source) {
	case NOISE_UNKNOWN: break;
	case NOISE_GIVEN: buf_add_text(buf, " (as given)"); break;
	case NOISE_PERIOD:
	case NOISE_COUNTS:
		if (noise->period.value == 1 && noise->period.scale == 0)
			return;
		buf_add_text(buf, " (counts divided by ");
		buf_add_decimal(buf, noise->period.value, noise->period.scale);
		buf_add_char(buf, ')');
	}
}

/* What a sample is called: where a count is one sample of something else, by its unit. */
static void add_samples(struct buf *buf, const struct report *report, report_name *add_name)
{
	const struct noise *noise = report->noise;
	const struct slice unit = totals_unit(report->totals, DIFF_BEFORE);
	const bool is_plain = noise->source == NOISE_COUNTS && noise->period.value == 1 &&
			      noise->period.scale == 0;

	buf_add_char(buf, ' ');
	if (is_plain && unit.len > 0)
		add_name(buf, unit);
	else
		buf_add_text(buf, report_samples(noise, DIFF_BEFORE) == 1 ? "sample" : "samples");
}

void report_add_guard(struct buf *buf, const struct report *report, report_name *add_name)
{
	const struct noise *noise = report->noise;

	if (!noise_is_on(noise)) {
		buf_add_text(buf, "Noise guard off: the number of samples is unknown; give "
				  "--samples or --period.");
		return;
	}
	buf_add_text(buf, "Noise guard on: ");
	if (noise->source != NOISE_UNKNOWN) {
		buf_add_grouped(buf, report_samples(noise, DIFF_BEFORE));
		add_samples(buf, report, add_name);
		buf_add_text(buf, " before, ");
		buf_add_grouped(buf, report_samples(noise, DIFF_AFTER));
		buf_add_text(buf, " after");
		add_source(buf, noise);
		buf_add_text(buf, noise->has_spread ? ", and " : "");
	}
	if (noise->has_spread)
		buf_printf(buf, "the spread of files (%zu before, %zu after)",
			   report->sides[DIFF_BEFORE].count, report->sides[DIFF_AFTER].count);
	buf_printf(buf, "; %zu functions tested at level %g.",
		   report->changes->tested[FUNCTIONS_TOTAL], report->alpha);
}

/* One part of the sentence; `one` is how it reads of a single function. */
static void add_part(struct buf *buf, size_t count, const char *one, const char *many, bool *first)
{
	if (count == 0)
		return;
	if (*first)
		buf_printf(buf, "%zu function%s %s", count, count == 1 ? "" : "s",
			   count == 1 ? one : many);
	else
		buf_printf(buf, ", %zu %s", count, count == 1 ? one : many);
	*first = false;
}

void report_add_summary(struct buf *buf, const struct report *report)
{
	const struct report_summary summary = report_summary(report);
	bool first = true;

	add_part(buf, summary.kinds[CHANGE_GREW], "grew", "grew", &first);
	add_part(buf, summary.kinds[CHANGE_SHRANK], "shrank", "shrank", &first);
	add_part(buf, summary.kinds[CHANGE_NEW], "is new", "are new", &first);
	add_part(buf, summary.kinds[CHANGE_VANISHED], "vanished", "vanished", &first);
	add_part(buf, summary.self, "changed only in its self share",
		 "changed only in their self share", &first);
	if (first)
		buf_add_text(buf, "No function changed its share");
	if (summary.noise > 0)
		buf_printf(buf, " (%zu within the noise)", summary.noise);
}

void report_add_files(struct buf *buf, const struct report *report, enum diff_side side,
		      report_name *add_name, report_name *add_unit)
{
	const struct diff_files *files = &report->sides[side];
	size_t i;

	if (report->names[side].len > 0)
		add_name(buf, report->names[side]);
	for (i = 0; report->names[side].len == 0 && i < files->count; i++) {
		buf_add_text(buf, i > 0 ? ", " : "");
		if (slice_equal(files->at[i].path, SLICE("-")))
			buf_add_text(buf, "standard input");
		else
			add_name(buf, files->at[i].path);
	}
	buf_add_text(buf, " (total ");
	if (report->totals->scale > 0)
		buf_add_decimal(buf, report->totals->sum[side], report->totals->scale);
	else
		buf_add_grouped(buf, report->totals->sum[side]);
	if (totals_unit(report->totals, side).len > 0) {
		buf_add_char(buf, ' ');
		add_unit(buf, totals_unit(report->totals, side));
	}
	buf_add_char(buf, ')');
}

const char *report_verdict(const struct report *report)
{
	const struct budgets *budgets = report->budgets;

	if (budgets_have_total(budgets))
		return budgets_exceeded(budgets) ? "over budget" : "within budget";
	if (budgets_have_functions(budgets))
		return budgets->functions_exceeded ? "functions over budget"
						   : "functions within budget";
	return NULL;
}

static void add_both(struct buf *buf, const struct report *report, const uint64_t sum[DIFF_SIDES],
		     const char *between, report_name *add_name)
{
	const struct amounts amounts = totals_amounts(report->totals, sum);

	amounts_add(buf, &amounts, DIFF_BEFORE, add_name);
	buf_add_text(buf, between);
	amounts_add(buf, &amounts, DIFF_AFTER, add_name);
	if (report->totals->state == TOTALS_COMPARED && sum[DIFF_BEFORE] > 0) {
		buf_add_text(buf, " (");
		amounts_add_percent(buf, &amounts);
		buf_add_char(buf, ')');
	}
}

/* Which budgets are kept: one verdict only where it is that of all. */
static void add_verdicts(struct buf *buf, const struct budgets *budgets)
{
	const bool both = budgets_have_total(budgets) && budgets_have_functions(budgets);

	if (both && budgets->total_exceeded != budgets->functions_exceeded)
		buf_add_text(buf, budgets->total_exceeded
					  ? ": total over budget, functions within budget"
					  : ": total within budget, functions over budget");
	else if (budgets_have_total(budgets))
		buf_add_text(buf, budgets->total_exceeded ? ": over budget" : ": within budget");
	else if (budgets_have_functions(budgets))
		buf_add_text(buf, budgets->functions_exceeded ? ": functions over budget"
							      : ": functions within budget");
}

void report_add_total(struct buf *buf, const struct report *report, report_name *add_name)
{
	const struct totals *totals = report->totals;
	const struct budgets *budgets = report->budgets;

	if (totals->state == TOTALS_INCOMPARABLE) {
		buf_add_text(buf, "totals cannot be compared: ");
		totals_add_reason(buf, totals, add_name);
	} else {
		buf_add_text(buf, "all: ");
		add_both(buf, report, totals->sum, " -> ", add_name);
		if (totals->state == TOTALS_NORMALIZED)
			buf_add_text(buf, "; shares are compared, not totals (--normalize)");
	}
	add_verdicts(buf, budgets);
	if (totals->state != TOTALS_NORMALIZED && budgets_have_functions(budgets) &&
	    !budgets_have_total(budgets))
		buf_add_text(buf, " (no budget for the total)");
}

void report_add_comparison(struct buf *buf, const struct report *report, report_name *add_name)
{
	const struct totals *totals = report->totals;
	const struct slice unit = totals_unit(totals, DIFF_BEFORE);

	if (totals->state == TOTALS_NORMALIZED) {
		buf_add_text(buf, "Compared: shares, not totals: --normalize was given, for "
				  "recordings of different lengths.");
	} else if (totals->state == TOTALS_INCOMPARABLE) {
		buf_add_text(buf, "Compared: shares, not totals: ");
		totals_add_reason(buf, totals, add_name);
		buf_add_char(buf, '.');
	} else if (unit.len > 0) {
		buf_add_text(buf, "Compared: totals and shares: both sides count ");
		add_name(buf, unit);
		buf_add_char(buf, '.');
	} else {
		buf_add_text(buf, "Compared: totals and shares: as plain counts, since no file "
				  "names their unit.");
	}
}

/* "+2", "+50.0 ms" */
static void add_limit(struct buf *buf, const struct budget_limit *limit, enum limit_kind kind)
{
	static const struct slice units[] = {
		[UNIT_TIME] = SLICE_INIT("ns"), [UNIT_MEMORY] = SLICE_INIT("bytes")};

	buf_add_char(buf, '+');
	if (kind == LIMIT_RATIO)
		buf_add_decimal(buf, limit->ratio.value, limit->ratio.digits);
	else
		amount_add(buf, unit_find(units[limit->unit]), limit->amount, 0);
}

static void add_verdict(struct buf *buf, const struct budget_limit *limit, enum limit_kind kind,
			bool is_over)
{
	buf_add_text(buf, is_over ? ": over the limit of " : ": within the limit of ");
	add_limit(buf, limit, kind);
}

/* "10.00% to 15.00% (+5.00)" or "0.30 s to 0.90 s (+200 %)" */
static void add_growth(struct buf *buf, const struct report *report, const struct share *share,
		       enum limit_kind kind, report_name *add_name)
{
	if (kind == LIMIT_AMOUNT) {
		add_both(buf, report, share->part, " to ", add_name);
		return;
	}
	report_add_percent(buf, share, DIFF_BEFORE);
	buf_add_text(buf, " to ");
	report_add_percent(buf, share, DIFF_AFTER);
	buf_add_text(buf, " (");
	report_add_points(buf, share);
	buf_add_char(buf, ')');
}

/* The functions beyond the limit of functions, ordered by growth. */
static void add_functions_over(struct buf *buf, const struct report *report, enum limit_kind kind,
			       const char *bullet, report_name *add_name)
{
	const struct budget_limit *limit = &report->budgets->function[kind];
	struct report_rows rows = select_rows(report, NULL, kind);
	size_t i;

	if (rows.found == 0) {
		buf_printf(buf, "%sno function grew by more than ", bullet);
		add_limit(buf, limit, kind);
		buf_add_char(buf, '\n');
	}
	for (i = 0; i < rows.count; i++) {
		buf_add_text(buf, bullet);
		add_name(buf, rows.at[i]->name);
		buf_add_text(buf, ": ");
		add_growth(buf, report, &rows.at[i]->measure[FUNCTIONS_TOTAL].share, kind,
			   add_name);
		add_verdict(buf, limit, kind, true);
		buf_add_char(buf, '\n');
	}
	if (rows.count < rows.found)
		buf_printf(buf, "%sand %zu more functions\n", bullet, rows.found - rows.count);
	report_rows_release(&rows);
}

/* The growth of frames without a name, which fails no job. */
static void add_nameless(struct buf *buf, const struct report *report, const char *bullet,
			 report_name *add_name)
{
	const struct change *change = report->budgets->nameless;

	if (!change)
		return;
	buf_add_text(buf, bullet);
	add_name(buf, change->name);
	buf_add_text(buf, ": ");
	add_growth(buf, report, &change->measure[FUNCTIONS_TOTAL].share,
		   report->budgets->function[LIMIT_RATIO].is_given ? LIMIT_RATIO : LIMIT_AMOUNT,
		   add_name);
	buf_add_text(buf, ": frames without a name have no limit\n");
}

void report_add_budgets(struct buf *buf, const struct report *report, const char *bullet,
			report_name *add_name)
{
	const struct budgets *budgets = report->budgets;
	int kind;
	size_t i;

	for (kind = 0; kind < LIMIT_KINDS; kind++) {
		if (!budgets->total[kind].is_given)
			continue;
		buf_printf(buf, "%sall: ", bullet);
		add_both(buf, report, report->totals->sum, " to ", add_name);
		add_verdict(buf, &budgets->total[kind], (enum limit_kind)kind,
			    budgets->total_over[kind]);
		buf_add_text(buf, kind == LIMIT_RATIO ? " %\n" : "\n");
	}
	for (kind = 0; kind < LIMIT_KINDS; kind++) {
		if (budgets->function[kind].is_given)
			add_functions_over(buf, report, (enum limit_kind)kind, bullet, add_name);
	}
	add_nameless(buf, report, bullet, add_name);
	for (i = 0; i < budgets->count; i++) {
		buf_add_text(buf, bullet);
		buf_add_text(buf, "functions like ");
		add_name(buf, budgets->at[i].pattern);
		buf_add_text(buf, ": ");
		add_growth(buf, report, &budgets->at[i].share, budgets->at[i].kind, add_name);
		add_verdict(buf, &budgets->at[i].limit, budgets->at[i].kind,
			    budgets->at[i].is_exceeded);
		buf_add_text(buf, budgets->at[i].functions == 0 ? "; there is none\n" : "\n");
	}
}

/* A sentence, and the functions that changed most, for the end of a log. */

enum { WIDTH = 7 }; /* of "-100.00" */

static bool is_any(const struct change *change)
{
	(void)change;
	return true;
}

static const struct report_section all = {"", "", FUNCTIONS_TOTAL, is_any};

/* "  +20.00 points: parse (+464 ms, x1.67, 30.00% to 50.00%)" */
static void brief_add_row(struct buf *buf, const struct report *report, const struct change *change)
{
	const struct share *share = &change->measure[FUNCTIONS_TOTAL].share;
	const struct amounts amounts = totals_amounts(report->totals, share->part);
	struct buf points = {0};

	report_add_points(&points, share);
	buf_printf(buf, "  %*.*s points: ", WIDTH, SLICE_ARG(buf_slice(&points)));
	buf_add_harmless(buf, change->name);
	buf_add_text(buf, " (");
	if (report_has_amounts(report)) {
		amounts_add_difference(buf, &amounts);
		buf_add_text(buf, ", ");
		if (amounts_add_ratio(buf, &amounts))
			buf_add_text(buf, ", ");
	}
	report_add_percent(buf, share, DIFF_BEFORE);
	buf_add_text(buf, " to ");
	report_add_percent(buf, share, DIFF_AFTER);
	buf_add_text(buf, change->kind == CHANGE_NEW        ? ", new)\n"
			  : change->kind == CHANGE_VANISHED ? ", vanished)\n"
							    : ")\n");
	buf_release(&points);
}

void report_brief(struct buf *buf, const struct report *report)
{
	struct report_rows rows = report_rows(report, &all);
	size_t i;

	report_add_total(buf, report, buf_add_harmless);
	buf_add_char(buf, '\n');
	report_add_summary(buf, report);
	if (report_verdict(report))
		buf_printf(buf, ", %s", report_verdict(report));
	buf_add_text(buf, rows.count == 0 ? "" : rows.count < rows.found ? "; most of all:" : ":");
	buf_add_char(buf, '\n');
	for (i = 0; i < rows.count; i++)
		brief_add_row(buf, report, rows.at[i]);
	report_rows_release(&rows);
}
