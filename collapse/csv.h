/* SPDX-License-Identifier: MIT */
/*
 * csv.h - a row of values between separators: quoted ones, quotes doubled inside of them, and the
 * blanks before a value, which are the depth of a row of a tree.
 */
#ifndef FLAMBEAU_CSV_H
#define FLAMBEAU_CSV_H

#include "common/base/buf.h"

struct csv_field {
	struct slice text; /* in the row or in the struct csv, without quotes and blanks before */
	size_t indent;     /* blanks before it, outside of the quotes or inside */
};

/* A row; zeroed it has none. What it points to is good until the next row. */
struct csv {
	struct csv_field *fields; /* for free() */
	size_t count, cap;
	struct buf text; /* fields whose doubled quotes were undone */
	struct slice row;
};

/* False if the quotes of the row do not match; the fields are there nevertheless. */
bool csv_split(struct csv *csv, struct slice row, char separator);

/*
 * True if `line` is a header whose first column has that name. The character after the name, a
 * comma, a semicolon or a tab, becomes the separator.
 */
bool csv_begins(struct slice line, struct slice name, char *separator);

/* Like csv_begins() for a column at any place. */
bool csv_has(struct slice line, struct slice name, char *separator);

/* The text of a field; empty where the row is shorter. */
struct slice csv_text(const struct csv *csv, size_t column);

/*
 * Like csv_text() with a header of so many columns: the last one goes to the end of the row, where
 * names that contain separators need no quotes.
 */
struct slice csv_rest(const struct csv *csv, size_t column, size_t columns);

/* The first column of that name, SLICE_NONE without. */
size_t csv_column(const struct csv *header, struct slice name);

#endif
