/* SPDX-License-Identifier: MIT */
#include "render/text/icicle.h"

#include "common/base/cells.h"
#include "common/base/exact.h"

/* ---- Colours ---- */

const char *const terminal_color_names[] = {"auto", "always", "never", "256", "truecolor", NULL};

const char *const terminal_color_helps[] = {
	"on a terminal, unless NO_COLOR is set or TERM is dumb; the default",
	"anywhere: 24 bits if COLORTERM says so, else 256",
	"no colours: frames are |name____, with + and - for more and less",
	"the 256 colours of xterm",
	"colours of 24 bits",
};

COLD enum terminal_colors terminal_colors(int fd, enum terminal_when when)
{
	struct slice depth = terminal_environment("COLORTERM");

	switch (when) {
	case WHEN_NEVER: return COLORS_NONE;
	case WHEN_256: return COLORS_256;
	case WHEN_TRUE: return COLORS_TRUE;
	case WHEN_AUTO:
		if (terminal_environment("NO_COLOR").len > 0 || !terminal_is(fd))
			return COLORS_NONE;
		break;
	case WHEN_ALWAYS: break;
	}
	return slice_equal(depth, SLICE("truecolor")) || slice_equal(depth, SLICE("24bit"))
		       ? COLORS_TRUE
		       : COLORS_256;
}

/* The levels of a channel in xterm's cube. */
static const uint8_t levels[] = {0, 95, 135, 175, 215, 255};

static int nearest_level(int channel)
{
	int best = 0, i;

	for (i = 1; i < (int)ARRAY_LEN(levels); i++) {
		if (abs(levels[i] - channel) < abs(levels[best] - channel))
			best = i;
	}
	return best;
}

static int distance(struct color color, int red, int green, int blue)
{
	red -= color.red;
	green -= color.green;
	blue -= color.blue;
	return red * red + green * green + blue * blue;
}

/* One of the 256: its number, and what it looks like. */
struct numbered {
	int number;
	struct color color;
};

/* The nearest of the cube, 16 to 231, and the greys, 232 to 255: 8, 18, ... 238. */
static struct numbered nearest_of_256(struct color color)
{
	const int red = nearest_level(color.red), green = nearest_level(color.green);
	const int blue = nearest_level(color.blue);
	const int mean = (color.red + color.green + color.blue) / 3;
	const int step = mean < 8 ? 0 : mean > 238 ? 23 : (mean - 3) / 10;
	const uint8_t grey = (uint8_t)(8 + 10 * step);

	if (distance(color, grey, grey, grey) <
	    distance(color, levels[red], levels[green], levels[blue]))
		return (struct numbered){232 + step, {grey, grey, grey, false}};
	return (struct numbered){16 + 36 * red + 6 * green + blue,
				 {levels[red], levels[green], levels[blue], false}};
}

/* The eight that all terminals have, as xterm shows them. */
static struct numbered nearest_of_8(struct color color)
{
	struct numbered best = {0, {0, 0, 0, false}};
	int number;

	for (number = 0; number < 8; number++) {
		const struct color other = {number & 1 ? 205 : 0, number & 2 ? 205 : 0,
					    number & 4 ? 205 : 0, false};

		if (distance(color, other.red, other.green, other.blue) <
		    distance(color, best.color.red, best.color.green, best.color.blue))
			best = (struct numbered){number, other};
	}
	return best;
}

COLD struct terminal_pair terminal_pair(struct color background, unsigned colors)
{
	struct numbered nearest;

	if (colors > 256)
		return (struct terminal_pair){background.red << 16 | background.green << 8 |
						      background.blue,
					      color_wants_white(background) ? 0xffffff : 0};
	nearest = colors == 256 ? nearest_of_256(background) : nearest_of_8(background);
	if (colors == 256)
		return (struct terminal_pair){nearest.number,
					      color_wants_white(nearest.color) ? 231 : 16};
	return (struct terminal_pair){nearest.number, color_wants_white(nearest.color) ? 7 : 0};
}

COLD void terminal_add_color(struct buf *buf, enum terminal_colors colors, struct color background)
{
	const struct terminal_pair pair = terminal_pair(background, 256);

	if (colors == COLORS_256)
		buf_printf(buf, "\033[38;5;%d;48;5;%dm", pair.text, pair.background);
	else if (colors == COLORS_TRUE)
		buf_printf(buf, "\033[38;2;%s;48;2;%d;%d;%dm",
			   color_wants_white(background) ? "255;255;255" : "0;0;0", background.red,
			   background.green, background.blue);
}

COLD void terminal_add_reset(struct buf *buf, enum terminal_colors colors)
{
	if (colors != COLORS_NONE)
		buf_add_text(buf, "\033[0m");
}

/* ---- Rows ---- */

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
