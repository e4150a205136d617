/* SPDX-License-Identifier: MIT */
/* Actions of keys. One table has them all; help and manual page are checked against it. */
#include "common/base/escape.h"
#include "render/terminal/view.h"

/*
 * Changes of what is seen, each a step that can be taken back: what keys do to the
 * filter.
 */

/* The frame or function that is selected; false if it is the root. */
static bool view_chosen(const struct view *view, frame_id *name)
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
	return rect->depth > 0 || rect->name != view->viewed->base.names[0];
}

/* Show another view of the same profile. */
static void step_kind(struct view *view, enum view_kind kind)
{
	view->kind = kind;
	view_refresh(view);
}

static void set_focus(struct view *view, frame_id name)
{
	if (name == view->filter.focus)
		return;
	view_step(view);
	view->filter.focus = name;
	view->filter.path.depth = 0;
	view->filter.callers = false;
	view->filter.cursor.depth = 0;
	view->filter.cursor_is_caller = false;
}

static COLD void step_show_graph(struct view *view)
{
	set_focus(view, REFINE_NO_FOCUS);
	step_kind(view, VIEW_GRAPH);
}

static COLD void step_focus(struct view *view)
{
	frame_id name;

	if (!view_chosen(view, &name)) {
		view_say(view, "Select a function first");
		return;
	}
	set_focus(view, name);
	step_kind(view, VIEW_GRAPH);
}

static COLD void step_show_sandwich(struct view *view)
{
	if (view->filter.focus != REFINE_NO_FOCUS && view->kind != VIEW_GRAPH)
		step_kind(view, VIEW_GRAPH);
	else
		step_focus(view);
}

static bool is_same_path(const struct frame_list *a, const struct frame_list *b)
{
	return a->depth == b->depth &&
	       (a->depth == 0 || memcmp(a->at, b->at, a->depth * sizeof(*a->at)) == 0);
}

/*
 * The selected frame fills the width; the root at the second time. A zoom further in is not a step
 * of its own: one step back leads out of all of them.
 */
static COLD void step_zoom(struct view *view)
{
	struct frame_list path = {0};

	if (view->kind == VIEW_TABLE) {
		step_focus(view);
		return;
	}
	if (view->kind == VIEW_STRIP) {
		timeline_mark(view);
		return;
	}
	if (!view_has_graph(view))
		return;
	graph_path(&view->graph, view->place, &path);
	if (is_same_path(&path, &view->filter.path)) {
		free(path.at);
		return;
	}
	if (view->filter.path.depth == 0)
		view_step(view);
	free(view->filter.path.at);
	view->filter.path = path;
	view->filter.callers = view->place.side == GRAPH_CALLERS && path.depth > 0;
	view_refresh(view);
}

static COLD void step_zoom_out(struct view *view)
{
	if (view->filter.path.depth == 0)
		return;
	view_step(view);
	view->filter.path.depth = 0;
	view->filter.callers = false;
	view_refresh(view);
}

/* Take back the last of all this. */
static COLD void step_back(struct view *view)
{
	if (view->kind == VIEW_HELP) {
		step_kind(view, view->before_help);
	} else if (view->search.term.len > 0) {
		view_search(view, SLICE(""));
	} else if (view->kind == VIEW_STRIP && view->timeline.is_marked) {
		view->timeline.is_marked = false;
	} else if (view_filter_pop(&view->steps, &view->filter)) {
		view_settle_times(view);
		view_refresh(view);
	} else if (view->kind == VIEW_STRIP) {
		timeline_toggle(view);
	} else if (view->kind == VIEW_TABLE) {
		step_kind(view, VIEW_GRAPH);
	} else if (view_has_graph(view)) {
		view->filter.cursor.depth = 0;
		view->place = graph_window(&view->graph);
	}
}

static void add_chosen(struct view *view, struct frame_list *list)
{
	frame_id name;

	if (!view_chosen(view, &name) || name == view->filter.focus) {
		view_say(view, "Select another function first");
		return;
	}
	view_step(view);
	frame_list_add(list, name);
	view_refresh(view);
}

static COLD void step_hide(struct view *view)
{
	add_chosen(view, &view->filter.hidden);
}

static COLD void step_leave_out(struct view *view)
{
	add_chosen(view, &view->filter.dropped);
}

/* A path of the other direction means nothing. */
static COLD void step_reverse(struct view *view)
{
	view_step(view);
	view->filter.reversed = !view->filter.reversed;
	view->filter.path.depth = 0;
	view->filter.cursor.depth = 0;
	view_refresh(view);
}

