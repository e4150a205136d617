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

/* Widths of columns, by their places in top_columns, then those of parts; the cells left for bar and name. */
struct table {
	const struct top *top;
	size_t *widths;
	size_t bar, name;
	struct buf cell;
};

static struct slice cell_of(struct table *table, const struct top_row *row,
			    const struct top_column *column)
{
	buf_reset(&table->cell);
	if (row)
		top_add_amount(&table->cell, table->top, row, column);
	else
		buf_add_text(&table->cell, column->head);
	if (row && column->cell == TOP_PERCENT)
		buf_add_char(&table->cell, '%');
	return buf_slice(&table->cell);
}

/* The cell of a part; without a row: its head. */
static struct slice part_cell(struct table *table, const struct top_row *row, size_t part)
{
	buf_reset(&table->cell);
	if (row)
		top_add_share(&table->cell, table->top, row, part);
	else
		top_add_part(&table->cell, table->top, part);
	return buf_slice(&table->cell);
}

static bool is_number(const struct table *table, size_t column)
{
	return top_columns[column].cell != TOP_NAME &&
	       top_has(table->top, &top_columns[column], false);
}

/* Names of values are cut to so many cells. */
enum { MOST_PART = 24 };

static size_t part_width(struct table *table, size_t part)
{
	size_t width = cells_count(part_cell(table, NULL, part)), i;

	width = width > MOST_PART ? MOST_PART : width;
	for (i = 0; i < table->top->count; i++) {
		const size_t cells = cells_count(part_cell(table, &table->top->rows[i], part));

		width = cells > width ? cells : width;
	}
	return width;
}

static void measure(struct table *table)
{
	const struct top_style *style = &table->top->style;
	size_t used = 2, i, column;

	for (column = 0; column < top_column_count; column++) {
		if (!is_number(table, column))
			continue;
		table->widths[column] = cells_count(cell_of(table, NULL, &top_columns[column]));
		for (i = 0; i < table->top->count; i++) {
			size_t cells = cells_count(
				cell_of(table, &table->top->rows[i], &top_columns[column]));

			if (cells > table->widths[column])
				table->widths[column] = cells;
		}
		used += table->widths[column] + 2;
	}
	for (column = 0; column < table->top->part_count; column++) {
		size_t *width = &table->widths[top_column_count + column];

		*width = part_width(table, column);
		used += *width + 2;
	}
	table->name = SIZE_MAX;
	if (style->columns > 0)
		table->name = style->columns > used + LEAST_NAME ? style->columns - used
								 : LEAST_NAME;
	if (!style->bars)
		return;
	table->bar = style->columns > used + LEAST_NAME ? (style->columns - used) / 3 : 0;
	table->bar = table->bar < LEAST_BAR ? LEAST_BAR : table->bar;
	table->bar = table->bar > MOST_BAR ? MOST_BAR : table->bar;
	if (table->name > table->bar + 2 + LEAST_NAME)
		table->name -= table->bar + 2;
	else
		table->name = LEAST_NAME;
}

/* A share of the whole: what is the function's own is darker. */
static void add_bar(struct buf *buf, const struct table *table, const struct top_row *row)
{
	const uint64_t whole = table->top->total[1];
	const uint64_t *self = row->count[FUNCTIONS_SELF], *total = row->count[FUNCTIONS_TOTAL];
	size_t dark = 0, all = 0;

	if (whole > 0) {
		dark = (size_t)ratio_round(self[1], whole, table->bar);
		all = (size_t)ratio_round(total[1], whole, table->bar);
	}
	cells_fill(buf, SELF_CELL, dark);
	cells_fill(buf, TOTAL_CELL, all - dark);
	if (all == 0 && total[1] > 0) {
		buf_add_text(buf, SOME_CELL);
		all = 1;
	}
	cells_fill(buf, " ", table->bar - all + 2);
}

/* Without a row: the heads. */
static void add_line(struct buf *buf, struct table *table, const struct top_row *row)
{
	size_t column;

	for (column = 0; column < top_column_count; column++) {
		struct slice cell;

		if (!is_number(table, column))
			continue;
		cell = cell_of(table, row, &top_columns[column]);
		cells_fill(buf, " ", table->widths[column] - cells_count(cell) + 2);
		buf_add(buf, cell);
	}
	for (column = 0; column < table->top->part_count; column++) {
		const size_t width = table->widths[top_column_count + column];
		const struct slice cell = part_cell(table, row, column);
		const size_t cells = cells_count(cell);

		cells_fill(buf, " ", (cells < width ? width - cells : 0) + 2);
		cells_add(buf, cell, width, LABEL_HEAD);
	}
	buf_add_text(buf, "  ");
	if (row && table->bar > 0)
		add_bar(buf, table, row);
	else if (table->bar > 0)
		cells_fill(buf, " ", table->bar + 2);
	if (row)
		cells_add(buf, row->name, table->name, LABEL_HEAD);
	else
		buf_add_text(buf, "function");
	buf->len = slice_trim_right(buf_slice(buf)).len;
	buf_add_char(buf, '\n');
}

void top_text(struct output *output, const struct top *top)
{
	struct table table = {.top = top};
	size_t i;

	table.widths = memory_clear(top_column_count + top->part_count, sizeof(*table.widths));
	measure(&table);
	top_add_summary(&output->buf, top, buf_add_harmless);
	add_line(&output->buf, &table, NULL);
	for (i = 0; i < top->count; i++) {
		add_line(&output->buf, &table, &top->rows[i]);
		output_flush_some(output);
	}
	if (top->count < top->found)
		buf_printf(&output->buf, "\nand %zu more\n", top->found - top->count);
	free(table.widths);
	buf_release(&table.cell);
}
