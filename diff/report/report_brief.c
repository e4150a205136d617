/* SPDX-License-Identifier: MIT */
/* A sentence, and the functions that changed most, for the end of a log. */
#include "common/text/escape.h"
#include "diff/report/report.h"

enum { WIDTH = 7 }; /* of "-100.00" */

static bool is_any(const struct change *change)
{
	(void)change;
	return true;
}

static const struct report_section all = {"", "", FUNCTIONS_TOTAL, is_any};

/* "  +20.00 points: parse (30.00% to 50.00%)" */
static void brief_add_row(struct buf *buf, const struct change *change)
{
	const struct share *share = &change->measure[FUNCTIONS_TOTAL].share;
	struct buf points = {0};

	report_add_points(&points, share);
	buf_printf(buf, "  %*.*s points: ", WIDTH, SLICE_ARG(buf_slice(&points)));
	buf_add_harmless(buf, change->name);
	buf_add_text(buf, " (");
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
		brief_add_row(buf, rows.at[i]);
	report_rows_release(&rows);
}
