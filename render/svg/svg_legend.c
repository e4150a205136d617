/* SPDX-License-Identifier: MIT */
/*
 * The legend of a differential, below the frames: the meaning of its colours, its largest change.
 */
#include "common/base/escape.h"
#include "common/base/exact.h"
#include "common/base/utf8.h"
#include "render/svg/svg_state.h"

/* Writes the legend from left to right. */
struct legend_pen {
	struct svg_document *document;
	svg_length x, y; /* position of the next text, without its patch */
	struct buf text;
};

COLD svg_length svg_legend_height(const struct svg_picture *picture)
{
	const svg_length size = picture->style->font_size;

	return picture->legend ? 5 * size / 2 : picture->states ? 5 * size / 4 : 0;
}

static svg_length legend_width_of(const struct svg_style *style, size_t characters)
{
	return characters * (style->font_size / 1000) * (style->font_width / 1000);
}

static void add_point(struct buf *buf, svg_length x, svg_length y)
{
	buf_add(buf, SLICE(" x=\""));
	svg_add_length(buf, x);
	buf_add(buf, SLICE("\" y=\""));
	svg_add_length(buf, y);
	buf_add_char(buf, '"');
}

/* The strongest colour of less (0) or of more (1). */
static struct color svg_strongest(const struct svg_picture *picture, int column)
{
	const struct paint_deltas whole = {
		.scale = picture->deltas.scale,
		.max = 1,
		.negate = picture->deltas.negate,
	};

	return paint_delta(&whole, (const uint64_t[2]){column == 0, column == 1});
}

/* The attribute `fill` for hatching; the document must have marks. */
static void svg_add_hatch(struct svg_document *document)
{
	assert(document->picture->layout->mark_count > 0);
	buf_add(document->buf, SLICE(" fill=\"url(#"));
	svg_add_class(document);
	buf_add(document->buf, SLICE("-hatch)\""));
}

/* The patch before a text; of no colour if it is hatched. */
static void add_patch(struct legend_pen *writer, struct color color)
{
	svg_length size = writer->document->picture->style->font_size * 3 / 4;
	struct buf *buf = writer->document->buf;

	svg_indent(buf, writer->document->picture, 2);
	buf_add(buf, SLICE("<rect"));
	add_point(buf, writer->x, writer->y - size);
	buf_add(buf, SLICE(" width=\""));
	svg_add_length(buf, size);
	buf_add(buf, SLICE("\" height=\""));
	svg_add_length(buf, size);
	buf_add_char(buf, '"');
	if (color.none) {
		svg_add_hatch(writer->document);
	} else {
		buf_add(buf, SLICE(" fill=\""));
		color_add(buf, color);
		buf_add_char(buf, '"');
	}
	buf_add(buf, SLICE(" stroke=\"#888\" stroke-width=\"0.5\"/>\n"));
	writer->x += size * 3 / 2;
}

/* The pen's text, and the way to the next one. */
static void legend_add_text(struct legend_pen *writer)
{
	struct buf *buf = writer->document->buf;

	svg_indent(buf, writer->document->picture, 2);
	buf_add(buf, SLICE("<text"));
	add_point(buf, writer->x, svg_baseline(writer->document->picture->style, writer->y));
	buf_add_char(buf, '>');
	buf_add_xml(buf, buf_slice(&writer->text));
	buf_add(buf, SLICE("</text>\n"));
	writer->x += legend_width_of(writer->document->picture->style,
				     utf8_count(buf_slice(&writer->text)) + 2);
	buf_reset(&writer->text);
}

/* The meaning of the strongest colours, by the scale of a differential. */
static const struct {
	const char *less, *same, *more;
	/* the largest change is written before them */
	bool counted;
} legend_words[] = {
	[false] = {"less", "same", "more", true},
	[true] = {"less (gone)", "same", "more (new)", false},
};

