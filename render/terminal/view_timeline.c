/* SPDX-License-Identifier: MIT */
#include "render/terminal/view_timeline.h"

#include "common/base/exact.h"

enum {
	EIGHTHS = 8,
	ROWS_FOR_MARKS = 4, /* a strip of fewer rows has no line of marks */
};

/* ---- Keys ---- */

void strip_toggle(struct view *view)
{
	if (view->kind == VIEW_STRIP) {
		view->strip.is_marked = false;
		view->kind = view->before_strip;
	} else if (view_whole(view)->profile.labels) {
		view->before_strip = view->kind == VIEW_HELP ? view->before_help : view->kind;
		view->kind = VIEW_STRIP;
	} else {
		view_say(view, view->subject->profile.differential
				       ? "Two profiles have no common time"
				       : "There are no times here; see --labels");
		return;
	}
	view_refresh(view);
}

void strip_mark(struct view *view)
{
	struct strip *strip = &view->strip;
	struct lens_times range;

	if (!strip->is_marked) {
		strip->is_marked = true;
		strip->marked = strip_times(strip, strip_cursor(strip));
		return;
	}
	range = strip_range(strip);
	strip->is_marked = false;
	if (range.from == view->lens.times.from && range.to == view->lens.times.to) {
		strip_toggle(view);
		return;
	}
	view_step(view);
	view->lens.times = range;
	if (view_settle_times(view))
		strip_toggle(view);
	else if (lens_pop(&view->steps, &view->lens))
		view_say(view, "No samples in this range");
}

void strip_click(struct view *view, int column)
{
	const size_t bin = strip_bin_at(&view->strip, (size_t)column);

	if (bin == strip_cursor(&view->strip))
		strip_mark(view);
	else
		strip_go(&view->strip, bin);
}

/* ---- Drawing ---- */

/* The range that is being marked, or else is shown; `to` is 0 if there is none. */
static struct lens_times range_of(const struct view *view)
{
	return view->strip.is_marked ? strip_range(&view->strip) : view->lens.times;
}

static bool is_in(const struct view *view, size_t bin)
{
	const struct lens_times range = range_of(view), times = strip_times(&view->strip, bin);

	return times.from < range.to && times.to > range.from;
}

static struct screen_style timeline_style_of(const struct view *view, size_t bin)
{
	const bool is_dim = range_of(view).to > 0 && !is_in(view, bin);

	return (struct screen_style){.look = is_dim ? SCREEN_DIM : SCREEN_PLAIN,
				     .selected = bin == strip_cursor(&view->strip)};
}

static void put(const struct view *view, int row, size_t bin, const char *cell,
		const struct screen_style *style)
{
	const size_t from = strip_column(&view->strip, bin);
	struct buf text = {0};

	cells_fill(&text, cell, strip_column(&view->strip, bin + 1) - from);
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
	const struct strip_bin *counts = &view->strip.bins[bin];
	const struct screen_style style = timeline_style_of(view, bin);
	const uint64_t height = (uint64_t)(bottom - top), highest = view->strip.highest;
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
	const struct strip *strip = &view->strip;
	const struct screen_style plain = {.look = SCREEN_PLAIN};
	size_t bin;

	for (bin = 0; bin < strip->count; bin++)
		put(view, row, bin,
		    bin == strip_cursor(strip) ? "^"
		    : is_in(view, bin)         ? "="
					       : "-",
		    &plain);
}

void strip_draw(const struct view *view)
{
	const int top = view_top(view), height = view_bottom(view) - top;
	int bottom = view_bottom(view);
	size_t bin;

	if (height > 1) {
		/*
		 * The first time at the left, the end of the last bin at the right, as far as there
		 * is room.
		 */
		const struct strip *strip = &view->strip;
		const struct screen_style dim = {.look = SCREEN_DIM};
		const uint64_t last = strip_times(strip, strip->count - 1).to;
		struct buf line = {0}, end = {0};

		strip_add_time(&line, strip, strip->first);
		strip_add_time(&end, strip, last);
		if (line.len + 1 + end.len <= strip->columns) {
			cells_fill(&line, " ", strip->columns - line.len - end.len);
			buf_add(&line, buf_slice(&end));
		}
		if (line.len <= strip->columns)
			screen_put(&view->screen, (--bottom), 0, buf_slice(&line), &dim);
		buf_release(&line);
		buf_release(&end);
	}
	if (height >= ROWS_FOR_MARKS)
		draw_marks(view, --bottom);
	for (bin = 0; bin < view->strip.count; bin++)
		draw_bin(view, bin, top, bottom);
}

/* ---- Texts ---- */

void strip_add_title(struct buf *buf, const struct view *view)
{
	const struct strip *strip = &view->strip;
	const struct profile *whole = &view_whole(view)->profile;
	const struct lens_times times = strip_times(strip, strip_cursor(strip));
	struct caption caption = view->graph.caption;
	struct buf name = {0};

	caption.total[0] = whole->total[0];
	caption.total[1] = whole->total[1];
	caption.change = CAPTION_CHANGE_NONE;
	strip_add_times(&name, strip, &times);
	caption_title(buf, &caption, buf_slice(&name),
		      &(struct caption_counts){.shown = strip->bins[strip_cursor(strip)].count});
	if (strip->untimed > 0) {
		buf_add_text(buf, "; ");
		caption_title(buf, &caption, SLICE("without a time"),
			      &(struct caption_counts){.shown = strip->untimed});
	}
	buf_release(&name);
}

void strip_add_words(struct buf *buf, const struct view *view)
{
	const struct caption *caption = &view->graph.caption;
	const uint64_t whole = view_whole(view)->profile.total[1];

	if (view->kind == VIEW_STRIP && view->strip.is_marked) {
		const struct lens_times range = strip_range(&view->strip);

		strip_add_times(buf, &view->strip, &range);
		buf_add_text(buf, ": Space ends the range, Esc: no range");
		return;
	}
	if (view->lens.times.to == 0)
		return;
	strip_add_times(buf, &view->strip, &view->lens.times);
	buf_add_text(buf, ", ");
	buf_add_fixed(
		buf,
		whole > 0 ? (int64_t)ratio_round(view->subject->profile.total[1], whole, 10000) : 0,
		2);
	buf_add_text(buf, "% of ");
	buf_add(buf, caption->unit ? SLICE("all") : caption->count_name);
}
