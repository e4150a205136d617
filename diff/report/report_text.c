/* SPDX-License-Identifier: MIT */
#include "common/base/cells.h"
#include "common/base/escape.h"
#include "diff/report/report.h"

enum {
	WIDTH = 8,         /* of a column */
	NARROW_WIDTH = 7,  /* the least: "100.00%", "-100.00" */
	AMOUNT_WIDTH = 10, /* "+999.9 MiB" */
	COUNT_WIDTH = 15,  /* "-12,345,678,901" cycles */
	WIDE = 100,        /* columns of a terminal with room for names and wide columns */
	WIDER = 120,       /* likewise with amounts */
	MARK_WIDTH = 3,
	LEAST_NAME = 16, /* cells */
};

static bool is_narrow(const struct report *report)
{
	return report->columns > 0 && report->columns < (report_has_amounts(report) ? WIDER : WIDE);
}

/*
 * Amounts take the room of the columns of the other measure where lines are narrow: a section
 * about total shares has no self shares then.
 */
static bool plain_has_column(const struct report *report, const struct report_section *section,
			     const struct report_column *column)
{
	const bool is_share = column->type == REPORT_PERCENT || column->type == REPORT_POINTS;

	if (is_share && column->measure != section->measure && is_narrow(report) &&
	    report_has_amounts(report))
		return false;
	return report_has_column(report, column, REPORT_IN_TEXT);
}

static void add_aligned(struct buf *buf, const struct report *report,
			const struct report_column *column, struct slice cell)
{
	const bool is_known = unit_find(totals_unit(report->totals, DIFF_BEFORE)) != NULL;
	const size_t share_width = is_narrow(report) ? NARROW_WIDTH : WIDTH;
	const size_t amount_width = is_known ? AMOUNT_WIDTH : COUNT_WIDTH;
	size_t i;

	buf_add_char(buf, ' ');
	for (i = cells_count(cell);
	     i < (column->type == REPORT_DIFFERENCE ? amount_width : share_width); i++)
		buf_add_char(buf, ' ');
	buf_add(buf, cell);
}

/* Groups are above the first of their columns; the last column is the name. */
static void plain_add_heads(struct buf *buf, const struct report *report,
			    const struct report_section *section)
{
	const char *group = "";
	size_t i;

	for (i = 0; i < report_column_count; i++) {
		const struct report_column *column = &report_columns[i];

		if (!plain_has_column(report, section, column))
			continue;
		add_aligned(buf, report, column,
			    slice_from(strcmp(column->group, group) ? column->group : ""));
		group = column->group;
	}
	buf->len = slice_trim_right(buf_slice(buf)).len;
	buf_add_char(buf, '\n');
	for (i = 0; i < report_column_count; i++) {
		const struct report_column *column = &report_columns[i];

		if (column->type == REPORT_NAME)
			buf_printf(buf, "   %s\n", column->head);
		else if (plain_has_column(report, section, column))
			add_aligned(buf, report, column, slice_from(column->head));
	}
}

/* The columns left in a line of the terminal that begins at `from`; 0: any width. */
static size_t room_for_name(const struct buf *buf, size_t from, size_t columns)
{
	const size_t used = cells_count(slice_tail(buf_slice(buf), from)) + MARK_WIDTH;

	if (columns == 0)
		return 0;
	return columns > used + LEAST_NAME ? columns - used : LEAST_NAME;
}

static void plain_add_row(struct buf *buf, const struct report_cell *row)
{
	struct report_cell cell = *row;
	const size_t from = buf->len;
	struct buf text = {0};
	size_t i;

	for (i = 0; i < report_column_count; i++) {
		cell.column = &report_columns[i];
		if (cell.column->type == REPORT_NAME) {
			/*
			 * `!` is over budget, `~` is noise. The name takes up to `room` cells; 0:
			 * any.
			 */
			size_t room = room_for_name(buf, from, row->report->columns);

			if (report_is_over(&cell))
				buf_add_text(buf, " ! ");
			else if (cell.change->is_noise[cell.section->measure])
				buf_add_text(buf, " ~ ");
			else
				buf_add_text(buf, "   ");
			if (room == 0)
				buf_add_harmless(buf, cell.change->name);
			else
				cells_add(buf, cell.change->name, room, LABEL_HEAD);
			buf_add_char(buf, '\n');
		} else if (plain_has_column(row->report, row->section, cell.column)) {
			buf_reset(&text);
			report_add_cell(&text, &cell);
			add_aligned(buf, row->report, cell.column, buf_slice(&text));
		}
	}
	buf_release(&text);
}

