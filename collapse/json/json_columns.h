/* SPDX-License-Identifier: MIT */
/*
 * json_columns.h - a table of numbers in a document. Documents write a table by its columns, or as rows
 * with a schema that gives each column its place in a row; the schema may follow the rows.
 *
 *     {"length":2,"frame":[0,1],"prefix":[null,0]}
 *     {"schema":{"prefix":0,"frame":1},"data":[[null,0],[0,1]]}
 *
 * Only columns that the format names are kept: 8 bytes per value.
 */
#ifndef FLAMBEAU_JSON_COLUMNS_H
#define FLAMBEAU_JSON_COLUMNS_H

#include "common/base/slice.h"
#include "common/io/json.h"

enum {
	COLUMNS_NAMED = 8,      /* of one kind of table, at most */
	COLUMNS_POSITIONS = 16, /* of a row; those after them are ignored */
};

#define COLUMN_NULL INT64_MIN /* null, or a row without the column */

/* A column that a format reads. */
struct column_kind {
	struct slice name;
	unsigned digits; /* decimals that are kept; 0: the values are whole numbers */
};

/* Zeroed it is empty. */
struct column {
	int64_t *values; /* in units of 10^-scale */
	size_t count, cap;
	unsigned scale;
};

struct columns {
	const struct column_kind *kinds;
	unsigned kind_count;
	unsigned wanted;        /* bits: kinds whose values are kept */
	unsigned present;       /* bits: kinds that are there as a list, not as null */
	struct column *columns; /* in the order in which their first value came */
	size_t count, cap;
	/* column + 1, 0: none: by kind, and by position of rows without a schema */
	unsigned char at[COLUMNS_NAMED + COLUMNS_POSITIONS];
	unsigned char positions[COLUMNS_POSITIONS]; /* kind + 1, 0: none */
	bool has_schema;
	unsigned next; /* column + 1 of the next value; in a row, its position */
	bool in_rows;
	size_t rows; /* that were begun */
};

enum columns_verdict {
	COLUMNS_GOOD,
	COLUMNS_BAD,  /* not a number, or not a whole one: null instead */
	COLUMNS_HUGE, /* it does not fit: null instead */
};

/* `wanted` has a bit for each of `kinds` to keep; the others are only found `present`. */
void columns_init(struct columns *columns, const struct column_kind *kinds, unsigned count,
		  unsigned wanted);

/* A list begins: the values of the column of that name, or rows, if the name is "data". */
void columns_begin(struct columns *columns, struct slice name);

/* The next row begins; it ends when the next one begins. */
void columns_row(struct columns *columns);

/* A column's place in the rows. */
void columns_place(struct columns *columns, struct slice name, struct slice position);

/* The next value of the list or of the row. */
enum columns_verdict columns_add(struct columns *columns, enum json_event kind, struct slice text);

/* All has been read: finds the columns of rows that came before the schema. */
void columns_end(struct columns *columns);

static inline bool columns_have(const struct columns *columns, unsigned kind)
{
	return columns && (columns->present >> kind & 1);
}

static inline const struct column *columns_of(const struct columns *columns, unsigned kind)
{
	return columns && columns->at[kind] > 0 ? &columns->columns[columns->at[kind] - 1] : NULL;
}

/* The value, in units of 10^-scale of its column; COLUMN_NULL without one. */
static inline int64_t columns_get(const struct columns *columns, unsigned kind, size_t row)
{
	const struct column *column = columns_of(columns, kind);

	return column && row < column->count ? column->values[row] : COLUMN_NULL;
}

/* The number of values of a column that is kept. */
static inline size_t columns_rows(const struct columns *columns, unsigned kind)
{
	const struct column *column = columns_of(columns, kind);

	return column ? column->count : 0;
}

/* Likewise in units of 10^-digits, rounded half away from 0; COLUMN_NULL if it does not fit. */
int64_t columns_scaled(const struct columns *columns, unsigned kind, size_t row, unsigned digits);

void columns_release(struct columns *columns);

#endif
