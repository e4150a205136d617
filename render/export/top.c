/* SPDX-License-Identifier: MIT */
#include "render/export/top.h"

#include "common/base/cells.h"
#include "common/base/escape.h"
#include "common/base/exact.h"
#include "common/base/search.h"
#include "common/profile/amount.h"
#include "render/tree/caption.h"
#include "render/tree/columns.h"
#include "render/tree/decimal.h"

#define OF(cell_name, name, side_number) TOP_##cell_name, FUNCTIONS_##name, side_number

const struct top_column top_columns[] = {
	{OF(COUNT, SELF, 1), TOP_ONE, "self", "self"},
	{OF(PERCENT, SELF, 1), TOP_ONE, "self_percent", "self %"},
	{OF(COUNT, TOTAL, 1), TOP_ONE, "total", "total"},
	{OF(PERCENT, TOTAL, 1), TOP_ONE, "total_percent", "total %"},
	{OF(COUNT, SELF, 0), TOP_TWO, "self_before", "self before"},
	{OF(PERCENT, SELF, 0), TOP_TWO | TOP_DATA, "self_percent_before", ""},
	{OF(COUNT, SELF, 1), TOP_TWO, "self_after", "self after"},
	{OF(PERCENT, SELF, 1), TOP_TWO | TOP_DATA, "self_percent_after", ""},
	{OF(COUNT, TOTAL, 0), TOP_TWO, "total_before", "total before"},
	{OF(PERCENT, TOTAL, 0), TOP_TWO | TOP_DATA, "total_percent_before", ""},
	{OF(COUNT, TOTAL, 1), TOP_TWO, "total_after", "total after"},
	{OF(PERCENT, TOTAL, 1), TOP_TWO | TOP_DATA, "total_percent_after", ""},
	{OF(NAME, SELF, 1), TOP_ONE | TOP_TWO, "function", "function"},
};

const size_t top_column_count = ARRAY_LEN(top_columns);

/* True if it is a column of the table, or, if is_data, of the data. */
static bool top_has(const struct top *top, const struct top_column *column, bool is_data)
{
	return column->where & (top->differential ? TOP_TWO : TOP_ONE) &&
	       (is_data || !(column->where & TOP_DATA));
}

/* A number as it is in the input, without the sign of percent. */
static void top_add_number(struct buf *buf, const struct top *top, const struct top_row *row,
			   const struct top_column *column)
{
	const uint64_t count = row->count[column->measure][column->side];
	const uint64_t total = top->total[column->side];

	if (column->cell == TOP_COUNT)
		buf_add_decimal(buf, count, top->scale);
	else
		buf_add_fixed(buf, total > 0 ? (int64_t)ratio_round(count, total, 10000) : 0, 2);
}

/* In the unit that the header names, if it is one of time or memory. */
static void add_amount(struct buf *buf, const struct top *top, uint64_t count)
{
	const struct unit *unit = unit_find(header_value(top->header, HEADER_UNIT));

	if (!amount_add(buf, unit, count, top->scale))
		buf_add_decimal(buf, count, top->scale);
}

/* Append an amount for the table: a time or a size has its unit, "12.0 ms". */
static void top_add_amount(struct buf *buf, const struct top *top, const struct top_row *row,
			   const struct top_column *column)
{
	if (column->cell == TOP_COUNT)
		add_amount(buf, top, row->count[column->measure][column->side]);
	else
		top_add_number(buf, top, row, column);
}

uint64_t top_share(const struct top_row *row, size_t part, enum functions_measure measure)
{
	size_t low = 0, high = row->share_count;

	SEARCH(low, high, at, row->shares[at].part < part);
	return low < row->share_count && row->shares[low].part == part
		       ? row->shares[low].count[measure]
		       : 0;
}

/* Append top_share() as top_add_amount() would. */
static void top_add_share(struct buf *buf, const struct top *top, const struct top_row *row,
			  size_t part)
{
	add_amount(buf, top, top_share(row, part, top->measure));
}

