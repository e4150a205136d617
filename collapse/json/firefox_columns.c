/* SPDX-License-Identifier: MIT */
#include "collapse/json/firefox_state.h"

#include "collapse/json/number.h"

#include "common/base/checked.h"
#include "common/base/memory.h"

void columns_init(struct columns *columns, const struct column_kind *kinds, unsigned count,
		  unsigned wanted)
{
	assert(count <= COLUMNS_NAMED);
	*columns = (struct columns){.kinds = kinds, .kind_count = count, .wanted = wanted};
}

/* The number of the kind + 1; 0: no column of that name is read. */
static unsigned columns_find(const struct columns *columns, struct slice name)
{
	unsigned i;

	for (i = 0; i < columns->kind_count; i++) {
		if (slice_equal(columns->kinds[i].name, name))
			return i + 1;
	}
	return 0;
}

void columns_begin(struct columns *columns, struct slice name)
{
	columns->in_rows = slice_equal(name, SLICE("data"));
	columns->next = columns->in_rows ? 0 : columns_find(columns, name);
	if (columns->next > 0)
		columns->present |= 1u << (columns->next - 1);
}

void columns_row(struct columns *columns)
{
	columns->next = 0;
	columns->rows++;
}

void columns_place(struct columns *columns, struct slice name, struct slice position)
{
	const unsigned kind = columns_find(columns, name);
	uint64_t place;

	columns->has_schema = true;
	if (kind == 0 || !slice_to_u64(position, &place) || place >= COLUMNS_POSITIONS)
		return;
	columns->positions[place] = (unsigned char)kind;
	columns->present |= 1u << (kind - 1);
}

/* The column of a kind or of a position, new if it has none. */
static struct column *columns_at(struct columns *columns, unsigned index)
{
	if (columns->at[index] == 0) {
		MEMORY_ROOM(columns->columns, columns->count, columns->cap);
		columns->columns[columns->count++] = (struct column){0};
		columns->at[index] = (unsigned char)columns->count;
	}
	return &columns->columns[columns->at[index] - 1];
}

/* Let the column have `count` values: what rows lack is null. */
static void columns_fill(struct column *column, size_t count)
{
	MEMORY_NEED(column->values, count, column->cap);
	while (column->count < count)
		column->values[column->count++] = COLUMN_NULL;
}

/* Values in smaller units from now on; false, with all as it was, if one does not fit. */
static bool columns_rescale(struct column *column, unsigned scale)
{
	const int64_t factor = (int64_t)u64_power_of_ten(scale - column->scale);
	size_t i;

	for (i = 0; i < column->count; i++) {
		const int64_t value = column->values[i];

		if (value != COLUMN_NULL &&
		    (value > INT64_MAX / factor || value < -INT64_MAX / factor))
			return false;
	}
	for (i = 0; i < column->count; i++)
		column->values[i] *= column->values[i] == COLUMN_NULL ? 1 : factor;
	column->scale = scale;
	return true;
}

/* A number with up to `digits` decimals, in units of the column. */
static enum columns_verdict columns_parse(struct column *column, struct slice text, unsigned digits,
					  int64_t *value)
{
	const bool negative = slice_skip(&text, SLICE("-"));
	unsigned scale = 0;
	uint64_t size;

	if (digits == 0 ? !slice_to_u64(text, &size) : !number_exact(text, digits, &size, &scale))
		return COLUMNS_BAD;
	if ((scale > column->scale && !columns_rescale(column, scale)) ||
	    (scale < column->scale && !u64_scale(&size, column->scale - scale)) || size > INT64_MAX)
		return COLUMNS_HUGE;
	*value = negative ? -(int64_t)size : (int64_t)size;
	return COLUMNS_GOOD;
}

enum columns_verdict columns_add(struct columns *columns, enum json_event kind, struct slice text)
{
	enum columns_verdict verdict = COLUMNS_GOOD;
	unsigned position = columns->next, at, digits;
	struct column *column;
	int64_t value = COLUMN_NULL;

	if (columns->in_rows) {
		columns->next++;
		if (position >= COLUMNS_POSITIONS || columns->rows == 0)
			return COLUMNS_GOOD;
		at = columns->has_schema ? columns->positions[position]
					 : COLUMNS_NAMED + position + 1;
	} else {
		at = position;
	}
	if (at == 0 || (at <= COLUMNS_NAMED && !(columns->wanted >> (at - 1) & 1)))
		return COLUMNS_GOOD;
	column = columns_at(columns, at - 1);
	digits = at <= COLUMNS_NAMED ? columns->kinds[at - 1].digits : 9;
	if (columns->in_rows)
		columns_fill(column, columns->rows - 1);
	if (kind == JSON_TRUE || kind == JSON_FALSE)
		value = kind == JSON_TRUE;
	else if (kind == JSON_NUMBER)
		verdict = columns_parse(column, text, digits, &value);
	else if (kind != JSON_NULL && at <= COLUMNS_NAMED)
		verdict = COLUMNS_BAD;
	MEMORY_ROOM(column->values, column->count, column->cap);
	column->values[column->count++] = value;
	return verdict;
}

void columns_end(struct columns *columns)
{
	unsigned i;

	for (i = 0; i < COLUMNS_POSITIONS; i++) {
		const unsigned kind = columns->positions[i];

		if (kind > 0 && columns->at[kind - 1] == 0)
			columns->at[kind - 1] = columns->at[COLUMNS_NAMED + i];
	}
	for (i = 0; i < columns->count && columns->rows > 0; i++)
		columns_fill(&columns->columns[i], columns->rows);
}

int64_t columns_scaled(const struct columns *columns, unsigned kind, size_t row, unsigned digits)
{
	const int64_t value = columns_get(columns, kind, row);
	uint64_t size = value < 0 ? -(uint64_t)value : (uint64_t)value, unit;
	unsigned scale;

	if (value == COLUMN_NULL)
		return COLUMN_NULL;
	scale = columns_of(columns, kind)->scale;
	if (scale <= digits) {
		if (!u64_scale(&size, digits - scale))
			return COLUMN_NULL;
	} else {
		unit = u64_power_of_ten(scale - digits);
		size = size / unit + (size % unit >= unit - unit / 2);
	}
	if (size > INT64_MAX)
		return COLUMN_NULL;
	return value < 0 ? -(int64_t)size : (int64_t)size;
}

void columns_release(struct columns *columns)
{
	size_t i;

	for (i = 0; i < columns->count; i++)
		free(columns->columns[i].values);
	free(columns->columns);
	*columns = (struct columns){0};
}
