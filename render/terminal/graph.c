/* SPDX-License-Identifier: MIT */
#include "common/base/exact.h"
#include "render/terminal/view.h"

static void build_refined(struct graph *graph, const struct view_profile *viewed,
			  const struct view_filter *filter, enum graph_side side)
{
	const struct graph_options *options = &graph->options;
	const bool focused = filter->focus != REFINE_NO_FOCUS;
	const bool zooms = !focused || filter->callers == (side == GRAPH_CALLERS);
	bool *hidden = view_filter_members(&filter->hidden, viewed);
	bool *dropped = view_filter_members(&filter->dropped, viewed);
	const struct refine refine = {
		.hidden = hidden,
		.dropped = dropped,
		.focus = filter->focus,
		.reversed = filter->reversed,
		.folded = filter->folded,
		.by_width = filter->by_width,
	};
	const struct refine_window window = {
		.path = filter->path.at,
		.depth = zooms ? filter->path.depth : 0,
		.callers = side == GRAPH_CALLERS,
		.shown = (enum width_column)options->flamegraph->diff_width,
		.columns = (uint32_t)options->flamegraph->columns,
		.found = options->found,
	};

	refine_build(&graph->sides[side].refined, &viewed->base, &refine, &window);
	free(hidden);
	free(dropped);
}

static void paint_side(struct graph *graph, const struct view_profile *viewed, enum graph_side side)
{
	const struct graph_options *options = &graph->options;
	struct graph_side_of *of = &graph->sides[side];
	struct layout_options layout = flamegraph_layout(options->flamegraph, options->personality,
							 &viewed->profile);
	struct paint_options paint = flamegraph_paint(options->flamegraph, options->personality);

	if (of->refined.tree.nodes[0].width == 0)
		return;
	paint.deltas.max = viewed->tree.max_delta;
	layout.inverted = true;
	layout_build(&of->layout, &of->refined.tree, &layout);
	layout_rows_build(&of->rows, &of->layout);
	paint_layout(&of->paint, &of->layout, &viewed->profile.names, &paint);
	of->is_there = true;
}

/* A zoom on one side of a focus shows that side alone. */
static bool graph_view_is_wanted(const struct view_filter *filter, enum graph_side side)
{
	if (filter->focus == REFINE_NO_FOCUS)
		return side == GRAPH_CALLEES;
	return filter->path.depth == 0 || filter->callers == (side == GRAPH_CALLERS);
}

static void graph_view_count_rows(struct graph *graph)
{
	const struct graph_side_of *callees = &graph->sides[GRAPH_CALLEES];
	const struct graph_side_of *callers = &graph->sides[GRAPH_CALLERS];

	graph->is_empty = !callees->is_there && !callers->is_there;
	graph->upper = callers->is_there ? callers->layout.rows - 1 : 0;
	graph->rows = graph->upper + (callees->is_there ? callees->layout.rows : 1);
}

const struct rect *graph_rect(const struct graph *graph, struct graph_place place)
{
	return &graph->sides[place.side].layout.rects[place.rect];
}

struct graph_place graph_window(const struct graph *graph)
{
	struct graph_place place = {GRAPH_CALLEES, 0};

	if (!graph->sides[GRAPH_CALLEES].is_there)
		place.side = GRAPH_CALLERS;
	/* ancestors and the window's frame are the first nodes, and none of them is too narrow */
	place.rect = graph->sides[place.side].refined.depth;
	return place;
}

void graph_build(struct graph *graph, const struct view_profile *viewed,
		 const struct view_filter *filter, const struct graph_options *options)
{
	const struct opt_result none = {.files = {0}};
	int side;

	*graph = (struct graph){.options = *options};
	graph->caption = flamegraph_caption(options->flamegraph, options->personality,
					    &viewed->profile, &none);
	for (side = 0; side < GRAPH_SIDES; side++) {
		if (!graph_view_is_wanted(filter, (enum graph_side)side))
			continue;
		build_refined(graph, viewed, filter, (enum graph_side)side);
		paint_side(graph, viewed, (enum graph_side)side);
	}
	graph_view_count_rows(graph);
	if (!graph->is_empty) {
		const struct graph_place place = graph_window(graph);
		const struct graph_side_of *of = &graph->sides[place.side];
		const enum width_column shown =
			(enum width_column)graph->options.flamegraph->diff_width;

		graph->total = of->refined.tree.nodes[of->refined.depth].width;
		graph->covered = count_width(of->refined.covered, shown);
	}
}