/* "tid=7", or "others". */
static void top_add_part(struct buf *buf, const struct top *top, size_t part)
{
	if (!top->parts[part].value.ptr) {
		buf_add_text(buf, "others");
		return;
	}
	buf_add(buf, top->by);
	buf_add_char(buf, '=');
	buf_add(buf, top->parts[part].value);
}

/* `escape` is for the name of the unit; NULL: the number alone, as data. */
static void add_total(struct buf *buf, const struct top *top, int side, top_escape *escape)
{
	const struct slice unit = header_value(top->header, HEADER_UNIT);

	if (!escape) {
		buf_add_decimal(buf, top->total[side], top->scale);
		return;
	}
	add_amount(buf, top, top->total[side]);
	if (unit.len == 0 || unit_find(unit))
		return;
	buf_add_char(buf, ' ');
	escape(buf, unit);
}

static void add_totals(struct buf *buf, const struct top *top, top_escape *escape)
{
	const bool is_data = !escape;
	static const char *const keys[] = {"\"total_before\":", "\"total_after\":"};
	int side;

	if (!top->differential) {
		buf_add_text(buf, is_data ? "\"total\":" : "");
		add_total(buf, top, 1, escape);
		return;
	}
	for (side = 0; side < 2; side++) {
		buf_add_text(buf, side > 0 ? is_data ? "," : ", " : "");
		buf_add_text(buf, is_data ? keys[side] : "");
		add_total(buf, top, side, escape);
		buf_add_text(buf, is_data ? "" : side > 0 ? " after" : " before");
	}
}

/* "1250 in 3 stacks of 5 functions", with the header's facts, and an empty line. */
static void top_add_summary(struct buf *buf, const struct top *top, top_escape *escape)
{
	struct buf line = {0};

	add_totals(buf, top, escape);
	buf_printf(buf, " in %zu stack%s of %zu function%s", top->stacks,
		   top->stacks == 1 ? "" : "s", top->found, top->found == 1 ? "" : "s");
	headline_add(&line, top->header);
	if (line.len > 0) {
		buf_add_text(buf, "; ");
		escape(buf, buf_slice(&line));
	}
	buf_add_text(buf, "\n\n");
	buf_release(&line);
}

void top_markdown(struct output *output, const struct top *top)
{
	struct buf *buf = &output->buf;
	const struct top_column *column, *end = top_columns + top_column_count;
	struct buf part = {0};
	size_t i, k;

	top_add_summary(buf, top, buf_add_markdown_text);
	for (column = top_columns; column < end; column++)
		if (top_has(top, column, false))
			buf_printf(buf, "| %s ", column->head);
	for (k = 0; k < top->part_count; k++) {
		buf_reset(&part);
		top_add_part(&part, top, k);
		buf_add_text(buf, "| ");
		buf_add_markdown(buf, buf_slice(&part));
		buf_add_char(buf, ' ');
	}
	buf_add_text(buf, "|\n");
	for (column = top_columns; column < end; column++)
		if (top_has(top, column, false))
			buf_add_text(buf, column->cell == TOP_NAME ? "| :-- " : "| --: ");
	for (k = 0; k < top->part_count; k++)
		buf_add_text(buf, "| --: ");
	buf_add_text(buf, "|\n");
	buf_release(&part);
	for (i = 0; i < top->count; i++) {
		for (column = top_columns; column < end; column++) {
			if (!top_has(top, column, false))
				continue;
			buf_add_text(buf, "| ");
			if (column->cell == TOP_NAME)
				buf_add_markdown(buf, top->rows[i].name);
			else
				top_add_amount(buf, top, &top->rows[i], column);
			buf_add_char(buf, ' ');
		}
		for (k = 0; k < top->part_count; k++) {
			buf_add_text(buf, "| ");
			top_add_share(buf, top, &top->rows[i], k);
			buf_add_char(buf, ' ');
		}
		buf_add_text(buf, "|\n");
		output_flush_some(output);
	}
	if (top->count < top->found)
		buf_printf(buf, "\nand %zu more\n", top->found - top->count);
}

