/* SPDX-License-Identifier: MIT */
#include "render/terminal/view_steps.h"

bool view_chosen(const struct view *view, frame_id *name)
{
	const struct rect *rect;

	if (view->kind == VIEW_TABLE) {
		if (view->table.cursor >= view->table.count)
			return false;
		*name = view->table.rows[view->table.cursor].id;
		return true;
	}
	if (view->kind == VIEW_STRIP || view->graph.is_empty)
		return false;
	rect = graph_rect(&view->graph, view->place);
	*name = rect->name;
	return rect->depth > 0 || rect->name != view->subject->base.names[0];
}

void step_kind(struct view *view, enum view_kind kind)
{
	view->kind = kind;
	view_refresh(view);
}

static void set_focus(struct view *view, frame_id name)
{
	if (name == view->lens.focus)
		return;
	view_step(view);
	view->lens.focus = name;
	view->lens.path.depth = 0;
	view->lens.callers = false;
	view->lens.cursor.depth = 0;
	view->lens.cursor_is_caller = false;
}

void step_show_graph(struct view *view)
{
	set_focus(view, REFINE_NO_FOCUS);
	step_kind(view, VIEW_GRAPH);
}

void step_focus(struct view *view)
{
	frame_id name;

	if (!view_chosen(view, &name)) {
		view_say(view, "Select a function first");
		return;
	}
	set_focus(view, name);
	step_kind(view, VIEW_GRAPH);
}

void step_show_sandwich(struct view *view)
{
	if (view->lens.focus != REFINE_NO_FOCUS && view->kind != VIEW_GRAPH)
		step_kind(view, VIEW_GRAPH);
	else
		step_focus(view);
}

static bool is_same_path(const struct frame_list *a, const struct frame_list *b)
{
	return a->depth == b->depth &&
	       (a->depth == 0 || memcmp(a->at, b->at, a->depth * sizeof(*a->at)) == 0);
}

/* A zoom further in is not a step of its own: one step back leads out of all of them. */
void step_zoom(struct view *view)
{
	struct frame_list path = {0};

	if (view->kind == VIEW_TABLE) {
		step_focus(view);
		return;
	}
	if (view->kind == VIEW_STRIP) {
		strip_mark(view);
		return;
	}
	if (!view_has_graph(view))
		return;
	graph_path(&view->graph, view->place, &path);
	if (is_same_path(&path, &view->lens.path)) {
		free(path.at);
		return;
	}
	if (view->lens.path.depth == 0)
		view_step(view);
	free(view->lens.path.at);
	view->lens.path = path;
	view->lens.callers = view->place.side == GRAPH_CALLERS && path.depth > 0;
	view_refresh(view);
}

void step_zoom_out(struct view *view)
{
	if (view->lens.path.depth == 0)
		return;
	view_step(view);
	view->lens.path.depth = 0;
	view->lens.callers = false;
	view_refresh(view);
}

void step_back(struct view *view)
{
	if (view->kind == VIEW_HELP) {
		step_kind(view, view->before_help);
	} else if (view->search.term.len > 0) {
		view_search(view, SLICE(""));
	} else if (view->kind == VIEW_STRIP && view->strip.is_marked) {
		view->strip.is_marked = false;
	} else if (lens_pop(&view->steps, &view->lens)) {
		view_settle_times(view);
		view_refresh(view);
	} else if (view->kind == VIEW_STRIP) {
		strip_toggle(view);
	} else if (view->kind == VIEW_TABLE) {
		step_kind(view, VIEW_GRAPH);
	} else if (view_has_graph(view)) {
		view->lens.cursor.depth = 0;
		view->place = graph_window(&view->graph);
	}
}

static void add_chosen(struct view *view, struct frame_list *list)
{
	frame_id name;

	if (!view_chosen(view, &name) || name == view->lens.focus) {
		view_say(view, "Select another function first");
		return;
	}
	view_step(view);
	frame_list_add(list, name);
	view_refresh(view);
}

void step_hide(struct view *view)
{
	add_chosen(view, &view->lens.hidden);
}

void step_leave_out(struct view *view)
{
	add_chosen(view, &view->lens.dropped);
}

/* A path of the other direction means nothing. */
void step_reverse(struct view *view)
{
	view_step(view);
	view->lens.reversed = !view->lens.reversed;
	view->lens.path.depth = 0;
	view->lens.cursor.depth = 0;
	view_refresh(view);
}

void step_fold(struct view *view)
{
	view_step(view);
	view->lens.folded = !view->lens.folded;
	view->lens.path.depth = 0;
	view_refresh(view);
}

/* Change the order: the graph by name or width; the table by its columns. */
void step_next_order(struct view *view)
{
	struct table *table = &view->table;

	if (view->kind == VIEW_TABLE) {
		table->order = (enum top_order)((table->order + 1) % (TOP_BY_NAME + 1));
		if (table->order == TOP_BY_CHANGE && !view->subject->profile.differential)
			table->order = TOP_BY_NAME;
		table->from = table->cursor = table->count = 0;
	} else {
		view_step(view);
		view->lens.by_width = !view->lens.by_width;
	}
	view_refresh(view);
}
