/* SPDX-License-Identifier: MIT */
#include "diff/report/report.h"

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

void report_add_guard(struct buf *buf, const struct report *report)
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
		buf_add_text(buf, report_samples(noise, DIFF_BEFORE) == 1 ? " sample" : " samples");
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
		buf_add_text(buf, "No function changed");
	if (summary.noise > 0)
		buf_printf(buf, " (%zu within the noise)", summary.noise);
}

void report_add_files(struct buf *buf, const struct report *report, enum diff_side side,
		      report_name *add_name)
{
	const struct diff_files *files = &report->sides[side];
	size_t i;

	for (i = 0; i < files->count; i++) {
		buf_add_text(buf, i > 0 ? ", " : "");
		if (slice_equal(files->at[i].path, SLICE("-")))
			buf_add_text(buf, "standard input");
		else
			add_name(buf, files->at[i].path);
	}
	buf_add_text(buf, " (total ");
	if (report->scale > 0)
		buf_add_decimal(buf, report->total[side], report->scale);
	else
		buf_add_grouped(buf, report->total[side]);
	buf_add_char(buf, ')');
}

const char *report_verdict(const struct report *report)
{
	if (!report->budgets->has_limit && report->budgets->count == 0)
		return NULL;
	return report->budgets->is_exceeded ? "over budget" : "within budget";
}

/* "10.00% to 15.00% (+5.00): over the limit of 2 points" */
static void add_verdict(struct buf *buf, const struct share *share, struct points limit,
			bool is_over)
{
	report_add_percent(buf, share, DIFF_BEFORE);
	buf_add_text(buf, " to ");
	report_add_percent(buf, share, DIFF_AFTER);
	buf_add_text(buf, " (");
	report_add_points(buf, share);
	buf_add_text(buf, is_over ? "): over the limit of +" : "): within the limit of +");
	buf_add_decimal(buf, limit.value, limit.digits);
}

/* The functions beyond the limit of functions, ordered by growth. */
static void add_functions_over(struct buf *buf, const struct report *report, const char *bullet,
			       report_name *add_name)
{
	const struct budgets *budgets = report->budgets;
	struct report_rows rows = report_rows_over(report);
	size_t i;

	if (rows.found == 0) {
		buf_printf(buf, "%sno function grew by more than +", bullet);
		buf_add_decimal(buf, budgets->limit.value, budgets->limit.digits);
		buf_add_char(buf, '\n');
	}
	for (i = 0; i < rows.count; i++) {
		buf_add_text(buf, bullet);
		add_name(buf, rows.at[i]->name);
		buf_add_text(buf, ": ");
		add_verdict(buf, &rows.at[i]->measure[FUNCTIONS_TOTAL].share, budgets->limit, true);
		buf_add_char(buf, '\n');
	}
	if (rows.count < rows.found)
		buf_printf(buf, "%sand %zu more functions\n", bullet, rows.found - rows.count);
	report_rows_release(&rows);
}

void report_add_budgets(struct buf *buf, const struct report *report, const char *bullet,
			report_name *add_name)
{
	const struct budgets *budgets = report->budgets;
	size_t i;

	if (budgets->has_limit)
		add_functions_over(buf, report, bullet, add_name);
	for (i = 0; i < budgets->count; i++) {
		const struct budget *budget = &budgets->at[i];

		buf_printf(buf, "%sfunctions like ", bullet);
		add_name(buf, budget->pattern);
		buf_add_text(buf, ": ");
		add_verdict(buf, &budget->share, budget->limit, budget->is_exceeded);
		buf_add_text(buf, budget->functions == 0 ? "; there is none\n" : "\n");
	}
}