static COLD void step_fold(struct view *view)
{
	view_step(view);
	view->filter.folded = !view->filter.folded;
	view->filter.path.depth = 0;
	view_refresh(view);
}

/* Change the order: the graph by name or width; the table by its columns. */
static COLD void step_next_order(struct view *view)
{
	struct view_table *table = &view->table;

	if (view->kind == VIEW_TABLE) {
		table->order = (enum top_order)((table->order + 1) % (TOP_BY_NAME + 1));
		if (table->order == TOP_BY_CHANGE && !view->viewed->profile.differential)
			table->order = TOP_BY_NAME;
		table->from = table->cursor = table->count = 0;
	} else {
		view_step(view);
		view->filter.by_width = !view->filter.by_width;
	}
	view_refresh(view);
}

enum { WHEEL_ROWS = 3 };

/* The cursor goes to the place, and stays there when the graph is made anew. */
static void select_place(struct view *view, struct graph_place place)
{
	view->place = place;
	view->filter.cursor_is_caller = place.side == GRAPH_CALLERS;
	view->filter.cursor.depth = 0;
	graph_path(&view->graph, place, &view->filter.cursor);
}

/* ---- Moving ---- */

static void move_table(struct view *view, long by)
{
	struct view_table *table = &view->table;
	const long last = (long)table->count - 1, to = (long)table->cursor + by;

	table->cursor = (size_t)(to < 0 || last < 0 ? 0 : to > last ? last : to);
}

static long page_of(const struct view *view)
{
	const int height = view_bottom(view) - view_top(view) - 1;

	return height > 1 ? height - 1 : 1;
}

static void move_rows(struct view *view, long by)
{
	struct graph_place place = view->place;
	long i;

	if (view->kind == VIEW_HELP) {
		view->help_from += (int)by;
	} else if (view->kind == VIEW_TABLE) {
		move_table(view, by);
	} else if (view->kind == VIEW_STRIP) {
		timeline_move(&view->timeline, by);
	} else if (view_has_graph(view)) {
		for (i = 0; i < (by < 0 ? -by : by); i++) {
			if (!graph_step_rows(&view->graph, &place, by < 0 ? -1 : 1))
				break;
		}
		select_place(view, place);
	}
}

static void move_columns(struct view *view, int by)
{
	struct graph_place place = view->place;

	if (view->kind == VIEW_STRIP)
		timeline_move(&view->timeline, by);
	else if (view->kind == VIEW_GRAPH && view_has_graph(view) &&
		 graph_step_columns(&view->graph, &place, by))
		select_place(view, place);
}

static COLD void up(struct view *view)
{
	move_rows(view, -1);
}

static COLD void down(struct view *view)
{
	move_rows(view, 1);
}

static COLD void left(struct view *view)
{
	move_columns(view, -1);
}

static COLD void right(struct view *view)
{
	move_columns(view, 1);
}

static COLD void page_up(struct view *view)
{
	move_rows(view, -page_of(view));
}

static COLD void page_down(struct view *view)
{
	move_rows(view, page_of(view));
}

static COLD void home(struct view *view)
{
	move_rows(view, INT32_MIN);
}

static COLD void end(struct view *view)
{
	move_rows(view, INT32_MAX);
}

/* ---- Views ---- */

static COLD void show_table(struct view *view)
{
	step_kind(view, VIEW_TABLE);
}

static COLD void toggle_help(struct view *view)
{
	if (view->kind == VIEW_HELP) {
		step_kind(view, view->before_help);
		return;
	}
	view->before_help = view->kind;
	view->help_from = 0;
	view->kind = VIEW_HELP;
}

static COLD void flip(struct view *view)
{
	view->root_at_bottom = !view->root_at_bottom;
	view->from = 0;
	view_refresh(view);
}

static COLD void next_columns(struct view *view)
{
	if (!view->viewed->profile.differential) {
		view_say(view, "Nothing is compared");
		return;
	}
	view->flamegraph.diff_width = (view->flamegraph.diff_width + 1) % (WIDTH_BOTH + 1);
	view_refresh(view);
}

/* ---- Search ---- */

static COLD void open_search(struct view *view)
{
	view->prompt.kind = PROMPT_SEARCH;
	buf_reset(&view->prompt.text);
}

static void go_to_found(struct view *view, int by)
{
	struct graph_place place = view->place;

	if (view->search.term.len == 0)
		view_say(view, "Nothing is searched for");
	else if (view->kind == VIEW_TABLE)
		move_table(view, by);
	else if (view->kind == VIEW_STRIP && timeline_step_found(&view->timeline, by))
		return;
	else if (view->kind != VIEW_STRIP && view_has_graph(view) &&
		 graph_step_found(&view->graph, &place, by))
		select_place(view, place);
	else if (view->graph.covered > 0)
		view_say(view,
			 "What matches is narrower than a cell here: zoom in, or see the table");
	else
		view_say(view, "Nothing matches here");
}