static void add_direction(struct legend_pen *writer, int column)
{
	const struct paint_deltas *deltas = &writer->document->picture->deltas;
	const struct caption *caption = &writer->document->picture->caption;
	const char *word = column == 0 ? legend_words[deltas->by_frame].less
				       : legend_words[deltas->by_frame].more;

	add_patch(writer, svg_strongest(writer->document->picture, column));
	if (legend_words[deltas->by_frame].counted && deltas->max > 0) {
		if (caption->normalized)
			caption_add_share(&writer->text, caption, 1, deltas->max);
		else
			caption_add_difference(&writer->text, caption,
					       (const uint64_t[2]){column == 0 ? deltas->max : 0,
								   column == 0 ? 0 : deltas->max});
		buf_add_char(&writer->text, ' ');
	}
	buf_add_text(&writer->text, word);
	legend_add_text(writer);
}

/* Explain the strongest mark, or note that only smaller ones exist if none was drawn. */
static void legend_add_marks(struct legend_pen *writer)
{
	const struct svg_picture *picture = writer->document->picture;
	const struct color hatched = {.none = true};
	uint64_t largest = writer->document->largest_mark;
	int column = svg_lone_column(picture);
	const char *word = column == 0 ? "vanished" : "new";

	if (largest > 0) {
		add_patch(writer, hatched);
		buf_add(&writer->text, SLICE("up to "));
		caption_add_share(&writer->text, &picture->caption, column, largest);
		buf_printf(&writer->text, " %s", word);
	} else {
		buf_printf(&writer->text, "%s: each less than ", word);
		buf_add_decimal(&writer->text, picture->min_mark.millionths, 6);
		buf_add_char(&writer->text, '%');
	}
	legend_add_text(writer);
}

static void legend_add_colors(struct legend_pen *writer)
{
	const struct svg_picture *picture = writer->document->picture;

	add_direction(writer, 0);
	add_patch(writer, picture->deltas.scale->same);
	buf_add_text(&writer->text, legend_words[picture->deltas.by_frame].same);
	legend_add_text(writer);
	add_direction(writer, 1);
	if (picture->layout->mark_count > 0)
		legend_add_marks(writer);
}

/*
 * "Largest change: +38.10 percentage points in NAME", the name cut to fit; where the colours show
 * that the totals differ, after these: a share may shrink of what takes longer.
 */
static void add_largest(struct legend_pen *writer)
{
	const struct svg_picture *picture = writer->document->picture;
	const struct svg_legend *legend = picture->legend;
	struct slice name = intern_name(picture->names, legend->largest);
	svg_length pixels = svg_room(picture->style->width) * (svg_length)SVG_PIXEL;
	size_t room = (size_t)(pixels / legend_width_of(picture->style, 1));

	if (caption_add_totals(&writer->text, &picture->caption))
		buf_add(&writer->text, SLICE("; largest change of a share: "));
	else
		buf_add(&writer->text, SLICE("Largest change: "));
	if (!picture->caption.normalized) {
		caption_add_difference(&writer->text, &picture->caption, legend->count);
		buf_add(&writer->text, SLICE(", "));
	}
	caption_add_points(&writer->text, caption_points(&picture->caption, legend->count));
	buf_add(&writer->text, SLICE(" percentage points in "));
	caption_label(&writer->text, name, room > writer->text.len ? room - writer->text.len : 0,
		      picture->style->label);
	legend_add_text(writer);
}

/* Below the colours: the largest change, or that there is none. */
static void legend_add_words(struct legend_pen *writer)
{
	const struct svg_picture *picture = writer->document->picture;

	writer->x = SVG_MARGIN * (svg_length)SVG_PIXEL;
	writer->y += 3 * picture->style->font_size / 2;
	if (picture->legend->changed) {
		add_largest(writer);
		return;
	}
	if (picture->deltas.max == 0)
		buf_add(&writer->text, SLICE("Nothing changed"));
	else if (caption_add_totals(&writer->text, &picture->caption))
		buf_add(&writer->text, SLICE("; no share changed"));
	else
		buf_add(&writer->text, SLICE("No share changed"));
	legend_add_text(writer);
}