static void add_unit(struct buf *buf, const struct top *top)
{
	const struct slice unit = header_value(top->header, HEADER_UNIT);

	if (unit.len == 0)
		return;
	buf_add_text(buf, ",\"unit\":");
	buf_add_json(buf, unit);
}

/* null for stacks without the label. */
static void add_value(struct buf *buf, const struct top *top, size_t part)
{
	buf_add_text(buf, "\"value\":");
	if (top->parts[part].value.ptr)
		buf_add_json(buf, top->parts[part].value);
	else
		buf_add_text(buf, "null");
}

static void add_parts(struct buf *buf, const struct top *top)
{
	size_t i;

	if (top->part_count == 0)
		return;
	buf_add_text(buf, ",\"by\":");
	buf_add_json(buf, top->by);
	buf_add_text(buf, ",\"values\":[");
	for (i = 0; i < top->part_count; i++) {
		buf_add_text(buf, i > 0 ? ",{" : "{");
		add_value(buf, top, i);
		buf_add_text(buf, ",\"total\":");
		buf_add_decimal(buf, top->parts[i].total[1], top->scale);
		buf_add_char(buf, '}');
	}
	buf_add_char(buf, ']');
}

static void top_add_shares(struct buf *buf, const struct top *top, const struct top_row *row)
{
	size_t i;

	if (top->part_count == 0)
		return;
	buf_add_text(buf, ",\"by\":[");
	for (i = 0; i < row->share_count; i++) {
		buf_add_text(buf, i > 0 ? ",{" : "{");
		add_value(buf, top, row->shares[i].part);
		buf_add_text(buf, ",\"self\":");
		buf_add_decimal(buf, row->shares[i].count[FUNCTIONS_SELF], top->scale);
		buf_add_text(buf, ",\"total\":");
		buf_add_decimal(buf, row->shares[i].count[FUNCTIONS_TOTAL], top->scale);
		buf_add_char(buf, '}');
	}
	buf_add_char(buf, ']');
}

void top_json(struct output *output, const struct top *top)
{
	struct buf *buf = &output->buf;
	const struct top_column *column;
	size_t i;

	buf_add_char(buf, '{');
	add_totals(buf, top, NULL);
	add_unit(buf, top);
	add_parts(buf, top);
	buf_printf(buf, ",\"stacks\":%zu,\"functions\":%zu,\"top\":[", top->stacks, top->found);
	for (i = 0; i < top->count; i++) {
		buf_add_text(buf, i > 0 ? ",\n{" : "\n{");
		for (column = top_columns; column->cell != TOP_NAME; column++) {
			if (!top_has(top, column, true))
				continue;
			buf_printf(buf, "\"%s\":", column->key);
			top_add_number(buf, top, &top->rows[i], column);
			buf_add_char(buf, ',');
		}
		buf_printf(buf, "\"%s\":", column->key);
		buf_add_json(buf, top->rows[i].name);
		top_add_shares(buf, top, &top->rows[i]);
		buf_add_char(buf, '}');
		output_flush_some(output);
	}
	buf_add_text(buf, "\n]}\n");
}

/* RFC 4180: in quotes, which are doubled. */
static void add_quoted(struct buf *buf, struct slice name)
{
	struct slice part;

	buf_add_char(buf, '"');
	while (slice_cut(&name, '"', &part)) {
		buf_add_harmless(buf, part);
		buf_add_text(buf, "\"\"");
	}
	buf_add_harmless(buf, name);
	buf_add_char(buf, '"');
}

/* Two columns for each value: "self tid=7", "total tid=7". */
static void add_csv_parts(struct buf *buf, const struct top *top)
{
	static const char *const heads[] = {"self ", "total "};
	struct buf head = {0};
	size_t i;

	for (i = 0; i < 2 * top->part_count; i++) {
		buf_reset(&head);
		buf_add_text(&head, heads[i % 2]);
		top_add_part(&head, top, i / 2);
		add_quoted(buf, buf_slice(&head));
		buf_add_char(buf, ',');
	}
	buf_release(&head);
}

