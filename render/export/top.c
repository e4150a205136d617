/* SPDX-License-Identifier: MIT */
#include "render/export/top.h"

#include "common/base/ratio.h"
#include "common/header/amount.h"
#include "common/header/units.h"
#include "common/text/escape.h"
#include "render/measure/decimal.h"
#include "render/measure/headline.h"

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

bool top_has(const struct top *top, const struct top_column *column, bool is_data)
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

void top_add_amount(struct buf *buf, const struct top *top, const struct top_row *row,
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

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (row->shares[middle].part < part)
			low = middle + 1;
		else
			high = middle;
	}
	return low < row->share_count && row->shares[low].part == part
		       ? row->shares[low].count[measure]
		       : 0;
}

void top_add_share(struct buf *buf, const struct top *top, const struct top_row *row, size_t part)
{
	add_amount(buf, top, top_share(row, part, top->measure));
}

void top_add_part(struct buf *buf, const struct top *top, size_t part)
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

void top_add_summary(struct buf *buf, const struct top *top, top_escape *escape)
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
