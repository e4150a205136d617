/* SPDX-License-Identifier: MIT */
#include "collapse/csv.h"

#include "common/base/arena.h"

enum { MOST_FIELDS = 1024 }; /* the rest of the row belongs to the last one */

/* Spaces only: a tab may be the separator. */
static size_t csv_count_blanks(struct slice text)
{
	size_t n = 0;

	while (n < text.len && text.ptr[n] == ' ')
		n++;
	return n;
}

/* Take the text between quotes; *row begins after the first quote, and ends up after the last. */
static bool take_quoted(struct csv *csv, struct slice *row, struct slice *text)
{
	const size_t begin = csv->text.len;
	size_t quote = slice_find(*row, '"');

	for (; quote != SLICE_NONE && quote + 1 < row->len && row->ptr[quote + 1] == '"';
	     quote = slice_find(*row, '"')) {
		buf_add(&csv->text, slice_head(*row, quote + 1));
		*row = slice_tail(*row, quote + 2);
	}
	*text = slice_head(*row, quote == SLICE_NONE ? row->len : quote);
	if (csv->text.len > begin) {
		buf_add(&csv->text, *text);
		*text = slice_tail(buf_slice(&csv->text), begin);
	}
	*row = slice_tail(*row, quote == SLICE_NONE ? row->len : quote + 1);
	return quote != SLICE_NONE;
}

/* `more`: a separator follows, and so another field. */
static bool take_field(struct csv *csv, struct slice *row, char separator, bool *more)
{
	struct csv_field *field = &csv->fields[csv->count++];
	bool good = true;
	size_t inside = 0, end;

	field->indent = csv_count_blanks(*row);
	*row = slice_tail(*row, field->indent);
	if (slice_skip(row, SLICE("\""))) {
		good = take_quoted(csv, row, &field->text);
		inside = csv_count_blanks(field->text);
		field->indent += inside;
		field->text = slice_tail(field->text, inside);
		end = slice_find(*row, separator);
		good &= slice_trim(slice_head(*row, end == SLICE_NONE ? row->len : end)).len == 0;
	} else {
		end = slice_find(*row, separator);
		field->text = slice_head(*row, end == SLICE_NONE ? row->len : end);
	}
	*more = end != SLICE_NONE;
	*row = slice_tail(*row, *more ? end + 1 : row->len);
	return good;
}

bool csv_split(struct csv *csv, struct slice row, char separator)
{
	bool good = true, more = true;

	csv->row = row;
	csv->count = 0;
	buf_reset(&csv->text);
	buf_reserve(&csv->text, row.len); /* fields point into it: it must not move */
	while (more && csv->count < MOST_FIELDS) {
		MEMORY_ROOM(csv->fields, csv->count, csv->cap);
		good &= take_field(csv, &row, separator, &more);
	}
	return good;
}

static bool csv_separates(char c)
{
	return c == ',' || c == ';' || c == '\t';
}

bool csv_begins(struct slice line, struct slice name, char *separator)
{
	bool quoted = slice_skip(&line, SLICE("\""));

	if (!slice_skip(&line, name) || (quoted && !slice_skip(&line, SLICE("\""))) ||
	    line.len == 0 || !csv_separates(line.ptr[0]))
		return false;
	*separator = line.ptr[0];
	return true;
}

bool csv_has(struct slice line, struct slice name, char *separator)
{
	size_t at = slice_search(line, name);
	struct slice before, behind;

	if (at == SLICE_NONE)
		return false;
	before = slice_head(line, at);
	if (slice_drop(&before, SLICE("\"")))
		at--;
	if (at == 0)
		return csv_begins(line, name, separator);
	behind = slice_trim(slice_tail(line, at));
	slice_skip(&behind, SLICE("\""));
	slice_skip(&behind, name);
	slice_skip(&behind, SLICE("\""));
	if (before.len == 0 || !csv_separates(before.ptr[before.len - 1]))
		return false;
	*separator = before.ptr[before.len - 1];
	return behind.len == 0 || behind.ptr[0] == *separator;
}

struct slice csv_text(const struct csv *csv, size_t column)
{
	return column < csv->count ? csv->fields[column].text : SLICE("");
}

struct slice csv_rest(const struct csv *csv, size_t column, size_t columns)
{
	struct slice text = csv_text(csv, column);

	if (column + 1 != columns || column + 1 >= csv->count || text.ptr < csv->row.ptr ||
	    text.ptr > csv->row.ptr + csv->row.len)
		return text;
	return slice_between(text.ptr, csv->row.ptr + csv->row.len);
}

size_t csv_column(const struct csv *header, struct slice name)
{
	size_t i;

	for (i = 0; i < header->count; i++) {
		if (slice_equal(slice_trim(header->fields[i].text), name))
			return i;
	}
	return SLICE_NONE;
}
