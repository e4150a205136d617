/* SPDX-License-Identifier: MIT */
#include "render/text/icicle.h"

#include "common/base/cells.h"
#include "common/base/exact.h"

#define EDGE "\xE2\x96\x8F" /* U+258F, an eighth of a block at the left of a cell */
enum { EDGE_CELLS = 1 };

/* The mark at the left edge of a frame. */
static const char *icicle_edge_of(const struct icicle *icicle, const struct rect *rect)
{
	if (icicle->style->colors != COLORS_NONE)
		return EDGE;
	if (!rect->differential || rect->count[0] == rect->count[1])
		return "|";
	return rect->count[1] > rect->count[0] ? "+" : "-";
}

/* " 12.34%", and of a differential " +464 ms": what changed. */
static void icicle_add_share(struct buf *buf, const struct icicle *icicle, const struct rect *rect)
{
	const bool both = icicle->caption->change == CAPTION_CHANGE_BOTH;
	const uint64_t part = both ? rect->count[1] : rect->width;
	const uint64_t whole = both ? icicle->caption->total[1] : icicle->layout->total;

	buf_add_char(buf, ' ');
	buf_add_fixed(buf, whole > 0 ? (int64_t)ratio_round(part, whole, 10000) : 0, 2);
	buf_add_char(buf, '%');
	if (both && rect->differential)
		label_add_change(buf, icicle->caption, rect->count);
}

/* The name with its share, or as much of the name as there is room for. */
static void icicle_add_label(struct buf *buf, const struct icicle *icicle, const struct rect *rect,
			     size_t room)
{
	struct buf label = {0}, share = {0};
	size_t used, share_cells, share_room;

	if (rect->depth == 0) {
		caption_root(&label, icicle->caption);
	} else {
		buf_add(&label, caption_name(intern_name(icicle->names, rect->name)));
		icicle_add_share(&share, icicle, rect);
	}
	share_cells = cells_count(buf_slice(&share));
	share_room = label_share_room(share_cells, room);
	used = cells_add(buf, buf_slice(&label), room - share_room, icicle->style->label);
	if (share_room > 0 ||
	    (share_cells <= room - used && cells_count(buf_slice(&label)) == used)) {
		buf_add(buf, buf_slice(&share));
		used += share_cells;
	}
	cells_fill(buf, icicle->style->colors == COLORS_NONE ? "_" : " ", room - used);
	buf_release(&label);
	buf_release(&share);
}

static size_t icicle_cell_at(const struct icicle *icicle, uint64_t count)
{
	return (size_t)ratio_floor(count, icicle->layout->total, icicle->style->columns);
}

/* A row of frames from left to right; between them, where there are none, blanks. */
static void add_row(struct buf *buf, const struct icicle *icicle, const size_t *order, size_t count)
{
	const enum terminal_colors colors = icicle->style->colors;
	size_t at = 0, i;

	for (i = 0; i < count; i++) {
		const struct rect *rect = &icicle->layout->rects[order[i]];
		const struct color *color =
			&icicle->paint->colors[icicle->paint->classes[order[i]]];
		const size_t from = icicle_cell_at(icicle, rect->start);
		const size_t to = icicle_cell_at(icicle, rect->start + rect->width);

		if (from > at && at > 0)
			terminal_add_reset(buf, colors);
		cells_fill(buf, " ", from - at);
		terminal_add_color(buf, colors, *color);
		buf_add_text(buf, icicle_edge_of(icicle, rect));
		icicle_add_label(buf, icicle, rect, to - from - EDGE_CELLS);
		at = to;
	}
	terminal_add_reset(buf, colors);
	buf_add_char(buf, '\n');
}

/* The greatest depth that is shown. */
static uint32_t last_depth(const struct icicle *icicle)
{
	const uint64_t depth = icicle->style->depth;
	const uint32_t last = icicle->layout->rows - 1;

	return depth > 0 && depth < last ? (uint32_t)depth : last;
}

/* How many frames are deeper than that. */
static size_t add_rows(struct buf *buf, const struct icicle *icicle)
{
	const uint32_t last = last_depth(icicle);
	struct layout_rows rows;
	size_t shown;
	uint32_t i;

	layout_rows_build(&rows, icicle->layout);
	for (i = 0; i <= last; i++) {
		uint32_t depth = icicle->style->root_at_bottom ? last - i : i;

		add_row(buf, icicle, rows.order + rows.first[depth],
			rows.first[depth + 1] - rows.first[depth]);
	}
	shown = rows.first[last + 1];
	layout_rows_release(&rows);
	return icicle->layout->count - shown;
}

/* A text that may be long: a line that is cut to fit. */
static void icicle_add_line(struct buf *buf, const struct icicle *icicle, struct slice text)
{
	if (text.len == 0)
		return;
	cells_add(buf, text, icicle->style->columns, LABEL_HEAD);
	buf_add_char(buf, '\n');
}

