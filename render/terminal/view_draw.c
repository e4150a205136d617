/* SPDX-License-Identifier: MIT */
/* The screen: a line of what is looked at, the view, a line of what is selected, a line of keys. */
#include "common/base/exact.h"
#include "render/palette/states.h"
#include "render/terminal/view.h"
#include "render/tree/caption.h"

static const struct screen_style plain = {.look = SCREEN_PLAIN}, bold = {.look = SCREEN_BOLD},
				 dim = {.look = SCREEN_DIM}, bar = {.look = SCREEN_BAR};

/* One line, cut to the screen; `fill`: to its right edge. */
static void put_line(const struct view *view, int row, struct slice text,
		     const struct screen_style *style)
{
	const size_t columns = (size_t)view->screen.columns;
	struct buf line = {0};
	size_t used = cells_add(&line, text, columns, LABEL_HEAD);
	size_t i;

	if (style->look == SCREEN_BAR)
		cells_fill(&line, " ", columns - used);
	for (i = 0; i < line.len && !view->screen.utf8; i++) {
		if ((unsigned char)line.ptr[i] >= 0x80)
			line.ptr[i] = '?';
	}
	screen_put(&view->screen, row, 0, buf_slice(&line), style);
	buf_release(&line);
}

static const char *word_of_columns(const struct view *view)
{
	static const char *const words[] = {[WIDTH_AFTER] = "widths: after",
					    [WIDTH_BEFORE] = "widths: before",
					    [WIDTH_BOTH] = "widths: both"};

	return words[view->flamegraph.diff_width];
}

static const char *const order_words[] = {
	[TOP_BY_SELF] = "self",
	[TOP_BY_TOTAL] = "total",
	[TOP_BY_CHANGE] = "change",
	[TOP_BY_NAME] = "name",
};

static void add_state(struct buf *buf, const struct view *view)
{
	if (view->is_live) {
		buf_printf(buf, "%s", view->paused ? "paused" : view->ended ? "ended" : "live");
		if (view->snapshots > 0)
			buf_printf(buf, " #%llu", (unsigned long long)view->snapshots);
		buf_add_text(buf, "  ");
	}
	if (view->kind == VIEW_TABLE)
		buf_printf(buf, "by %s  ", order_words[view->table.order]);
	else if (view->viewed && view->viewed->profile.differential)
		buf_printf(buf, "%s  ", word_of_columns(view));
}

/* "[1 Graph] 2 Sandwich 3 Table  live #12  perf.data: cpu-clock, 61 samples" */
static void draw_top(const struct view *view)
{
	const bool focused = view->filter.focus != REFINE_NO_FOCUS;
	const bool table = view->kind == VIEW_TABLE, timeline = view->kind == VIEW_STRIP;
	const bool graph = !table && !timeline;
	struct buf line = {0};

	buf_printf(&line, "%s %s %s", graph && !focused ? "[1 Graph]" : " 1 Graph ",
		   graph && focused ? "[2 Sandwich]" : " 2 Sandwich ",
		   table ? "[3 Table]" : " 3 Table ");
	if (view->viewed && timeline_has(&view_whole(view)->profile))
		buf_add_text(&line, timeline ? " [t Time]" : "  t Time ");
	buf_add_text(&line, "  ");
	add_state(&line, view);
	buf_add(&line, buf_slice(&view->name));
	if (view->viewed && !header_is_empty(&view->viewed->profile.header)) {
		buf_add_text(&line, ": ");
		headline_add(&line, &view->viewed->profile.header);
	}
	put_line(view, 0, buf_slice(&line), &bar);
	buf_release(&line);
}

static const char *word_of_nothing(const struct view *view)
{
	static const char *const waiting =
		"No data yet. perf record writes rarely without small buffers: -m 4";

	if (!view->viewed)
		return view->ended ? "The input ended before the first whole snapshot" : waiting;
	if (!view->is_live)
		return "Nothing is left to show";
	return view->viewed->profile.count == 0 ? waiting : "Nothing of this is here now";
}

/* The row of the cursor is seen, and no rows are wasted below the graph. */
static void scroll_graph(struct view *view)
{
	const uint32_t height = (uint32_t)(view_bottom(view) - view_top(view));
	const uint32_t row = graph_row_of(&view->graph, view->place);

	if (view->from + height > view->graph.rows)
		view->from = view->graph.rows > height ? view->graph.rows - height : 0;
	if (row < view->from)
		view->from = row;
	if (row >= view->from + height)
		view->from = row - height + 1;
}