/* The states that occur, with the colour of each. */
static void legend_add_states(struct legend_pen *writer)
{
	const struct states *states = writer->document->picture->states;
	size_t i;

	for (i = 0; i < states->count; i++) {
		add_patch(writer, states_shade(states, i));
		buf_add(&writer->text, states_name(states, i));
		legend_add_text(writer);
	}
}

COLD void svg_add_legend(struct svg_document *document)
{
	const struct svg_picture *picture = document->picture;
	svg_length size = picture->style->font_size;
	struct legend_pen writer = {
		.document = document,
		.x = SVG_MARGIN * (svg_length)SVG_PIXEL,
		.y = document->height - document->legend + size / 2,
	};

	if (!picture->legend && !picture->states)
		return;
	svg_indent(document->buf, picture, 1);
	buf_add(document->buf, SLICE("<g id=\"legend\">\n"));
	if (!picture->legend) {
		legend_add_states(&writer);
	} else {
		legend_add_colors(&writer);
		legend_add_words(&writer);
	}
	svg_indent(document->buf, picture, 1);
	buf_add(document->buf, SLICE("</g>\n"));
	buf_release(&writer.text);
}

/* Marks of frames that only one profile has: those whose counts are not shown. */

enum {
	MARK_WIDTH = 2,        /* pixels */
	PERCENT_UNITS = 10000, /* per percent, and per pixel */
	FAINTEST = 20,         /* percent of a mark's opacity at least */
};

COLD int svg_lone_column(const struct svg_picture *picture)
{
	return picture->layout->shown == WIDTH_BEFORE;
}

static void add_pattern(struct svg_document *document)
{
	const struct svg_picture *picture = document->picture;
	struct buf *buf = document->buf;

	svg_indent(buf, picture, 1);
	buf_add(buf, SLICE("<defs><pattern id=\""));
	svg_add_class(document);
	buf_add(buf, SLICE("-hatch\" width=\"4\" height=\"4\" patternUnits=\"userSpaceOnUse\">"
			   "<rect width=\"4\" height=\"4\" fill=\""));
	color_add(buf, svg_strongest(picture, svg_lone_column(picture)));
	buf_add(buf, SLICE("\"/><path d=\"M-1 1l2-2M0 4l4-4M3 5l2-2\" stroke=\"#000\"/>"
			   "</pattern></defs>\n"));
}

/* Drop the marks of too small counts, and find the largest. */
static size_t choose_marks(struct svg_document *document, struct layout_mark *marks, size_t count)
{
	const struct svg_picture *picture = document->picture;
	uint64_t total = picture->caption.total[svg_lone_column(picture)];
	uint64_t least = layout_count_of(&picture->min_mark, 1, total);
	size_t i, chosen = 0;

	for (i = 0; i < count; i++) {
		if (marks[i].sum < least)
			continue;
		marks[chosen++] = marks[i];
		if (marks[i].sum > document->largest_mark)
			document->largest_mark = marks[i].sum;
	}
	return chosen;
}

/* The marks of a row that would lie on each other become one, for the caller to free. */
static struct layout_mark *merged_marks(const struct svg_picture *picture, size_t *count)
{
	const struct layout *layout = picture->layout;
	const struct layout_width width = {.millionths = MARK_WIDTH * (uint64_t)SVG_PIXEL};
	uint64_t near = layout_count_of(&width, svg_room(picture->style->width), layout->total);
	struct layout_mark *marks = memory_resize(NULL, layout->mark_count, sizeof(*marks));
	size_t *last = memory_resize(NULL, layout->rows, sizeof(*last)); /* + 1, by parent's row */
	size_t i;

	memset(last, 0, layout->rows * sizeof(*last));
	*count = 0;
	for (i = 0; i < layout->mark_count; i++) {
		const struct layout_mark *mark = &layout->marks[i];
		size_t *before = &last[layout->rects[mark->parent].depth];
		struct layout_mark *onto = marks + (*before > 0 ? *before - 1 : 0);

		if (*before == 0 || mark->start - onto->start >= near) {
			marks[(*count)++] = *mark;
			*before = *count;
			continue;
		}
		onto->frames += mark->frames;
		onto->sum += mark->sum;
		if (mark->count > onto->count) {
			onto->count = mark->count;
			onto->largest = mark->largest;
		}
	}
	free(last);
	return marks;
}

