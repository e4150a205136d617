/* SPDX-License-Identifier: MIT */
/*
 * layout.h - call tree -> rectangles, in counts from left to right and rows from the root.
 * Leaves out what is narrower than the minimum width, with all its descendants (they are no
 * wider). Knows nothing of pixels but how many the whole width has. Owns the rectangles.
 *
 * Frames of a differential that only the profile has whose counts are not shown are no
 * rectangles: they have no width. They leave marks where they would be.
 */
#ifndef FLAMBEAU_LAYOUT_H
#define FLAMBEAU_LAYOUT_H

#include "common/table/intern.h"
#include "render/tree/columns.h"

struct tree;

struct rect {
	frame_id name;
	uint32_t depth; /* of the root: 0 */
	uint64_t start, width;
	uint64_t count[2]; /* before and after, for differentials */
	uint32_t closed;   /* ascending: the order in which the tree's frames close */
	bool differential; /* its columns are to be compared */
};

/* A width in pixels, or in percent of the whole. */
struct layout_width {
	uint64_t millionths;
	bool percent;
};

struct layout_options {
	struct layout_width min; /* of a frame that is drawn */
	uint32_t pixels;         /* of the root */
	uint64_t total;          /* width of the root if it is to be wider than its children */
	bool inverted;           /* the root is the top row */
	bool can_hide_root;      /* the minimum holds for the root, by the sum of the counts */
	bool marks;              /* for frames that have a count, but no width */
	enum width_column shown; /* the column of the tree's widths */
};

/* Frames without width, between two neighbours in the row above their parent. */
struct layout_mark {
	size_t parent;   /* place of its rectangle; the nearest ancestor that has one */
	uint64_t start;  /* of the first of them */
	uint64_t frames; /* their number, with descendants */
	/* of the counts, in their only column, of frames that are not on another such frame */
	uint64_t sum;
	frame_id largest; /* of them, the first of equals */
	uint64_t count;   /* the count of the largest */
};

struct layout {
	struct rect *rects; /* pre-order: a parent, then its children; the root first */
	size_t count;
	uint64_t total;  /* the root's width */
	uint32_t rows;   /* greatest depth + 1 */
	uint64_t hidden; /* frames the minimum width left out */
	struct layout_mark
		*marks; /* in the order of their parents, each one's from left to right */
	size_t mark_count;
	bool marks_beyond; /* some are in a row that no frame has: the next one */
	uint64_t only[2];  /* frames that only one of the two profiles has */
	enum width_column shown;
	bool inverted;
	bool root_hidden; /* the root is in the list alone, and is not to be drawn */
};

/* The tree's total must not be 0. The root is always in the list. */
void layout_build(struct layout *layout, const struct tree *tree,
		  const struct layout_options *options);

void layout_release(struct layout *layout);

/* The least count that is not narrower than `width`, if `total` counts are `pixels` wide. */
uint64_t layout_count_of(const struct layout_width *width, uint32_t pixels, uint64_t total);

/* The row, from the top, of frames of this depth. */
uint32_t layout_row(const struct layout *layout, uint32_t depth);

/*
 * The rectangles row by row, each from left to right. first[depth] to first[depth + 1] index
 * `order`, which indexes the rectangles. Release with layout_rows_release().
 */
struct layout_rows {
	size_t *first; /* rows + 1 */
	size_t *order;
};

void layout_rows_build(struct layout_rows *rows, const struct layout *layout);
void layout_rows_release(struct layout_rows *rows);

#endif
