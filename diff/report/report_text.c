/* SPDX-License-Identifier: MIT */
#include "common/text/escape.h"
#include "diff/report/report.h"

enum { WIDTH = 8 }; /* of a column */

static void add_aligned(struct buf *buf, struct slice cell)
{
	size_t i;

	buf_add_char(buf, ' ');
	for (i = cell.len; i < WIDTH; i++)
		buf_add_char(buf, ' ');
	buf_add(buf, cell);
}

/* Groups stand above the first of their columns; the last column is the name. */
static void add_heads(struct buf *buf)
{
	const char *group = "";
	size_t i;

	for (i = 0; i < report_column_count; i++) {
		const struct report_column *column = &report_columns[i];

		if (column->hidden & REPORT_IN_TEXT)
			continue;
		add_aligned(buf, slice_from(strcmp(column->group, group) ? column->group : ""));
		group = column->group;
	}
	buf->len = slice_trim_right(buf_slice(buf)).len;
	buf_add_char(buf, '\n');
	for (i = 0; i < report_column_count; i++) {
		if (report_columns[i].type == REPORT_NAME)
			buf_printf(buf, "   %s\n", report_columns[i].head);
		else if (!(report_columns[i].hidden & REPORT_IN_TEXT))
			add_aligned(buf, slice_from(report_columns[i].head));
	}
}

/* `!` is over budget, `~` is noise. */
static void add_function(struct buf *buf, const struct report_cell *cell)
{
	if (report_is_over(cell))
		buf_add_text(buf, " ! ");
	else if (cell->change->measure[cell->section->measure].is_noise)
		buf_add_text(buf, " ~ ");
	else
		buf_add_text(buf, "   ");
	buf_add_harmless(buf, cell->change->name);
	buf_add_char(buf, '\n');
}

static void add_row(struct buf *buf, const struct report_cell *row)
{
	struct report_cell cell = *row;
	struct buf text = {0};
	size_t i;

	for (i = 0; i < report_column_count; i++) {
		cell.column = &report_columns[i];
		if (cell.column->type == REPORT_NAME) {
			add_function(buf, &cell);
		} else if (!(cell.column->hidden & REPORT_IN_TEXT)) {
			buf_reset(&text);
			report_add_cell(&text, &cell);
			add_aligned(buf, buf_slice(&text));
		}
	}
	buf_release(&text);
}

static void add_section(struct buf *buf, const struct report *report,
			const struct report_section *section)
{
	struct report_rows rows = report_rows(report, section);
	size_t i;

	if (rows.found > 0) {
		buf_printf(buf, "\n%s\n", section->title);
		add_heads(buf);
	}
	for (i = 0; i < rows.count; i++)
		add_row(buf, &(struct report_cell){report, section, NULL, rows.at[i]});
	if (rows.count < rows.found)
		buf_printf(buf, "   and %zu more\n", rows.found - rows.count);
	report_rows_release(&rows);
}

void report_text(struct buf *buf, const struct report *report)
{
	size_t i;

	report_add_guard(buf, report);
	buf_add_text(buf, "\nBefore: ");
	report_add_files(buf, report, DIFF_BEFORE, buf_add_harmless);
	buf_add_text(buf, "\nAfter: ");
	report_add_files(buf, report, DIFF_AFTER, buf_add_harmless);
	buf_add_char(buf, '\n');
	if (report->svg.len > 0) {
		buf_add_text(buf, "Graph: ");
		buf_add_harmless(buf, report->svg);
		buf_add_char(buf, '\n');
	}
	buf_add_char(buf, '\n');
	report_add_summary(buf, report);
	if (report_verdict(report))
		buf_printf(buf, ": %s", report_verdict(report));
	buf_add_char(buf, '\n');
	report_add_budgets(buf, report, "- ", buf_add_harmless);
	for (i = 0; i < report_section_count; i++)
		add_section(buf, report, &report_sections[i]);
}
