/* SPDX-License-Identifier: MIT */
#include "diff/report/report.h"

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
	{REPORT_PROBABILITY, .hidden = REPORT_IN_MARKDOWN, .key = "p", .group = "", .head = "p"},
	{REPORT_IS_NOISE, .key = "noise", .hidden = REPORT_IN_TABLES},
	{REPORT_IS_OVER, .key = "over_budget", .hidden = REPORT_IN_TABLES},
	{REPORT_NAME, .key = "function", .group = "", .head = "function"},
};

const size_t report_column_count = ARRAY_LEN(report_columns);

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
	       (report->with_noise || !measure->is_noise);
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

struct report_rows report_rows_over(const struct report *report, enum limit_kind kind)
{
	return select_rows(report, NULL, kind);
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

		if (!total->is_noise)
			summary.kinds[change->kind]++;
		else if (!self->is_noise)
			summary.self++;
		else if (share_direction(&total->share) != 0 || share_direction(&self->share) != 0)
			summary.noise++;
	}
	return summary;
}

void report_add_percent(struct buf *buf, const struct share *share, enum diff_side side)
{
	buf_add_fixed(buf, (int64_t)share_percent(share, side, DIGITS), DIGITS);
	buf_add_char(buf, '%');
}

void report_add_points(struct buf *buf, const struct share *share)
{
	int64_t change = share_change(share, DIGITS);

	if (change > 0)
		buf_add_char(buf, '+');
	buf_add_fixed(buf, change, DIGITS);
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

void report_add_cell(struct buf *buf, const struct report_cell *cell)
{
	const struct report_column *column = cell->column;
	const struct share *share = &cell->change->measure[column->measure].share;

	switch (column->type) {
	case REPORT_PERCENT: report_add_percent(buf, share, column->side); break;
	case REPORT_POINTS: report_add_points(buf, share); break;
	case REPORT_PROBABILITY: report_add_probability(buf, cell); break;
	case REPORT_NAME:
	case REPORT_COUNT:
	case REPORT_IS_NOISE:
	case REPORT_IS_OVER: break;
	}
}
