/* SPDX-License-Identifier: MIT */
#include "common/base/exact.h"
#include "render/terminal/view.h"

enum {
	EIGHTHS = 8,
	ROWS_FOR_MARKS = 4, /* a timeline of fewer rows has no line of marks */
};

/* ---- Keys ---- */

void timeline_toggle(struct view *view)
{
	if (view->kind == VIEW_STRIP) {
		view->timeline.is_marked = false;
		view->kind = view->before_strip;
	} else if (timeline_has(&view_whole(view)->profile)) {
		view->before_strip = view->kind == VIEW_HELP ? view->before_help : view->kind;
		view->kind = VIEW_STRIP;
	} else {
		view_say(view, view->viewed->profile.differential
				       ? "Two profiles have no common time"
				       : "There are no times here; see --labels");
		return;
	}
	view_refresh(view);
}

void timeline_mark(struct view *view)
{
	struct timeline *timeline = &view->timeline;
	struct view_filter_times range;

	if (!timeline->is_marked) {
		timeline->is_marked = true;
		timeline->marked = timeline_times(timeline, timeline_cursor(timeline));
		return;
	}
	range = timeline_range(timeline);
	timeline->is_marked = false;
	if (range.from == view->filter.times.from && range.to == view->filter.times.to) {
		timeline_toggle(view);
		return;
	}
	view_step(view);
	view->filter.times = range;
	if (view_settle_times(view))
		timeline_toggle(view);
	else if (view_filter_pop(&view->steps, &view->filter))
		view_say(view, "No samples in this range");
}

void timeline_click(struct view *view, int column)
{
	const size_t bin = timeline_bin_at(&view->timeline, (size_t)column);

	if (bin == timeline_cursor(&view->timeline))
		timeline_mark(view);
	else
		timeline_go(&view->timeline, bin);
}

/* ---- Drawing ---- */

/* The range that is being marked, or else is shown; `to` is 0 if none exists. */
static struct view_filter_times range_of(const struct view *view)
{
	return view->timeline.is_marked ? timeline_range(&view->timeline) : view->filter.times;
}

static bool is_in(const struct view *view, size_t bin)
{
	const struct view_filter_times range = range_of(view),
				       times = timeline_times(&view->timeline, bin);

	return times.from < range.to && times.to > range.from;
}

static struct screen_style timeline_style_of(const struct view *view, size_t bin)
{
	const bool is_dim = range_of(view).to > 0 && !is_in(view, bin);

	return (struct screen_style){.look = is_dim ? SCREEN_DIM : SCREEN_PLAIN,
				     .selected = bin == timeline_cursor(&view->timeline)};
}

static void put(const struct view *view, int row, size_t bin, const char *cell,
		const struct screen_style *style)
{
	const size_t from = timeline_column(&view->timeline, bin);
	struct buf text = {0};

	cells_fill(&text, cell, timeline_column(&view->timeline, bin + 1) - from);
	screen_put(&view->screen, row, (int)from, buf_slice(&text), style);
	buf_release(&text);
}

/* A cell that is filled from below by so many eighths. */
static const char *view_timeline_cell_of(const struct view *view, uint64_t eighths)
{
	static const char *const blocks[EIGHTHS + 1] = {" ",
							"\xE2\x96\x81",
							"\xE2\x96\x82",
							"\xE2\x96\x83",
							"\xE2\x96\x84",
							"\xE2\x96\x85",
							"\xE2\x96\x86",
							"\xE2\x96\x87",
							"\xE2\x96\x88"};
	static const char *const plain[EIGHTHS + 1] = {" ", "1", "2", "3", "4", "5", "6", "7", "#"};

	return (view->screen.utf8 ? blocks : plain)[eighths < EIGHTHS ? eighths : EIGHTHS];
}

static uint64_t part_of(uint64_t count, uint64_t highest, uint64_t height)
{
	const uint64_t part = ratio_round(count, highest, height);

	return part == 0 && count > 0 ? 1 : part;
}

/* A cell of what matches the search: coloured; without colours another character. */
static void put_found(const struct view *view, int row, size_t bin)
{
	struct screen_style style = timeline_style_of(view, bin);

	style.look = SCREEN_COLORED;
	style.color = graph_search_color;
	style.found = true;
	put(view, row, bin, view->screen.colors ? " " : "*", &style);
}

