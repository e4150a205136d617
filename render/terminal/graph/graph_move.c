/* SPDX-License-Identifier: MIT */
/* From frame to frame of a graph. */
#include "common/base/ratio.h"
#include "render/terminal/graph/graph_view.h"

/* The row, from the top, of frames of a depth; the root of both sides is in one. */
static uint32_t row_of_depth(const struct graph *graph, enum graph_side side, uint32_t depth)
{
	const uint32_t row = side == GRAPH_CALLERS ? graph->upper - depth : graph->upper + depth;

	return graph->options.root_at_bottom ? graph->rows - 1 - row : row;
}

uint32_t graph_row_of(const struct graph *graph, struct graph_place place)
{
	return row_of_depth(graph, place.side, graph_rect(graph, place)->depth);
}

/* The side that has the root's row, or the row; its depth there. False beyond the graph. */
static bool find_row(const struct graph *graph, uint32_t row, enum graph_side *side,
		     uint32_t *depth)
{
	if (graph->is_empty || row >= graph->rows)
		return false;
	if (graph->options.root_at_bottom)
		row = graph->rows - 1 - row;
	*side = row < graph->upper || !graph->sides[GRAPH_CALLEES].is_there ? GRAPH_CALLERS
									    : GRAPH_CALLEES;
	*depth = *side == GRAPH_CALLERS ? graph->upper - row : row - graph->upper;
	return true;
}

struct graph_place graph_find(const struct graph *graph, bool is_caller,
			      const struct frame_list *path)
{
	const enum graph_side side = is_caller ? GRAPH_CALLERS : GRAPH_CALLEES;
	const struct layout *layout;
	struct graph_place place = {side, 0};
	size_t i;

	if (!graph->sides[side].is_there)
		return graph_window(graph);
	layout = &graph->sides[side].layout;
	for (i = 1; i < layout->count; i++) {
		const struct rect *rect = &layout->rects[i];
		const uint32_t depth = layout->rects[place.rect].depth;

		if (rect->depth <= depth || depth == path->depth)
			break;
		if (rect->depth == depth + 1 && rect->name == path->at[depth])
			place.rect = i;
	}
	return place;
}

/* The rectangle below this one; its own number for the root. */
static size_t graph_move_parent_of(const struct layout *layout, size_t rect)
{
	const uint32_t depth = layout->rects[rect].depth;

	if (depth == 0)
		return rect;
	while (layout->rects[rect].depth >= depth)
		rect--;
	return rect;
}

void graph_path(const struct graph *graph, struct graph_place place, struct frame_list *path)
{
	const struct layout *layout = &graph->sides[place.side].layout;
	size_t rect = place.rect;
	uint32_t i, depth = layout->rects[rect].depth;

	for (i = 0; i < depth; i++)
		frame_list_add(path, 0); /* overwritten from the leaf on */
	for (; depth > 0; depth--) {
		path->at[depth - 1] = layout->rects[rect].name;
		rect = graph_move_parent_of(layout, rect);
	}
}

static uint32_t graph_move_cell_at(const struct graph *graph, const struct layout *layout,
				   uint64_t count)
{
	return (uint32_t)ratio_floor(count, layout->total, graph->options.flamegraph->columns);
}

bool graph_at(const struct graph *graph, uint32_t row, uint32_t column, struct graph_place *place)
{
	enum graph_side side;
	const struct graph_side_of *of;
	uint32_t depth;
	size_t i;

	if (!find_row(graph, row, &side, &depth))
		return false;
	of = &graph->sides[side];
	for (i = of->rows.first[depth]; i < of->rows.first[depth + 1]; i++) {
		const struct rect *rect = &of->layout.rects[of->rows.order[i]];

		if (column >= graph_move_cell_at(graph, &of->layout, rect->start) &&
		    column < graph_move_cell_at(graph, &of->layout, rect->start + rect->width)) {
			*place = (struct graph_place){side, of->rows.order[i]};
			return true;
		}
	}
	return false;
}

/* The next place away from the root. */
static bool step_out(const struct graph *graph, struct graph_place *place, enum graph_side side)
{
	const struct layout *layout = &graph->sides[side].layout;
	const struct rect *rect = graph_rect(graph, *place);

	if (rect->depth == 0)
		place->side = side;
	if (place->side != side || !graph->sides[side].is_there ||
	    place->rect + 1 >= layout->count ||
	    layout->rects[place->rect + 1].depth != rect->depth + 1)
		return false;
	place->rect++;
	return true;
}

bool graph_step_rows(const struct graph *graph, struct graph_place *place, int by)
{
	const bool down = (by > 0) != graph->options.root_at_bottom;
	const enum graph_side side = down ? GRAPH_CALLEES : GRAPH_CALLERS;
	struct graph_place next = *place;

	if (graph_rect(graph, next)->depth > 0 && next.side != side) {
		place->rect = graph_move_parent_of(&graph->sides[next.side].layout, next.rect);
		return true;
	}
	if (!step_out(graph, &next, side))
		return false;
	*place = next;
	return true;
}

bool graph_step_columns(const struct graph *graph, struct graph_place *place, int by)
{
	const struct graph_side_of *of = &graph->sides[place->side];
	const uint32_t depth = graph_rect(graph, *place)->depth;
	const size_t first = of->rows.first[depth], end = of->rows.first[depth + 1];
	size_t i = first;

	while (of->rows.order[i] != place->rect)
		i++;
	if (by < 0 ? i == first : i + 1 == end)
		return false;
	place->rect = of->rows.order[by < 0 ? i - 1 : i + 1];
	return true;
}

/* The number of frames of both sides in a row: callees, then callers. */
static size_t count_of(const struct graph *graph, enum graph_side side)
{
	return graph->sides[side].is_there ? graph->sides[side].layout.count : 0;
}

bool graph_step_found(const struct graph *graph, struct graph_place *place, int by)
{
	const size_t callees = count_of(graph, GRAPH_CALLEES);
	const size_t count = callees + count_of(graph, GRAPH_CALLERS);
	size_t at = place->rect + (place->side == GRAPH_CALLERS ? callees : 0), step;

	for (step = 0; step < count; step++) {
		struct graph_place next;
		const struct rect *rect;

		at = (at + (by > 0 ? 1 : count - 1)) % count;
		next = at < callees ? (struct graph_place){GRAPH_CALLEES, at}
				    : (struct graph_place){GRAPH_CALLERS, at - callees};
		rect = graph_rect(graph, next);
		if (graph->options.found && graph->options.found[rect->name]) {
			*place = next;
			return true;
		}
	}
	return false;
}
