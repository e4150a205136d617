/* SPDX-License-Identifier: MIT */
/*
 * graph.h - the flame graph of a profile through a filter: rectangles in rows of cells. With a
 * focus callers are above the function and callees below it. Owns what it was made of.
 */
#ifndef FLAMBEAU_GRAPH_H
#define FLAMBEAU_GRAPH_H

#include "render/flamegraph_options.h"
#include "render/terminal/screen.h"
#include "render/terminal/view_filter.h"

enum graph_side { GRAPH_CALLEES, GRAPH_CALLERS, GRAPH_SIDES };

struct graph_options {
	const struct flamegraph_options *flamegraph; /* palette, columns, what widths show */
	const struct render_personality *personality;
	const bool *found; /* by frame id; NULL: nothing is searched for */
	bool root_at_bottom;
};

/* The position of a frame. */
struct graph_place {
	enum graph_side side;
	size_t rect;
};

struct graph_side_of {
	bool is_there;
	struct refined refined;
	struct layout layout;
	struct layout_rows rows;
	struct paint paint;
};

struct graph {
	struct graph_side_of sides[GRAPH_SIDES];
	struct caption caption;
	struct graph_options options;
	uint32_t upper, rows; /* rows of callers above the root; all rows */
	uint64_t covered;     /* of the frame that fills the width, by what was found */
	uint64_t total;       /* of it */
	bool is_empty;        /* nothing is left to be seen */
};

void graph_build(struct graph *graph, const struct view_profile *viewed,
		 const struct view_filter *filter, const struct graph_options *options);
void graph_release(struct graph *graph);

/* The frame in its rectangle, and how many rows below the first its row is. */
const struct rect *graph_rect(const struct graph *graph, struct graph_place place);
uint32_t graph_row_of(const struct graph *graph, struct graph_place place);

/* The frame that fills the width, and the one that a path leads to, as far as it goes. */
struct graph_place graph_window(const struct graph *graph);
struct graph_place graph_find(const struct graph *graph, bool is_caller,
			      const struct frame_list *path);

/* The frames from below the root to a place, in an empty list. */
void graph_path(const struct graph *graph, struct graph_place place, struct frame_list *path);

/* The frame at a cell; false where none exists. */
bool graph_at(const struct graph *graph, uint32_t row, uint32_t column, struct graph_place *place);

/* The frame above (-1) or below (1) on the screen, or its neighbour; false if none exists. */
bool graph_step_rows(const struct graph *graph, struct graph_place *place, int by);
bool graph_step_columns(const struct graph *graph, struct graph_place *place, int by);

/* The next (1) or previous (-1) match of the search, wrapping around; false if none is visible. */
bool graph_step_found(const struct graph *graph, struct graph_place *place, int by);

/* "main (1,234 samples, 5.67%)", where `room` cells are not enough with a part of the name. */
void graph_add_title(struct buf *buf, const struct graph *graph, const struct view_profile *viewed,
		     struct graph_place place, size_t room);

extern const struct color graph_search_color; /* of what matches the search */

/* Rows `from` on of the graph, on rows `top` to `bottom` (not included) of the screen. */
struct graph_area {
	int top, bottom;
	uint32_t from;
	struct graph_place cursor;
};

void graph_draw(const struct graph *graph, const struct view_profile *viewed,
		const struct screen *screen, const struct graph_area *area);

#endif