static COLD void next_found(struct view *view)
{
	go_to_found(view, 1);
}

static COLD void previous_found(struct view *view)
{
	go_to_found(view, -1);
}

static COLD void toggle_case(struct view *view)
{
	view->search.ignore_case = !view->search.ignore_case;
	view_search_again(view);
}

/* ---- Out of here ---- */

static COLD void copy_name(struct view *view)
{
	frame_id name;

	if (!view_chosen(view, &name))
		return;
	screen_copy(&view->screen, intern_name(&view->viewed->profile.names, name));
	view_say(view, "The name was sent to the terminal's clipboard");
}

/* From the root to the frame, as folded text has it. */
static COLD void copy_stack(struct view *view)
{
	const struct intern *names = &view->viewed->profile.names;
	struct frame_list path = {0};
	struct buf text = {0};
	uint32_t i;

	if (view->kind != VIEW_GRAPH || !view_has_graph(view))
		return;
	graph_path(&view->graph, view->place, &path);
	if (view->filter.focus != REFINE_NO_FOCUS)
		buf_add(&text, intern_name(names, view->filter.focus));
	for (i = 0; i < path.depth; i++) {
		if (text.len > 0)
			buf_add_char(&text, ';');
		buf_add(&text, intern_name(names, path.at[i]));
	}
	screen_copy(&view->screen, buf_slice(&text));
	view_say(view, "The stack was sent to the terminal's clipboard");
	free(path.at);
	buf_release(&text);
}

static COLD void open_write(struct view *view)
{
	view->prompt.kind = PROMPT_WRITE;
	buf_reset(&view->prompt.text);
	buf_add_text(&view->prompt.text, "flamegraph.svg");
}

static COLD void pause_or_mark(struct view *view)
{
	if (view->kind == VIEW_STRIP)
		timeline_mark(view);
	else if (view->is_live)
		view->paused = !view->paused;
	else
		view_say(view, "This profile does not change");
}

static COLD void pin(struct view *view)
{
	if (view->is_live && view->viewed)
		view_pin(view);
	else
		view_say(view, "This profile does not change");
}

/* After another program has written to the terminal. */
static COLD void redraw(struct view *view)
{
	screen_resize(&view->screen);
	view_refresh(view);
}

static COLD void quit(struct view *view)
{
	view->done = true;
}

/* ---- All keys ---- */

struct key_row {
	uint32_t key;
	const char *name, *what; /* for the list of keys; keys without are left out of it */
	void (*run)(struct view *view);
};

static const struct key_row keys[] = {
	{'1', "1", "the flame graph", step_show_graph},
	{'2', "2", "sandwich: callers above a function, callees below", step_show_sandwich},
	{'3', "3", "table of functions", show_table},
	{'t', "t", "samples over time, and back; @time labels", timeline_toggle},
	{SCREEN_UP, "Arrows", "from frame to frame, from row to row", up},
	{SCREEN_DOWN, NULL, NULL, down},
	{SCREEN_LEFT, NULL, NULL, left},
	{SCREEN_RIGHT, NULL, NULL, right},
	{'k', NULL, NULL, up},
	{'j', NULL, NULL, down},
	{'l', NULL, NULL, right},
	{SCREEN_PAGE_UP, "PgUp PgDn", "a screen up or down", page_up},
	{SCREEN_PAGE_DOWN, NULL, NULL, page_down},
	{SCREEN_HOME, "Home End", "to the root, to a leaf; first and last row", home},
	{SCREEN_END, NULL, NULL, end},
	{SCREEN_ENTER, "Enter", "zoom the frame; in the table: sandwich of the function",
	 step_zoom},
	{'0', "0", "the whole width again", step_zoom_out},
	{SCREEN_ESCAPE, "Esc", "one step back", step_back},
	{'/', "/", "search, by regular expression", open_search},
	{'n', "n", "next match", next_found},
	{'N', "N", "previous match", previous_found},
	{'\t', "Tab", "search: any case, or as typed", toggle_case},
	{'f', "f", "focus: callers and callees of the function", step_focus},
	{'h', "h", "hide the function, keep what it calls", step_hide},
	{'x', "x", "leave out stacks with the function", step_leave_out},
	{'r', "r", "leaf first, or root first", step_reverse},
	{'u', "u", "fold recursion, or unfold it", step_fold},
	{'o', "o", "order: by name or width; the table's columns", step_next_order},
	{'i', "i", "root on top, or at the bottom", flip},
	{'b', "b", "compared: widths of after, before, both", next_columns},
	{'c', "c", "copy the name (OSC 52)", copy_name},
	{'C', "C", "copy the whole stack", copy_stack},
	{'w', "w", "write the view: SVG, HTML, folded", open_write},
	{' ', "Space", "live: pause, go on; over time: begin and end of a range", pause_or_mark},
	{'d', "d", "live: compare with this moment, or no longer", pin},
	{12, "Ctrl-L", "draw the screen again", redraw},
	{'?', "?", "this list", toggle_help},
	{'q', "q", "quit", quit},
	{3, NULL, NULL, quit}, /* Ctrl-C */
};

