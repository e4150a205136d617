/* SPDX-License-Identifier: MIT */
/* One object, documented in diffreport(1); a list of functions has one object per line. */
#include "common/base/escape.h"
#include "diff/report/report.h"

enum { DIGITS = 6 }; /* decimals of percentages */

static void add_bool(struct buf *buf, bool value)
{
	buf_add_text(buf, value ? "true" : "false");
}

/* A string, or null for an empty one. */
static void add_text(struct buf *buf, struct slice text)
{
	if (text.len > 0)
		buf_add_json(buf, text);
	else
		buf_add_text(buf, "null");
}

static void add_share(struct buf *buf, const struct share *share, enum diff_side side)
{
	buf_add_fixed(buf, (int64_t)share_percent(share, side, DIGITS), DIGITS);
}

/* Add a probability, or null if the guard is off. */
static void json_report_add_probability(struct buf *buf, const struct report_cell *cell)
{
	if (noise_is_on(cell->report->noise))
		buf_printf(buf, "%.3g", cell->change->measure[cell->section->measure].probability);
	else
		buf_add_text(buf, "null");
}

static void json_report_add_value(struct buf *buf, const struct report_cell *cell)
{
	const struct report_column *column = cell->column;
	const struct change *change = cell->change;
	const struct share *share = &change->measure[column->measure].share;

	switch (column->type) {
	case REPORT_NAME: buf_add_json(buf, change->name); break;
	case REPORT_COUNT:
		buf_add_decimal(buf, share->part[column->side], cell->report->totals->scale);
		break;
	case REPORT_PERCENT: add_share(buf, share, column->side); break;
	case REPORT_POINTS: buf_add_fixed(buf, share_change(share, DIGITS), DIGITS); break;
	case REPORT_DIFFERENCE:
	case REPORT_RATIO: break;
	case REPORT_PROBABILITY: json_report_add_probability(buf, cell); break;
	case REPORT_IS_NOISE: add_bool(buf, change->is_noise[cell->section->measure]); break;
	case REPORT_IS_OVER: add_bool(buf, change->over != 0); break;
	}
}

static void json_report_add_row(struct buf *buf, const struct report_cell *row)
{
	struct report_cell cell = *row;
	size_t i;

	for (i = 0; i < report_column_count; i++) {
		cell.column = &report_columns[i];
		if (!cell.column->key)
			continue;
		buf_printf(buf, "%s\"%s\": ", i > 0 ? ", " : "{", cell.column->key);
		json_report_add_value(buf, &cell);
	}
	buf_add_char(buf, '}');
}

/* An amount of nanoseconds or bytes, or null. */
static void add_amount(struct buf *buf, const struct budget_limit *limit, const char *key)
{
	buf_printf(buf, ", \"%s\": ", key);
	if (limit->is_given)
		buf_printf(buf, "{\"limit\": %llu, \"unit\": \"%s\"}",
			   (unsigned long long)limit->amount,
			   limit->unit == UNIT_TIME ? "ns" : "bytes");
	else
		buf_add_text(buf, "null");
}

static void add_ratio(struct buf *buf, const struct budget_limit *limit)
{
	if (limit->is_given)
		buf_add_decimal(buf, limit->ratio.value, limit->ratio.digits);
	else
		buf_add_text(buf, "null");
}

/* The mean of a side's recordings and its unit, or null where no file names it. */
static void add_total_side(struct buf *buf, const struct report *report, enum diff_side side)
{
	const struct amounts amounts = totals_amounts(report->totals, report->totals->sum);

	buf_printf(buf, ", \"%s\": ", side == DIFF_BEFORE ? "before" : "after");
	buf_add_decimal(buf, amounts.count[side], amounts.scale);
	buf_printf(buf, ", \"%s\": ", side == DIFF_BEFORE ? "unit_before" : "unit_after");
	add_text(buf, amounts.unit[side]);
}

/* The first line of the other formats and its parts, before the functions by their total. */
static void add_totals(struct buf *buf, const struct report *report)
{
	static const char *const states[] = {[TOTALS_COMPARED] = "compared",
					     [TOTALS_NORMALIZED] = "normalized",
					     [TOTALS_INCOMPARABLE] = "incomparable"};
	const struct totals *totals = report->totals;
	struct buf text = {0};

	buf_add_text(buf, "\"total\": {\"text\": ");
	report_add_total(&text, report, buf_add);
	buf_add_json(buf, buf_slice(&text));
	buf_reset(&text);
	add_total_side(buf, report, DIFF_BEFORE);
	add_total_side(buf, report, DIFF_AFTER);
	buf_add_text(buf, ", \"change\": ");
	if (totals->state == TOTALS_COMPARED)
		buf_printf(buf, "%.6g",
			   ((double)totals->sum[DIFF_AFTER] * (double)totals->weight[DIFF_BEFORE] /
				    ((double)totals->sum[DIFF_BEFORE] *
				     (double)totals->weight[DIFF_AFTER]) -
			    1) * 100);
	else
		buf_add_text(buf, "null");
	buf_printf(buf, ", \"comparison\": \"%s\", \"reason\": ", states[totals->state]);
	report_add_comparison(&text, report, buf_add);
	buf_add_json(buf, buf_slice(&text));
	buf_release(&text);
	buf_add_text(buf, ",\n");
}

static void json_report_add_section(struct buf *buf, const struct report *report,
				    const struct report_section *section)
{
	struct report_rows rows = report_rows(report, section);
	size_t i;

	if (section == &report_sections[0])
		add_totals(buf, report);
	else
		buf_printf(buf, ",\n\"%s\": {", section->key);
	buf_printf(buf, "\"found\": %zu, \"functions\": [", rows.found);
	for (i = 0; i < rows.count; i++) {
		buf_add_text(buf, i > 0 ? ",\n" : "\n");
		json_report_add_row(buf, &(struct report_cell){report, section, NULL, rows.at[i]});
	}
	buf_add_text(buf, "]}");
	report_rows_release(&rows);
}