/* "12 of 345 frames", and where the others are. The root is none of them. */
static void icicle_add_counts(struct buf *buf, const struct icicle *icicle, size_t deep)
{
	const struct layout *layout = icicle->layout;
	const size_t frames = layout->count - 1;

	buf_add_grouped(buf, frames - deep);
	buf_add_text(buf, " of ");
	buf_add_grouped(buf, frames + layout->hidden);
	buf_add_text(buf, " frames shown");
	if (layout->hidden > 0) {
		buf_add_text(buf, ", ");
		buf_add_grouped(buf, layout->hidden);
		buf_add_text(buf, " too narrow");
	}
	if (deep > 0) {
		buf_add_text(buf, ", ");
		buf_add_grouped(buf, deep);
		buf_add_text(buf, " too deep");
	}
	buf_add_char(buf, '\n');
}

/* The colours of a differential, the strongest, and what they mean. */
static void add_legend(struct buf *buf, const struct icicle *icicle)
{
	static const struct {
		const char *edge, *word;
		uint64_t count[2];
	} meanings[] = {{"-", "less", {1, 0}}, {"|", "same", {1, 1}}, {"+", "more", {0, 1}}};
	const enum terminal_colors colors = icicle->style->colors;
	struct paint_deltas strongest = *icicle->deltas;
	size_t i;

	strongest.max = 1;
	for (i = 0; i < ARRAY_LEN(meanings); i++) {
		terminal_add_color(buf, colors, paint_delta(&strongest, meanings[i].count));
		buf_printf(buf, "%s%s ", colors == COLORS_NONE ? meanings[i].edge : EDGE,
			   meanings[i].word);
		terminal_add_reset(buf, colors);
		buf_add_char(buf, ' ');
	}
	buf_add_grouped(buf, icicle->layout->only[0]);
	buf_add_text(buf, " vanished, ");
	buf_add_grouped(buf, icicle->layout->only[1]);
	buf_add_text(buf, " new\n");
}

/* What the whole has of each state, in its colour, without what is less than half a percent. */
static void icicle_add_states(struct buf *buf, const struct icicle *icicle)
{
	enum { GAP = 2 };
	const struct states *states = icicle->states;
	const enum terminal_colors colors = icicle->style->colors;
	struct buf text = {0};
	size_t used = 0, cells, i;

	for (i = 0; i < states->count; i++) {
		const unsigned percent = states_percent(states, i);

		if (percent == 0)
			continue;
		buf_reset(&text);
		buf_printf(&text, "%u %% %.*s", percent, SLICE_ARG(states_name(states, i)));
		cells = EDGE_CELLS + text.len;
		if (used > 0 && used + GAP + cells > icicle->style->columns) {
			buf_add_char(buf, '\n');
			used = 0;
		} else if (used > 0) {
			cells_fill(buf, " ", GAP);
			used += GAP;
		}
		used += cells;
		terminal_add_color(buf, colors, states_shade(states, i));
		buf_add_text(buf, colors == COLORS_NONE ? "|" : EDGE);
		buf_add(buf, buf_slice(&text));
		terminal_add_reset(buf, colors);
	}
	buf_add_text(buf, used > 0 ? "\n" : "");
	buf_release(&text);
}

COLD void icicle_write(struct buf *buf, const struct icicle *icicle)
{
	icicle_add_line(buf, icicle, icicle->style->title);
	icicle_add_line(buf, icicle, icicle->style->subtitle);
	icicle_add_counts(buf, icicle, add_rows(buf, icicle));
	if (icicle->states)
		icicle_add_states(buf, icicle);
	if (icicle->caption->change == CAPTION_CHANGE_BOTH &&
	    (!icicle->deltas->hidden || icicle->style->colors == COLORS_NONE))
		add_legend(buf, icicle);
	if (icicle->caption->change == CAPTION_CHANGE_BOTH) {
		/*
		 * "Largest change: +464 ms, +38.10 points in NAME", below the totals if they
		 * differ.
		 */
		struct buf line = {0};

		if (caption_add_totals(&line, icicle->caption)) {
			icicle_add_line(buf, icicle, buf_slice(&line));
			buf_reset(&line);
		}
		if (icicle->largest) {
			buf_add_text(&line, "Largest change: ");
			if (!icicle->caption->normalized) {
				caption_add_difference(&line, icicle->caption,
						       icicle->largest->count);
				buf_add_text(&line, ", ");
			}
			caption_add_points(&line,
					   caption_points(icicle->caption, icicle->largest->count));
			buf_add_text(&line, " points in ");
			buf_add(&line,
				caption_name(intern_name(icicle->names, icicle->largest->name)));
			icicle_add_line(buf, icicle, buf_slice(&line));
		}
		buf_release(&line);
	}
}
