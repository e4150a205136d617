/* SPDX-License-Identifier: MIT */
/* The table as text: columns as wide as they have to be, bars and cut names on a terminal. */
#include "common/base/ratio.h"
#include "common/text/cells.h"
#include "common/text/escape.h"
#include "render/export/top.h"

enum {
	LEAST_NAME = 16, /* cells */
	LEAST_BAR = 8,
	MOST_BAR = 40,
};

#define SELF_CELL "\xE2\x96\x88"  /* U+2588, a full block */
#define TOTAL_CELL "\xE2\x96\x92" /* U+2592, medium shade */
#define SOME_CELL "\xE2\x96\x8F"  /* U+258F, an eighth of a block */

static struct slice top_text_cell_of(struct top_lines *lines, const struct top_row *row,
				     const struct top_column *column)
{
	buf_reset(&lines->cell);
	if (row)
		top_add_amount(&lines->cell, lines->top, row, column);
	else
		buf_add_text(&lines->cell, column->head);
	if (row && column->cell == TOP_PERCENT)
		buf_add_char(&lines->cell, '%');
	return buf_slice(&lines->cell);
}

/* The cell of a part; without a row: its head. */
static struct slice part_cell(struct top_lines *lines, const struct top_row *row, size_t part)
{
	buf_reset(&lines->cell);
	if (row)
		top_add_share(&lines->cell, lines->top, row, part);
	else
		top_add_part(&lines->cell, lines->top, part);
	return buf_slice(&lines->cell);
}

static bool is_number(const struct top_lines *lines, size_t column)
{
	return top_columns[column].cell != TOP_NAME &&
	       top_has(lines->top, &top_columns[column], false);
}

/* Names of values are cut to so many cells. */
enum { MOST_PART = 24 };

static size_t part_width(struct top_lines *lines, size_t part)
{
	size_t width = cells_count(part_cell(lines, NULL, part)), i;

	width = width > MOST_PART ? MOST_PART : width;
	for (i = 0; i < lines->top->count; i++) {
		const size_t cells = cells_count(part_cell(lines, &lines->top->rows[i], part));

		width = cells > width ? cells : width;
	}
	return width;
}

static void top_text_measure(struct top_lines *lines)
{
	const struct top_style *style = &lines->top->style;
	size_t used = 2, i, column;

	for (column = 0; column < top_column_count; column++) {
		if (!is_number(lines, column))
			continue;
		lines->widths[column] = cells_count(
			top_text_cell_of(lines, NULL, &top_columns[column]));
		for (i = 0; i < lines->top->count; i++) {
			size_t cells = cells_count(top_text_cell_of(lines, &lines->top->rows[i],
								    &top_columns[column]));

			if (cells > lines->widths[column])
				lines->widths[column] = cells;
		}
		used += lines->widths[column] + 2;
	}
	for (column = 0; column < lines->top->part_count; column++) {
		size_t *width = &lines->widths[top_column_count + column];

		*width = part_width(lines, column);
		used += *width + 2;
	}
	lines->name = SIZE_MAX;
	if (style->columns > 0)
		lines->name = style->columns > used + LEAST_NAME ? style->columns - used
								 : LEAST_NAME;
	if (!style->bars)
		return;
	lines->bar = style->columns > used + LEAST_NAME ? (style->columns - used) / 3 : 0;
	lines->bar = lines->bar < LEAST_BAR ? LEAST_BAR : lines->bar;
	lines->bar = lines->bar > MOST_BAR ? MOST_BAR : lines->bar;
	if (lines->name > lines->bar + 2 + LEAST_NAME)
		lines->name -= lines->bar + 2;
	else
		lines->name = LEAST_NAME;
}

/* A share of the whole: what is the function's own is darker. */
static void add_bar(struct buf *buf, const struct top_lines *lines, const struct top_row *row)
{
	const uint64_t whole = lines->top->total[1];
	const uint64_t *self = row->count[FUNCTIONS_SELF], *total = row->count[FUNCTIONS_TOTAL];
	size_t dark = 0, all = 0;

	if (whole > 0) {
		dark = (size_t)ratio_round(self[1], whole, lines->bar);
		all = (size_t)ratio_round(total[1], whole, lines->bar);
	}
	cells_fill(buf, SELF_CELL, dark);
	cells_fill(buf, TOTAL_CELL, all - dark);
	if (all == 0 && total[1] > 0) {
		buf_add_text(buf, SOME_CELL);
		all = 1;
	}
	cells_fill(buf, " ", lines->bar - all + 2);
}

void top_lines_add(struct buf *buf, struct top_lines *lines, const struct top_row *row)
{
	size_t column;

	for (column = 0; column < top_column_count; column++) {
		struct slice cell;

		if (!is_number(lines, column))
			continue;
		cell = top_text_cell_of(lines, row, &top_columns[column]);
		cells_fill(buf, " ", lines->widths[column] - cells_count(cell) + 2);
		buf_add(buf, cell);
	}
	for (column = 0; column < lines->top->part_count; column++) {
		const size_t width = lines->widths[top_column_count + column];
		const struct slice cell = part_cell(lines, row, column);
		const size_t cells = cells_count(cell);

		cells_fill(buf, " ", (cells < width ? width - cells : 0) + 2);
		cells_add(buf, cell, width, LABEL_HEAD);
	}
	buf_add_text(buf, "  ");
	if (row && lines->bar > 0)
		add_bar(buf, lines, row);
	else if (lines->bar > 0)
		cells_fill(buf, " ", lines->bar + 2);
	if (row)
		cells_add(buf, row->name, lines->name, LABEL_HEAD);
	else
		buf_add_text(buf, "function");
	buf->len = slice_trim_right(buf_slice(buf)).len;
	buf_add_char(buf, '\n');
}

void top_lines_begin(struct top_lines *lines, const struct top *top)
{
	*lines = (struct top_lines){.top = top};
	lines->widths = memory_clear(top_column_count + top->part_count, sizeof(*lines->widths));
	top_text_measure(lines);
}

void top_lines_end(struct top_lines *lines)
{
	free(lines->widths);
	buf_release(&lines->cell);
}

void top_text(struct output *output, const struct top *top)
{
	struct top_lines lines;
	size_t i;

	top_lines_begin(&lines, top);
	top_add_summary(&output->buf, top, buf_add_harmless);
	top_lines_add(&output->buf, &lines, NULL);
	for (i = 0; i < top->count; i++) {
		top_lines_add(&output->buf, &lines, &top->rows[i]);
		output_flush_some(output);
	}
	if (top->count < top->found)
		buf_printf(&output->buf, "\nand %zu more\n", top->found - top->count);
	top_lines_end(&lines);
}