static void add_side(struct buf *buf, const struct report *report, enum diff_side side)
{
	const struct diff_files *files = &report->sides[side];
	size_t i;

	buf_printf(buf, ",\n\"%s\": {\"files\": [", side == DIFF_BEFORE ? "before" : "after");
	for (i = 0; i < files->count; i++) {
		buf_add_text(buf, i > 0 ? ", " : "");
		buf_add_text(buf, "{\"name\": ");
		buf_add_json(buf, files->at[i].path);
		buf_add_text(buf, ", \"weight\": ");
		buf_add_decimal(buf, files->at[i].weight.value, files->at[i].weight.scale);
		buf_add_char(buf, '}');
	}
	buf_add_text(buf, "], \"name\": ");
	add_text(buf, report->names[side]);
	buf_add_text(buf, ", \"total\": ");
	buf_add_decimal(buf, report->totals->sum[side], report->totals->scale);
	buf_add_text(buf, ", \"samples\": ");
	if (report->noise->source == NOISE_UNKNOWN)
		buf_add_text(buf, "null");
	else
		buf_add_u64(buf, report_samples(report->noise, side));
	buf_add_char(buf, '}');
}

static void add_summary(struct buf *buf, const struct report *report)
{
	static const struct {
		enum change_kind kind;
		const char *key;
	} kinds[] = {
		{CHANGE_GREW, "grew"},
		{CHANGE_SHRANK, "shrank"},
		{CHANGE_NEW, "new"},
		{CHANGE_VANISHED, "vanished"},
	};
	const struct report_summary summary = report_summary(report);
	size_t i;

	buf_add_text(buf, ",\n\"summary\": {");
	for (i = 0; i < ARRAY_LEN(kinds); i++)
		buf_printf(buf, "\"%s\": %zu, ", kinds[i].key, summary.kinds[kinds[i].kind]);
	buf_printf(buf, "\"only_self\": %zu, \"noise\": %zu}", summary.self, summary.noise);
}

static void add_budgets(struct buf *buf, const struct report *report)
{
	const struct budgets *budgets = report->budgets;
	size_t i;

	buf_add_text(buf, ",\n\"budget\": {\"exceeded\": ");
	add_bool(buf, budgets_exceeded(budgets));
	buf_add_text(buf, ", \"total_limit\": ");
	add_ratio(buf, &budgets->total[LIMIT_RATIO]);
	add_amount(buf, &budgets->total[LIMIT_AMOUNT], "total_amount");
	buf_add_text(buf, ", \"total_exceeded\": ");
	add_bool(buf, budgets->total_exceeded);
	buf_add_text(buf, ", \"function_limit\": ");
	add_ratio(buf, &budgets->function[LIMIT_RATIO]);
	add_amount(buf, &budgets->function[LIMIT_AMOUNT], "function_amount");
	buf_printf(buf, ", \"functions_over\": %zu, \"patterns\": [", budgets->functions_over);
	for (i = 0; i < budgets->count; i++) {
		buf_add_text(buf, i > 0 ? ",\n" : "\n");
		buf_add_text(buf, "{\"pattern\": ");
		buf_add_json(buf, budgets->at[i].pattern);
		buf_add_text(buf, ", \"limit\": ");
		if (budgets->at[i].kind == LIMIT_RATIO)
			buf_add_decimal(buf, budgets->at[i].limit.ratio.value,
					budgets->at[i].limit.ratio.digits);
		else
			buf_add_text(buf, "null");
		if (budgets->at[i].kind == LIMIT_AMOUNT)
			add_amount(buf, &budgets->at[i].limit, "amount");
		buf_add_text(buf, ", \"before\": ");
		add_share(buf, &budgets->at[i].share, DIFF_BEFORE);
		buf_add_text(buf, ", \"after\": ");
		add_share(buf, &budgets->at[i].share, DIFF_AFTER);
		buf_add_text(buf, ", \"change\": ");
		buf_add_fixed(buf, share_change(&budgets->at[i].share, DIGITS), DIGITS);
		buf_printf(buf, ", \"functions\": %zu, \"exceeded\": ", budgets->at[i].functions);
		add_bool(buf, budgets->at[i].is_exceeded);
		buf_add_char(buf, '}');
	}
	buf_add_text(buf, "]}");
}

COLD void report_json(struct buf *buf, const struct report *report)
{
	size_t i;
	struct buf text = {0};

	buf_add_char(buf, '{');
	json_report_add_section(buf, report, &report_sections[0]);
	buf_add_text(buf, ",\n\"guard\": {\"on\": ");
	add_bool(buf, noise_is_on(report->noise));
	buf_add_text(buf, ", \"text\": ");
	report_add_guard(&text, report, buf_add);
	buf_add_json(buf, buf_slice(&text));
	buf_release(&text);
	buf_printf(buf, ", \"alpha\": %g, \"tested\": %zu}", report->alpha,
		   report->changes->tested[FUNCTIONS_TOTAL]);
	add_side(buf, report, DIFF_BEFORE);
	add_side(buf, report, DIFF_AFTER);
	buf_add_text(buf, ",\n\"svg\": ");
	add_text(buf, report->svg);
	add_summary(buf, report);
	add_budgets(buf, report);
	for (i = 1; i < report_section_count; i++)
		json_report_add_section(buf, report, &report_sections[i]);
	buf_add_text(buf, "}\n");
}