void graph_release(struct graph *graph)
{
	int side;

	for (side = 0; side < GRAPH_SIDES; side++) {
		struct graph_side_of *of = &graph->sides[side];

		refined_release(&of->refined);
		layout_release(&of->layout);
		layout_rows_release(&of->rows);
		paint_release(&of->paint);
	}
	*graph = (struct graph){.is_empty = true};
}

/* A graph in the cells of a screen, and the texts about its frames. */

#define EDGE "\xE2\x96\x8F" /* U+258F, an eighth of a block at the left of a cell */
#define TIMES "\xC3\x97"    /* U+00D7, between a name and how often it is there in a row */

const struct color graph_search_color = {230, 0, 230, false};

/* The root of a whole profile is not a function. */
static bool is_function(const struct view_profile *viewed, const struct rect *rect)
{
	return rect->depth > 0 || rect->name != viewed->base.names[0];
}

static void graph_add_name(struct buf *buf, const struct graph *graph,
			   const struct view_profile *viewed, struct graph_place place)
{
	const struct rect *rect = graph_rect(graph, place);

	if (!is_function(viewed, rect))
		buf_add_text(buf, "all");
	else
		buf_add(buf, intern_name(&viewed->profile.names, rect->name));
}

static uint32_t run_of(const struct graph *graph, struct graph_place place)
{
	return graph->sides[place.side].refined.runs[graph_rect(graph, place)->closed];
}

static void add_run(struct buf *buf, const struct graph *graph, struct graph_place place)
{
	if (run_of(graph, place) > 1)
		buf_printf(buf, " up to " TIMES "%u", run_of(graph, place));
}

void graph_add_title(struct buf *buf, const struct graph *graph, const struct view_profile *viewed,
		     struct graph_place place, size_t room)
{
	const struct rect *rect = graph_rect(graph, place);
	struct buf name = {0}, title = {0};

	if (!is_function(viewed, rect) && rect->count[1] == graph->caption.total[1]) {
		caption_root(buf, &graph->caption);
		return;
	}
	graph_add_name(&name, graph, viewed, place);
	add_run(&name, graph, place);
	caption_title(&title, &graph->caption, buf_slice(&name),
		      &(struct caption_counts){rect->count[1], /* whatever the width shows */
					       {rect->count[0], rect->count[1]},
					       rect->differential});
	label_add_title(buf, buf_slice(&title), caption_name(buf_slice(&name)).len, room);
	buf_release(&name);
	buf_release(&title);
}

/* " 12.34%", and of a differential " +464 ms": what changed. */
static void graph_add_share(struct buf *buf, const struct graph *graph, const struct rect *rect)
{
	buf_add_char(buf, ' ');
	caption_add_share(buf, &graph->caption, 1, rect->count[1]);
	if (rect->differential)
		label_add_change(buf, &graph->caption, rect->count);
}

/* Replace characters beyond ASCII by `?`, for terminals that lack them. */
static void make_plain(struct buf *buf, size_t from)
{
	size_t i, to = from;

	for (i = from; i < buf->len; i++) {
		const unsigned char c = (unsigned char)buf->ptr[i];

		if (c < 0x80)
			buf->ptr[to++] = (char)c;
		else if (c >= 0xC0)
			buf->ptr[to++] = '?';
	}
	buf->len = to;
}