static void draw_graph(struct view *view)
{
	struct graph_area area = {view_top(view), view_bottom(view), 0, view->place};

	if (view->graph.is_empty) {
		put_line(view, view_top(view) + (view_bottom(view) - view_top(view)) / 2,
			 slice_from((word_of_nothing(view))), &plain);
		return;
	}
	scroll_graph(view);
	area.from = view->from;
	graph_draw(&view->graph, view->viewed, &view->screen, &area);
}

/* Percentage points by which a function's share has changed since the previous snapshot. */
static double change_of(const struct view *view, const struct top_row *row)
{
	const enum functions_measure measure = view->table.order == TOP_BY_TOTAL ? FUNCTIONS_TOTAL
										 : FUNCTIONS_SELF;
	struct view_profile *previous = view->previous;
	const struct functions *functions = view_profile_functions(previous);
	const frame_id id = profile_frame(&previous->profile, row->name);
	const uint64_t before = id < functions->count ? functions->at[id].count[measure][1] : 0;
	const uint64_t total[] = {previous->profile.total[1], view->viewed->profile.total[1]};
	double points = total[1] > 0 ? 100.0 * (double)row->count[measure][1] / (double)total[1]
				     : 0;

	return total[0] > 0 ? points - 100.0 * (double)before / (double)total[0] : points;
}

/* In front of a line; without a row the head. */
static void view_draw_add_change(struct buf *line, const struct view *view,
				 const struct top_row *row)
{
	struct buf change = {0};

	if (!view_shows_change(view))
		return;
	if (row && !view->previous)
		caption_add_difference(
			&change, &view->graph.caption,
			row->count[view->table.order == TOP_BY_SELF ? FUNCTIONS_SELF
								    : FUNCTIONS_TOTAL]);
	else if (row)
		caption_add_points(&change, change_of(view, row));
	else
		buf_add_text(&change, "change");
	cells_fill(line, " ", change.len < VIEW_CHANGE_CELLS ? VIEW_CHANGE_CELLS - change.len : 0);
	buf_add(line, buf_slice(&change));
	buf_release(&change);
}

/* A line of the table, which ends in a line feed; without a row the heads. */
static void draw_row(const struct view *view, struct top_lines *lines, int row,
		     const struct top_row *function, const struct screen_style *style)
{
	struct buf line = {0};

	view_draw_add_change(&line, view, function);
	top_lines_add(&line, lines, function);
	put_line(view, row, slice_head(buf_slice(&line), line.len - 1), style);
	buf_release(&line);
}

static void draw_table(struct view *view)
{
	struct view_table *table = &view->table;
	const size_t height = (size_t)(view_bottom(view) - view_top(view) - 1);
	struct top shown = table->top;
	struct top_lines lines;
	size_t i;

	if (table->cursor < table->from)
		table->from = table->cursor;
	if (height > 0 && table->cursor >= table->from + height)
		table->from = table->cursor - height + 1;
	if (table->from + height > table->count)
		table->from = table->count > height ? table->count - height : 0;
	shown.rows = table->rows + table->from;
	shown.count = table->count - table->from < height ? table->count - table->from : height;
	top_lines_begin(&lines, &shown);
	draw_row(view, &lines, view_top(view), NULL, &bold);
	for (i = 0; i < shown.count; i++)
		draw_row(view, &lines, view_top(view) + 1 + (int)i, &shown.rows[i],
			 table->from + i == table->cursor ? &bar : &plain);
	top_lines_end(&lines);
}

static void draw_help(struct view *view)
{
	const int height = view_bottom(view) - view_top(view);
	struct buf keys = {0};
	struct slice rest, line;
	int count, row;

	view_add_keys(&keys);
	count = (int)slice_count(buf_slice(&keys), '\n');
	if (view->help_from > count - height)
		view->help_from = count - height;
	if (view->help_from < 0)
		view->help_from = 0;
	rest = buf_slice(&keys);
	for (row = -view->help_from; slice_line(&rest, &line) && row < height; row++) {
		if (row >= 0)
			put_line(view, view_top(view) + row, line, &plain);
	}
	buf_release(&keys);
}

/* "12.34% match f_.*" */
static void add_matched(struct buf *buf, const struct view *view)
{
	if (view->search.term.len == 0)
		return;
	if (view->search.is_wrong) {
		buf_add_text(buf, "no regular expression: ");
	} else if (view->kind == VIEW_TABLE) {
		buf_printf(buf, "%zu functions match ", view->table.count);
	} else if (!view->graph.is_empty) {
		buf_add_fixed(buf,
			      (int64_t)ratio_round(view->graph.covered, view->graph.total, 10000),
			      2);
		buf_add_text(buf, "% match ");
	}
	buf_add(buf, buf_slice(&view->search.term));
	if (view->search.ignore_case)
		buf_add_text(buf, " (any case)");
}

