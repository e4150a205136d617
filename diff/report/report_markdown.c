/* SPDX-License-Identifier: MIT */
/*
 * Markdown for the comments of reviews: GitHub Flavored Markdown, which other dialects read as
 * well.
 */
#include "common/text/escape.h"
#include "diff/report/report.h"

/* The name of a unit or an event: a word as it is, anything else escaped. */
static bool is_of_word(char c)
{
	return char_is_word(c) || c == '-' || c == '.';
}

static void add_word(struct buf *buf, struct slice name)
{
	if (slice_all(name, is_of_word))
		buf_add(buf, name);
	else
		buf_add_markdown(buf, name);
}

static bool is_shown(const struct report_column *column)
{
	return !(column->hidden & REPORT_IN_MARKDOWN);
}

static void markdown_add_heads(struct buf *buf)
{
	size_t i;

	buf_add_char(buf, '|');
	for (i = 0; i < report_column_count; i++) {
		const struct report_column *column = &report_columns[i];

		if (is_shown(column))
			buf_printf(buf, " %s%s%s |", column->group, *column->group ? " " : "",
				   column->head);
	}
	buf_add_text(buf, "\n|");
	for (i = 0; i < report_column_count; i++) {
		if (is_shown(&report_columns[i]))
			buf_add_text(buf,
				     report_columns[i].type == REPORT_NAME ? " :-- |" : " --: |");
	}
	buf_add_char(buf, '\n');
}

static void markdown_add_function(struct buf *buf, const struct report_cell *cell)
{
	buf_add_markdown(buf, cell->change->name);
	if (report_is_over(cell))
		buf_add_text(buf, " **over budget**");
	else if (cell->change->measure[cell->section->measure].is_noise)
		buf_add_text(buf, " *noise*");
}

static void markdown_add_row(struct buf *buf, const struct report_cell *row)
{
	struct report_cell cell = *row;
	size_t i;

	buf_add_char(buf, '|');
	for (i = 0; i < report_column_count; i++) {
		cell.column = &report_columns[i];
		if (!is_shown(cell.column))
			continue;
		buf_add_char(buf, ' ');
		if (cell.column->type == REPORT_NAME)
			markdown_add_function(buf, &cell);
		else
			report_add_cell(buf, &cell);
		buf_add_text(buf, " |");
	}
	buf_add_char(buf, '\n');
}

/* Only the first section is open. */
static void markdown_add_section(struct buf *buf, const struct report *report,
				 const struct report_section *section)
{
	struct report_rows rows = report_rows(report, section);
	size_t i;

	if (rows.found == 0) {
		report_rows_release(&rows);
		return;
	}
	buf_printf(buf, "\n<details%s><summary>%s (%zu)</summary>\n\n",
		   section == &report_sections[0] ? " open" : "", section->title, rows.found);
	markdown_add_heads(buf);
	for (i = 0; i < rows.count; i++)
		markdown_add_row(buf, &(struct report_cell){report, section, NULL, rows.at[i]});
	if (rows.count < rows.found)
		buf_printf(buf, "\nand %zu more\n", rows.found - rows.count);
	buf_add_text(buf, "\n</details>\n");
	report_rows_release(&rows);
}

static void add_foot(struct buf *buf, const struct report *report)
{
	buf_add_text(buf, "\n<sub>Before: ");
	report_add_files(buf, report, DIFF_BEFORE, buf_add_markdown, add_word);
	buf_add_text(buf, "<br>After: ");
	report_add_files(buf, report, DIFF_AFTER, buf_add_markdown, add_word);
	buf_add_text(buf, "<br>");
	report_add_comparison(buf, report, add_word);
	if (noise_is_on(report->noise)) {
		buf_add_text(buf, "<br>");
		report_add_guard(buf, report, add_word);
	}
	buf_add_text(buf, "</sub>\n");
}

void report_markdown(struct buf *buf, const struct report *report)
{
	const char *verdict = report_verdict(report);
	size_t i;

	report_add_total(buf, report, add_word);
	buf_add_text(buf, "\n\n");
	if (!noise_is_on(report->noise)) {
		buf_add_text(buf, "> ");
		report_add_guard(buf, report, add_word);
		buf_add_text(buf, "\n\n");
	}
	buf_add_text(buf, "### ");
	report_add_summary(buf, report);
	if (verdict)
		buf_printf(buf, ": %s", verdict);
	buf_add_char(buf, '\n');
	if (verdict) {
		buf_add_char(buf, '\n');
		report_add_budgets(buf, report, "- ", buf_add_markdown);
	}
	if (report->svg.len > 0) {
		buf_add_text(buf, "\nDifferential flame graph: ");
		buf_add_markdown(buf, report->svg);
		buf_add_char(buf, '\n');
	}
	for (i = 0; i < report_section_count; i++)
		markdown_add_section(buf, report, &report_sections[i]);
	add_foot(buf, report);
}
