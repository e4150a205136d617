/* SPDX-License-Identifier: MIT */
/* A graph is made: graph_view.h. How it is drawn and moved in: graph_draw.c, graph_move.c. */
#include "render/terminal/graph/graph_view.h"

static void build_refined(struct graph *graph, const struct subject *subject,
			  const struct lens *lens, enum graph_side side)
{
	const struct graph_options *options = &graph->options;
	const bool focused = lens->focus != REFINE_NO_FOCUS;
	const bool zooms = !focused || lens->callers == (side == GRAPH_CALLERS);
	bool *hidden = lens_members(&lens->hidden, subject);
	bool *dropped = lens_members(&lens->dropped, subject);
	const struct refine refine = {
		.hidden = hidden,
		.dropped = dropped,
		.focus = lens->focus,
		.reversed = lens->reversed,
		.folded = lens->folded,
		.by_width = lens->by_width,
	};
	const struct refine_window window = {
		.path = lens->path.at,
		.depth = zooms ? lens->path.depth : 0,
		.callers = side == GRAPH_CALLERS,
		.shown = (enum width_column)options->flamegraph->diff_width,
		.columns = (uint32_t)options->flamegraph->columns,
		.found = options->found,
	};

	refine_build(&graph->sides[side].refined, &subject->base, &refine, &window);
	free(hidden);
	free(dropped);
}

static void paint_side(struct graph *graph, const struct subject *subject, enum graph_side side)
{
	const struct graph_options *options = &graph->options;
	struct graph_side_of *of = &graph->sides[side];
	struct layout_options layout = flamegraph_layout(options->flamegraph, options->personality,
							 &subject->profile);
	struct paint_options paint = flamegraph_paint(options->flamegraph, options->personality);

	if (of->refined.tree.nodes[0].width == 0)
		return;
	paint.deltas.max = subject->tree.max_delta;
	layout.inverted = true;
	layout_build(&of->layout, &of->refined.tree, &layout);
	layout_rows_build(&of->rows, &of->layout);
	paint_layout(&of->paint, &of->layout, &subject->profile.names, &paint);
	of->is_there = true;
}

/* A zoom on one side of a focus shows that side alone. */
static bool graph_view_is_wanted(const struct lens *lens, enum graph_side side)
{
	if (lens->focus == REFINE_NO_FOCUS)
		return side == GRAPH_CALLEES;
	return lens->path.depth == 0 || lens->callers == (side == GRAPH_CALLERS);
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

static void graph_view_measure(struct graph *graph)
{
	const struct graph_place place = graph_window(graph);
	const struct graph_side_of *of = &graph->sides[place.side];
	const enum width_column shown = (enum width_column)graph->options.flamegraph->diff_width;

	graph->total = of->refined.tree.nodes[of->refined.depth].width;
	graph->covered = count_width(of->refined.covered, shown);
}

void graph_build(struct graph *graph, const struct subject *subject, const struct lens *lens,
		 const struct graph_options *options)
{
	const struct opt_result none = {.files = {0}};
	int side;

	*graph = (struct graph){.options = *options};
	graph->caption = flamegraph_caption(options->flamegraph, options->personality,
					    &subject->profile, &none);
	for (side = 0; side < GRAPH_SIDES; side++) {
		if (!graph_view_is_wanted(lens, (enum graph_side)side))
			continue;
		build_refined(graph, subject, lens, (enum graph_side)side);
		paint_side(graph, subject, (enum graph_side)side);
	}
	graph_view_count_rows(graph);
	if (!graph->is_empty)
		graph_view_measure(graph);
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
