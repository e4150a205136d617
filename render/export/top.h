/* SPDX-License-Identifier: MIT */
/*
 * top.h - a table of functions, as text, Markdown, JSON or CSV. The formats share the table of
 * columns below; a differential has two of each count.
 */
#ifndef FLAMBEAU_TOP_H
#define FLAMBEAU_TOP_H

#include "common/io/output.h"
#include "common/profile/functions.h"
#include "common/profile/header.h"
#include "common/profile/label_rows.h"

/* The counts of a function in one part of a profile that was split by a label. */
struct top_share {
	uint32_t part;
	uint64_t count[FUNCTIONS_MEASURES];
};

struct top_row {
	struct slice name;
	frame_id id;
	uint64_t count[FUNCTIONS_MEASURES][2];
	const struct top_share *shares; /* the shares that are not 0, in the order of the parts */
	size_t share_count;
};

enum top_order { TOP_BY_SELF, TOP_BY_TOTAL, TOP_BY_CHANGE, TOP_BY_NAME };

/* A row for every function, for the caller to free. */
struct top_row *top_rows(const struct functions *functions, const struct intern *names);
void top_sort(struct top_row *rows, size_t count, enum top_order order);

/* How text is laid out. */
struct top_style {
	bool bars;
	size_t columns; /* of the terminal; 0: lines of any length, names are not cut */
};

struct top {
	const struct top_row *rows; /* as they are shown */
	size_t count, found;        /* of how many */
	size_t stacks;
	enum functions_measure measure; /* they are sorted by */
	uint64_t total[2];              /* in units of 10^-scale; of one column the second */
	unsigned scale;
	bool differential;
	const struct header *header;
	struct slice by;                /* the label; empty: none */
	const struct label_part *parts; /* of the profile, by its values */
	size_t part_count;
	struct top_style style;
};

enum top_cell { TOP_COUNT, TOP_PERCENT, TOP_NAME };

enum top_where {
	TOP_ONE = 1 << 0,  /* profiles of one column */
	TOP_TWO = 1 << 1,  /* differentials */
	TOP_DATA = 1 << 2, /* JSON and CSV alone */
};

struct top_column {
	enum top_cell cell;
	enum functions_measure measure;
	int side;       /* 0 before, 1 after */
	unsigned where; /* enum top_where */
	const char *key, *head;
};

extern const struct top_column top_columns[];
extern const size_t top_column_count;

/* The function's count in a part, by the measure. */
uint64_t top_share(const struct top_row *row, size_t part, enum functions_measure measure);

/* How a text of the input becomes harmless where the table goes. */
typedef void top_escape(struct buf *buf, struct slice text);

/* The lines of the text: columns are as wide as the heads and all of top->rows need. */
struct top_lines {
	const struct top *top;
	size_t *widths;   /* by index in top_columns, then widths of the parts */
	size_t bar, name; /* cells that are left */
	struct buf cell;
};

void top_lines_begin(struct top_lines *lines, const struct top *top);
void top_lines_add(struct buf *buf, struct top_lines *lines,
		   const struct top_row *row); /* NULL: the heads */
void top_lines_end(struct top_lines *lines);

typedef void top_format(struct output *output, const struct top *top);

top_format top_text, top_markdown, top_json, top_csv;

#endif