static void plain_add_section(struct buf *buf, const struct report *report,
			      const struct report_section *section)
{
	struct report_rows rows = report_rows(report, section);
	size_t i;

	if (rows.found > 0) {
		buf_printf(buf, "\n%s\n", section->title);
		plain_add_heads(buf, report, section);
	}
	for (i = 0; i < rows.count; i++)
		plain_add_row(buf, &(struct report_cell){report, section, NULL, rows.at[i]});
	if (rows.count < rows.found)
		buf_printf(buf, "   and %zu more\n", rows.found - rows.count);
	report_rows_release(&rows);
}

/* Break the sentences after `from` at blanks where they are wider than the terminal. */
static void wrap(struct buf *buf, size_t from, size_t columns)
{
	size_t begin = from, blank = SLICE_NONE, at;

	for (at = from; columns > 0 && at <= buf->len; at++) {
		const char c = at < buf->len ? buf->ptr[at] : '\n';

		if (c != ' ' && c != '\n')
			continue;
		if (blank != SLICE_NONE &&
		    cells_count(slice_between(buf->ptr + begin, buf->ptr + at)) > columns) {
			buf->ptr[blank] = '\n';
			begin = blank + 1;
		}
		blank = c == ' ' ? at : SLICE_NONE;
		if (c == '\n')
			begin = at + 1;
	}
}

COLD void report_text(struct buf *buf, const struct report *report)
{
	const size_t from = buf->len;
	size_t i;

	report_add_total(buf, report, buf_add_harmless);
	buf_add_char(buf, '\n');
	report_add_guard(buf, report, buf_add_harmless);
	buf_add_text(buf, "\nBefore: ");
	report_add_files(buf, report, DIFF_BEFORE, buf_add_harmless, buf_add_harmless);
	buf_add_text(buf, "\nAfter: ");
	report_add_files(buf, report, DIFF_AFTER, buf_add_harmless, buf_add_harmless);
	buf_add_char(buf, '\n');
	report_add_comparison(buf, report, buf_add_harmless);
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
	wrap(buf, from, report->columns);
	for (i = 0; i < report_section_count; i++)
		plain_add_section(buf, report, &report_sections[i]);
}

/*
 * Markdown for the comments of reviews: GitHub Flavored Markdown, which other dialects read as
 * well.
 */

/* The name of a unit or an event: a word as it is, anything else escaped. */
static COLD bool is_of_word(char c)
{
	return char_is_word(c) || c == '-' || c == '.';
}

static COLD void add_word(struct buf *buf, struct slice name)
{
	if (slice_all(name, is_of_word))
		buf_add(buf, name);
	else
		buf_add_markdown(buf, name);
}

static void markdown_add_function(struct buf *buf, const struct report_cell *cell)
{
	buf_add_markdown(buf, cell->change->name);
	if (report_is_over(cell))
		buf_add_text(buf, " **over budget**");
	else if (cell->change->is_noise[cell->section->measure])
		buf_add_text(buf, " *noise*");
}

static void markdown_add_row(struct buf *buf, const struct report_cell *row)
{
	struct report_cell cell = *row;
	size_t i;

	buf_add_char(buf, '|');
	for (i = 0; i < report_column_count; i++) {
		cell.column = &report_columns[i];
		if (!report_has_column(row->report, cell.column, REPORT_IN_MARKDOWN))
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
	buf_add_char(buf, '|');
	for (i = 0; i < report_column_count; i++) {
		const struct report_column *column = &report_columns[i];

		if (report_has_column(report, column, REPORT_IN_MARKDOWN))
			buf_printf(buf, " %s%s%s |", column->group, *column->group ? " " : "",
				   column->head);
	}
	buf_add_text(buf, "\n|");
	for (i = 0; i < report_column_count; i++) {
		if (report_has_column(report, &report_columns[i], REPORT_IN_MARKDOWN))
			buf_add_text(buf,
				     report_columns[i].type == REPORT_NAME ? " :-- |" : " --: |");
	}
	buf_add_char(buf, '\n');
	for (i = 0; i < rows.count; i++)
		markdown_add_row(buf, &(struct report_cell){report, section, NULL, rows.at[i]});
	if (rows.count < rows.found)
		buf_printf(buf, "\nand %zu more\n", rows.found - rows.count);
	buf_add_text(buf, "\n</details>\n");
	report_rows_release(&rows);
}

COLD void report_markdown(struct buf *buf, const struct report *report)
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