/* The name with its share if there is room for both, in exactly `room` cells. */
static void graph_add_label(struct buf *buf, const struct graph *graph,
			    const struct view_profile *viewed, struct graph_place place,
			    size_t room)
{
	struct buf label = {0}, share = {0};
	const bool is_root = !is_function(viewed, graph_rect(graph, place));
	size_t used, share_cells, share_room;

	if (is_root)
		graph_add_title(&label, graph, viewed, place, room);
	else
		graph_add_name(&label, graph, viewed, place);
	if (!is_root) {
		label.len = caption_name(buf_slice(&label)).len;
		add_run(&label, graph, place);
		graph_add_share(&share, graph, graph_rect(graph, place));
	}
	share_cells = cells_count(buf_slice(&share));
	share_room = label_share_room(share_cells, room);
	used = cells_add(buf, buf_slice(&label), room - share_room, LABEL_HEAD);
	if (share_room > 0 ||
	    (share_cells <= room - used && cells_count(buf_slice(&label)) == used)) {
		buf_add(buf, buf_slice(&share));
		used += share_cells;
	}
	cells_fill(buf, " ", room - used);
	buf_release(&label);
	buf_release(&share);
}

/*
 * The mark at the left edge of a frame: in a differential without colours, whether its count grew.
 */
static const char *graph_edge_of(const struct screen *screen, const struct rect *rect)
{
	if (!screen->colors && rect->differential && rect->count[0] != rect->count[1])
		return rect->count[1] > rect->count[0] ? "+" : "-";
	return screen->utf8 && screen->colors ? EDGE : "|";
}

struct drawing {
	const struct graph *graph;
	const struct view_profile *viewed;
	const struct screen *screen;
	const struct graph_area *area;
	struct buf text;
};

static void draw_frame(struct drawing *drawing, struct graph_place place, int row)
{
	const struct graph *graph = drawing->graph;
	const struct graph_side_of *of = &graph->sides[place.side];
	const struct rect *rect = graph_rect(graph, place);
	const uint64_t columns = graph->options.flamegraph->columns;
	const size_t from = (size_t)ratio_floor(rect->start, of->layout.total, columns);
	const size_t to = (size_t)ratio_floor(rect->start + rect->width, of->layout.total, columns);
	const bool *found = graph->options.found;
	struct screen_style style = {
		.look = SCREEN_COLORED,
		.color = of->paint.colors[of->paint.classes[place.rect]],
		.found = found && is_function(drawing->viewed, rect) && found[rect->name],
		.selected = place.side == drawing->area->cursor.side &&
			    place.rect == drawing->area->cursor.rect,
	};

	if (to <= from)
		return;
	if (style.found)
		style.color = graph_search_color;
	buf_reset(&drawing->text);
	buf_add_text(&drawing->text, graph_edge_of(drawing->screen, rect));
	graph_add_label(&drawing->text, graph, drawing->viewed, place, to - from - 1);
	if (!drawing->screen->utf8)
		make_plain(&drawing->text, 0);
	screen_put(drawing->screen, row, (int)from, buf_slice(&drawing->text), &style);
}

/* The cursor may be on the root's other side. */
static struct graph_area settle_cursor(const struct graph *graph, const struct graph_area *area)
{
	struct graph_area settled = *area;

	if (graph_rect(graph, area->cursor)->depth == 0)
		settled.cursor.side = graph->sides[GRAPH_CALLEES].is_there ? GRAPH_CALLEES
									   : GRAPH_CALLERS;
	return settled;
}

void graph_draw(const struct graph *graph, const struct view_profile *viewed,
		const struct screen *screen, const struct graph_area *area)
{
	const struct graph_area settled = settle_cursor(graph, area);
	struct drawing drawing = {graph, viewed, screen, &settled, {0}};
	struct graph_place place = {GRAPH_CALLEES, 0};
	int side;

	for (side = 0; side < GRAPH_SIDES; side++) {
		const struct graph_side_of *of = &graph->sides[side];

		place.side = (enum graph_side)side;
		for (place.rect = 0; of->is_there && place.rect < of->layout.count; place.rect++) {
			const uint32_t row = graph_row_of(graph, place);
			const int at = area->top + (int)(row - area->from);

			if (place.rect == 0 && side == GRAPH_CALLERS &&
			    graph->sides[GRAPH_CALLEES].is_there)
				continue;
			if (row >= area->from && at < area->bottom)
				draw_frame(&drawing, place, at);
		}
	}
	buf_release(&drawing.text);
}

/* From frame to frame of a graph. */

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