/* Top of the row above the parent, in the direction in which the graph grows. */
static svg_length mark_y(const struct svg_document *document, uint32_t depth)
{
	const struct layout *layout = document->picture->layout;
	svg_length row = (svg_length)document->picture->style->row_height * SVG_PIXEL;

	if (layout->inverted)
		return document->top + depth * row;
	return document->top + (layout->rows - depth) * row - row + SVG_PIXEL;
}

/*
 * Across the edge of its neighbours, but not outside its parent. The place is percent of the
 * picture's width and some pixels, so that it is right for every width.
 */
static void add_mark_x(struct buf *buf, const struct layout *layout, const struct layout_mark *mark)
{
	const struct rect *parent = &layout->rects[mark->parent];
	int64_t pixels = SVG_MARGIN - MARK_WIDTH / 2;

	if (mark->start == parent->start)
		pixels = SVG_MARGIN;
	else if (mark->start == parent->start + parent->width)
		pixels = SVG_MARGIN - MARK_WIDTH;
	buf_add(buf, SLICE("<rect x=\""));
	buf_add_decimal(buf, ratio_round(mark->start, layout->total, 100 * PERCENT_UNITS), 4);
	buf_add(buf, SLICE("%\" transform=\"translate("));
	buf_add_fixed(buf,
		      pixels * PERCENT_UNITS - (int64_t)ratio_round(mark->start, layout->total,
								    2 * SVG_MARGIN * PERCENT_UNITS),
		      4);
	buf_add(buf, SLICE(",0)\""));
}

/* The largest mark is opaque, the others are as much fainter as they are smaller. */
static void add_strength(struct buf *buf, uint64_t sum, uint64_t largest)
{
	uint64_t percent = FAINTEST + ratio_round(sum, largest, 100 - FAINTEST);

	if (percent == 100)
		return;
	buf_add(buf, SLICE(" fill-opacity=\""));
	buf_add_decimal(buf, percent, 2);
	buf_add_char(buf, '"');
}

static void marks_add_mark(const struct svg_document *document, const struct layout_mark *mark,
			   struct buf *text)
{
	const struct svg_picture *picture = document->picture;
	const struct layout *layout = picture->layout;
	struct buf *buf = document->buf;

	svg_indent(buf, picture, 2);
	add_mark_x(buf, layout, mark);
	buf_add(buf, SLICE(" y=\""));
	svg_add_length(buf, mark_y(document, layout->rects[mark->parent].depth + 1));
	buf_printf(buf, "\" width=\"%d\" height=\"%u\"", MARK_WIDTH,
		   (unsigned)picture->style->row_height - 1);
	add_strength(buf, mark->sum, document->largest_mark);
	buf_add(buf, SLICE("><title>"));
	buf_reset(text);
	caption_lone(text, &picture->caption,
		     &(struct caption_lone){.frames = mark->frames,
					    .largest = intern_name(picture->names, mark->largest),
					    .count = mark->count,
					    .column = svg_lone_column(picture)});
	buf_add_xml(buf, buf_slice(text));
	buf_add(buf, SLICE("</title></rect>\n"));
}

COLD void svg_add_marks(struct svg_document *document)
{
	const struct svg_picture *picture = document->picture;
	struct buf *buf = document->buf, text = {0};
	struct layout_mark *marks;
	size_t count, i;

	if (picture->layout->mark_count == 0)
		return;
	add_pattern(document);
	svg_indent(buf, picture, 1);
	buf_add(buf, SLICE("<g id=\"marks\""));
	svg_add_hatch(document);
	buf_add(buf, SLICE(">\n"));
	marks = merged_marks(picture, &count);
	count = choose_marks(document, marks, count);
	for (i = 0; i < count; i++)
		marks_add_mark(document, &marks[i], &text);
	svg_indent(buf, picture, 1);
	buf_add(buf, SLICE("</g>\n"));
	buf_release(&text);
	free(marks);
}