static const char *word_of_prompt(const struct view *view)
{
	return view->prompt.kind == PROMPT_SEARCH ? "Search: "
						  : "Write to (.svg, .html, .folded): ";
}

/* After other words: "; 12.30 s to 14.10 s, 5.00% of samples; f: callers and callees". */
static void add_refinement(struct buf *buf, const struct view *view)
{
	struct buf parts[2] = {{0}, {0}};
	size_t i;

	if (!view->viewed)
		return;
	timeline_add_words(&parts[0], view);
	view_filter_add_words(&parts[1], &view->filter, view->viewed);
	for (i = 0; i < ARRAY_LEN(parts); i++) {
		if (buf->len > 0 && parts[i].len > 0)
			buf_add_text(buf, "; ");
		buf_add(buf, buf_slice(&parts[i]));
		buf_release(&parts[i]);
	}
}

/*
 * The bottom line: an input, a message, the search or the refinement; else the most important keys.
 */
static void draw_bottom(const struct view *view)
{
	struct buf line = {0};

	if (view->prompt.kind != PROMPT_NONE) {
		buf_add_text(&line, word_of_prompt(view));
		buf_add(&line, buf_slice(&view->prompt.text));
		if (view->prompt.kind == PROMPT_SEARCH && view->search.term.len > 0) {
			buf_add_text(&line, "  ");
			add_matched(&line, view);
		}
	} else if (view->message.len > 0) {
		buf_add(&line, buf_slice(&view->message));
	} else {
		add_matched(&line, view);
		add_refinement(&line, view);
	}
	if (line.len == 0 && view->kind == VIEW_STRIP)
		buf_add_text(&line, "?: keys  Space: begin and end of a range  Esc: back  "
				    "t: graph  q: quit");
	else if (line.len == 0)
		buf_add_text(&line, "?: keys  /: search  Enter: zoom  Esc: back  f: callers and "
				    "callees  3: table  q: quit");
	put_line(view, view->screen.rows - 1, buf_slice(&line), &dim);
	buf_release(&line);
}

/* The frame that is selected, and what threads did in it, as far as there is room. */
static void view_draw_add_frame(struct buf *line, const struct view *view)
{
	const struct profile *profile = &view->viewed->profile;
	size_t room = (size_t)view->screen.columns;
	struct frame_list path = {0};
	struct buf states = {0};

	/* refined stacks are others */
	if (view_filter_is_plain(&view->filter) && !profile->differential) {
		graph_path(&view->graph, view->place, &path);
		states_add_below(&states, profile, path.at, path.depth);
		free(path.at);
	}
	if (states.len < room / 2)
		room -= states.len;
	graph_add_title(line, &view->graph, view->viewed, view->place, room);
	buf_add(line, buf_slice(&states));
	buf_release(&states);
}

COLD void view_draw(struct view *view)
{
	struct buf line = {0};
	size_t column;

	screen_clear();
	if (view_bottom(view) <= view_top(view)) {
		put_line(view, 0, SLICE("too small"), &plain);
		screen_show(-1, 0);
		return;
	}
	draw_top(view);
	if (view->kind == VIEW_HELP)
		draw_help(view);
	else if (view->kind == VIEW_TABLE && view->viewed)
		draw_table(view);
	else if (view->kind == VIEW_STRIP)
		timeline_draw(view);
	else
		draw_graph(view);
	if (view->kind == VIEW_TABLE && view->table.cursor < view->table.count)
		buf_add(&line, view->table.rows[view->table.cursor].name);
	else if (view->kind == VIEW_GRAPH && !view->graph.is_empty)
		view_draw_add_frame(&line, view);
	else if (view->kind == VIEW_STRIP)
		timeline_add_title(&line, view);
	put_line(view, view->screen.rows - 2, buf_slice(&line), &bold);
	buf_release(&line);
	draw_bottom(view);
	if (view->prompt.kind == PROMPT_NONE) {
		screen_show(-1, 0);
		return;
	}
	column = cells_count(slice_from(word_of_prompt(view))) +
		 cells_count(buf_slice(&view->prompt.text));
	screen_show(view->screen.rows - 1,
		    column < (size_t)view->screen.columns ? (int)column : view->screen.columns - 1);
}