void top_csv(struct output *output, const struct top *top)
{
	struct buf *buf = &output->buf;
	const struct top_column *column;
	size_t i, k;

	for (column = top_columns; column->cell != TOP_NAME; column++)
		if (top_has(top, column, true))
			buf_printf(buf, "%s,", column->key);
	add_csv_parts(buf, top);
	buf_printf(buf, "%s\n", column->key);
	for (i = 0; i < top->count; i++) {
		for (column = top_columns; column->cell != TOP_NAME; column++) {
			if (!top_has(top, column, true))
				continue;
			top_add_number(buf, top, &top->rows[i], column);
			buf_add_char(buf, ',');
		}
		for (k = 0; k < 2 * top->part_count; k++) {
			buf_add_decimal(buf,
					top_share(&top->rows[i], k / 2,
						  k % 2 == 0 ? FUNCTIONS_SELF : FUNCTIONS_TOTAL),
					top->scale);
			buf_add_char(buf, ',');
		}
		add_quoted(buf, top->rows[i].name);
		buf_add_char(buf, '\n');
		output_flush_some(output);
	}
}

/* The functions of a profile in the order of a table. */

/*
 * Compare by the second column, if it has counts that differ, else by the first. The largest comes
 * first.
 */
static int compare_counts(const uint64_t left[2], const uint64_t right[2])
{
	int side = left[1] != right[1];

	return (left[side] < right[side]) - (left[side] > right[side]);
}

/* Compare by `first`, then by the other measure, then by name. */
static int top_rows_compare(const struct top_row *left, const struct top_row *right,
			    enum functions_measure first)
{
	enum functions_measure second = first == FUNCTIONS_SELF ? FUNCTIONS_TOTAL : FUNCTIONS_SELF;
	int order = compare_counts(left->count[first], right->count[first]);

	if (order == 0)
		order = compare_counts(left->count[second], right->count[second]);
	return order != 0 ? order : slice_compare(left->name, right->name);
}

static int compare_self(const void *left, const void *right)
{
	return top_rows_compare(left, right, FUNCTIONS_SELF);
}

static int compare_total(const void *left, const void *right)
{
	return top_rows_compare(left, right, FUNCTIONS_TOTAL);
}

/* The largest difference between the columns, whatever its direction, comes first. */
static int compare_change(const void *left, const void *right)
{
	const struct top_row *a = left, *b = right;
	const uint64_t first = count_delta(a->count[FUNCTIONS_TOTAL]);
	const uint64_t second = count_delta(b->count[FUNCTIONS_TOTAL]);

	return first != second ? (first < second) - (first > second) : compare_self(left, right);
}

static int compare_name(const void *left, const void *right)
{
	const struct top_row *a = left, *b = right;

	return slice_compare(a->name, b->name);
}

struct top_row *top_rows(const struct functions *functions, const struct intern *names)
{
	struct top_row *rows = memory_clear(functions->count + 1, sizeof(*rows));
	size_t i;

	for (i = 0; i < functions->count; i++) {
		rows[i].name = intern_name(names, (frame_id)i);
		rows[i].id = (frame_id)i;
		memcpy(rows[i].count, functions->at[i].count, sizeof(rows[i].count));
	}
	return rows;
}

void top_sort(struct top_row *rows, size_t count, enum top_order order)
{
	static int (*const orders[])(const void *, const void *) = {
		[TOP_BY_SELF] = compare_self,
		[TOP_BY_TOTAL] = compare_total,
		[TOP_BY_CHANGE] = compare_change,
		[TOP_BY_NAME] = compare_name,
	};

	SORT(rows, count, orders[order]);
}

/* The table as text: columns as wide as they have to be, bars and cut names on a terminal. */

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