COLD void view_add_keys(struct buf *buf)
{
	size_t i;

	for (i = 0; i < ARRAY_LEN(keys); i++) {
		if (keys[i].name)
			buf_printf(buf, "%-10s %s\n", keys[i].name, keys[i].what);
	}
	buf_add_text(buf, "Mouse      click: select, again: zoom or mark; wheel: scroll\n");
}

/* ---- What is typed ---- */

static void type_key(struct view *view, uint32_t key)
{
	struct buf *text = &view->prompt.text;
	const bool is_search = view->prompt.kind == PROMPT_SEARCH;

	if (key == SCREEN_ENTER) {
		const enum prompt_kind kind = view->prompt.kind;
		struct graph_place place = view->place;

		view->prompt.kind = PROMPT_NONE;
		if (kind == PROMPT_WRITE)
			view_write(view, buf_slice(&view->prompt.text));
		else if (view->kind == VIEW_GRAPH && view_has_graph(view) && view->search.found &&
			 graph_step_found(&view->graph, &place, 1))
			select_place(view, place);
		return;
	}
	if (key == SCREEN_ESCAPE || key == 3) {
		view->prompt.kind = PROMPT_NONE;
		buf_reset(text);
	} else if (key == SCREEN_BACKSPACE) {
		/* The last character goes, with the bytes that continue it. */
		while (text->len > 0 && ((unsigned char)text->ptr[text->len - 1] & 0xC0) == 0x80)
			text->len--;
		text->len -= text->len > 0;
	} else if (key == 0x15) { /* Ctrl-U */
		buf_reset(text);
	} else if (key >= ' ' && key < SCREEN_NO_KEY) {
		buf_add_code(text, key);
	} else if (key == '\t') {
		view->search.ignore_case = !view->search.ignore_case;
	}
	if (is_search)
		view_search(view, buf_slice(text));
}

/* ---- The mouse ---- */

static void click(struct view *view, const struct screen_event *event)
{
	const int row = event->row - view_top(view);
	struct graph_place place;

	if (row < 0 || event->row >= view_bottom(view) || event->column < 0)
		return;
	if (view->kind == VIEW_TABLE) {
		if (row > 0 && view->table.from + (size_t)row - 1 < view->table.count)
			view->table.cursor = view->table.from + (size_t)row - 1;
	} else if (view->kind == VIEW_STRIP) {
		timeline_click(view, event->column);
	} else if (view->kind == VIEW_GRAPH && view_has_graph(view) &&
		   graph_at(&view->graph, view->from + (uint32_t)row, (uint32_t)event->column,
			    &place)) {
		if (place.side == view->place.side && place.rect == view->place.rect)
			step_zoom(view);
		else
			select_place(view, place);
	}
}

static bool use_mouse(struct view *view, const struct screen_event *event)
{
	switch (event->key) {
	case SCREEN_CLICK: click(view, event); return true;
	case SCREEN_DOUBLE_CLICK:
		click(view, event);
		if (view->kind != VIEW_STRIP)
			step_zoom(view);
		return true;
	case SCREEN_WHEEL_UP: move_rows(view, -WHEEL_ROWS); return true;
	case SCREEN_WHEEL_DOWN: move_rows(view, WHEEL_ROWS); return true;
	default: return false;
	}
}

COLD void view_press(struct view *view, const struct screen_event *event)
{
	size_t i;

	if (view->prompt.kind != PROMPT_NONE) {
		type_key(view, event->key);
		return;
	}
	buf_reset(&view->message);
	if (event->key == 'q' || event->key == 3 || event->key == ' ' || event->key == '?' ||
	    view->viewed) {
		for (i = 0; i < ARRAY_LEN(keys); i++) {
			if (keys[i].key == event->key) {
				keys[i].run(view);
				return;
			}
		}
		use_mouse(view, event);
	}
}
