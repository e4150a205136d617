/* SPDX-License-Identifier: MIT */
/* A graph in the cells of a screen, and the texts about its frames. */
#include "common/base/ratio.h"
#include "render/terminal/graph/graph_view.h"

#define EDGE "\xE2\x96\x8F" /* U+258F, an eighth of a block at the left of a cell */
#define TIMES "\xC3\x97"    /* U+00D7, between a name and how often it is there in a row */

const struct color graph_search_color = {230, 0, 230, false};

/* The root of a whole profile is not a function. */
static bool is_function(const struct subject *subject, const struct rect *rect)
{
	return rect->depth > 0 || rect->name != subject->base.names[0];
}

static void graph_add_name(struct buf *buf, const struct graph *graph,
			   const struct subject *subject, struct graph_place place)
{
	const struct rect *rect = graph_rect(graph, place);

	if (!is_function(subject, rect))
		buf_add_text(buf, "all");
	else
		buf_add(buf, intern_name(&subject->profile.names, rect->name));
}

static uint32_t run_of(const struct graph *graph, struct graph_place place)
{
	return graph->sides[place.side].refined.runs[graph_rect(graph, place)->closed];
}

static void add_run(struct buf *buf, const struct graph *graph, struct graph_place place)
{
	if (run_of(graph, place) > 1)
		buf_printf(buf, " " TIMES "%u", run_of(graph, place));
}

/* Ancestors of the frame that fills the width are wider than they are drawn: by their counts. */
static uint64_t graph_counts_of(const struct graph *graph, const struct rect *rect)
{
	return count_width(rect->count, (enum width_column)graph->options.flamegraph->diff_width);
}

void graph_add_title(struct buf *buf, const struct graph *graph, const struct subject *subject,
		     struct graph_place place)
{
	const struct rect *rect = graph_rect(graph, place);
	struct buf name = {0};

	if (!is_function(subject, rect) && rect->count[1] == graph->caption.total[1]) {
		caption_root(buf, &graph->caption);
		return;
	}
	graph_add_name(&name, graph, subject, place);
	add_run(&name, graph, place);
	caption_title(buf, &graph->caption, buf_slice(&name),
		      &(struct caption_counts){graph_counts_of(graph, rect),
					       {rect->count[0], rect->count[1]},
					       rect->differential});
	buf_release(&name);
}

/* " 12.34%", and of a differential " +1.57": what its share changed by. */
static void graph_add_share(struct buf *buf, const struct graph *graph, const struct rect *rect)
{
	buf_add_char(buf, ' ');
	caption_add_share(buf, &graph->caption, 1, rect->count[1]);
	if (!rect->differential)
		return;
	buf_add_char(buf, ' ');
	caption_add_points(buf, caption_points(&graph->caption, rect->count));
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
			    const struct subject *subject, struct graph_place place, size_t room)
{
	struct buf label = {0}, share = {0};
	const bool is_root = !is_function(subject, graph_rect(graph, place));
	size_t used;

	if (is_root)
		graph_add_title(&label, graph, subject, place);
	else
		graph_add_name(&label, graph, subject, place);
	if (!is_root) {
		label.len = caption_name(buf_slice(&label)).len;
		add_run(&label, graph, place);
		graph_add_share(&share, graph, graph_rect(graph, place));
	}
	used = cells_add(buf, buf_slice(&label), room, LABEL_HEAD);
	if (share.len <= room - used && cells_count(buf_slice(&label)) == used) {
		buf_add(buf, buf_slice(&share));
		used += share.len;
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
	const struct subject *subject;
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
		.found = found && is_function(drawing->subject, rect) && found[rect->name],
		.selected = place.side == drawing->area->cursor.side &&
			    place.rect == drawing->area->cursor.rect,
	};

	if (to <= from)
		return;
	if (style.found)
		style.color = graph_search_color;
	buf_reset(&drawing->text);
	buf_add_text(&drawing->text, graph_edge_of(drawing->screen, rect));
	graph_add_label(&drawing->text, graph, drawing->subject, place, to - from - 1);
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

void graph_draw(const struct graph *graph, const struct subject *subject,
		const struct screen *screen, const struct graph_area *area)
{
	const struct graph_area settled = settle_cursor(graph, area);
	struct drawing drawing = {graph, subject, screen, &settled, {0}};
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