static void draw_bin(const struct view *view, size_t bin, int top, int bottom)
{
	const struct timeline_bin *counts = &view->timeline.bins[bin];
	const struct screen_style style = timeline_style_of(view, bin);
	const uint64_t height = (uint64_t)(bottom - top), highest = view->timeline.highest;
	const uint64_t eighths = part_of(counts->count, highest, height * EIGHTHS);
	const uint64_t found = part_of(counts->found, highest, height);
	uint64_t i;

	for (i = 0; i < height; i++) {
		const int row = bottom - 1 - (int)i;

		if (i < found)
			put_found(view, row, bin);
		else
			put(view, row, bin,
			    view_timeline_cell_of(
				    view, eighths > i * EIGHTHS ? eighths - i * EIGHTHS : 0),
			    &style);
	}
}

/* "---=====--^---": what is in the range, and where the cursor is. */
static void draw_marks(const struct view *view, int row)
{
	const struct timeline *timeline = &view->timeline;
	const struct screen_style plain = {.look = SCREEN_PLAIN};
	size_t bin;

	for (bin = 0; bin < timeline->count; bin++)
		put(view, row, bin,
		    bin == timeline_cursor(timeline) ? "^"
		    : is_in(view, bin)               ? "="
						     : "-",
		    &plain);
}

void timeline_draw(const struct view *view)
{
	const int top = view_top(view), height = view_bottom(view) - top;
	int bottom = view_bottom(view);
	size_t bin;

	if (height > 1) {
		/*
		 * The first time at the left, the end of the last bin at the right, as far as there
		 * is room.
		 */
		const struct timeline *timeline = &view->timeline;
		const struct screen_style dim = {.look = SCREEN_DIM};
		const uint64_t last = timeline_times(timeline, timeline->count - 1).to;
		struct buf line = {0}, end = {0};

		timeline_add_time(&line, timeline, timeline->first);
		timeline_add_time(&end, timeline, last);
		if (line.len + 1 + end.len <= timeline->columns) {
			cells_fill(&line, " ", timeline->columns - line.len - end.len);
			buf_add(&line, buf_slice(&end));
		}
		if (line.len <= timeline->columns)
			screen_put(&view->screen, (--bottom), 0, buf_slice(&line), &dim);
		buf_release(&line);
		buf_release(&end);
	}
	if (height >= ROWS_FOR_MARKS)
		draw_marks(view, --bottom);
	for (bin = 0; bin < view->timeline.count; bin++)
		draw_bin(view, bin, top, bottom);
}

/* ---- Texts ---- */

void timeline_add_title(struct buf *buf, const struct view *view)
{
	const struct timeline *timeline = &view->timeline;
	const struct profile *whole = &view_whole(view)->profile;
	const struct view_filter_times times = timeline_times(timeline, timeline_cursor(timeline));
	struct caption caption = view->graph.caption;
	struct buf name = {0};

	caption.total[0] = whole->total[0];
	caption.total[1] = whole->total[1];
	caption.change = CAPTION_CHANGE_NONE;
	timeline_add_times(&name, timeline, &times);
	caption_title(
		buf, &caption, buf_slice(&name),
		&(struct caption_counts){.shown = timeline->bins[timeline_cursor(timeline)].count});
	if (timeline->untimed > 0) {
		buf_add_text(buf, "; ");
		caption_title(buf, &caption, SLICE("without a time"),
			      &(struct caption_counts){.shown = timeline->untimed});
	}
	buf_release(&name);
}

void timeline_add_words(struct buf *buf, const struct view *view)
{
	const struct caption *caption = &view->graph.caption;
	const uint64_t whole = view_whole(view)->profile.total[1];

	if (view->kind == VIEW_STRIP && view->timeline.is_marked) {
		const struct view_filter_times range = timeline_range(&view->timeline);

		timeline_add_times(buf, &view->timeline, &range);
		buf_add_text(buf, ": Space ends the range, Esc: no range");
		return;
	}
	if (view->filter.times.to == 0)
		return;
	timeline_add_times(buf, &view->timeline, &view->filter.times);
	buf_add_text(buf, ", ");
	buf_add_fixed(buf,
		      whole > 0 ? (int64_t)ratio_round(view->viewed->profile.total[1], whole, 10000)
				: 0,
		      2);
	buf_add_text(buf, "% of ");
	buf_add(buf, caption->unit ? SLICE("all") : caption->count_name);
}
