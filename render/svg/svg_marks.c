/* SPDX-License-Identifier: MIT */
/* Marks of frames that only one profile has: those whose counts are not shown. */
#include "common/base/ratio.h"
#include "common/text/escape.h"
#include "render/svg/svg_parts.h"

enum {
	MARK_WIDTH = 2,        /* pixels */
	PERCENT_UNITS = 10000, /* per percent, and per pixel */
	FAINTEST = 20,         /* percent of a mark's opacity at least */
};

struct color svg_strongest(const struct svg_picture *picture, int column)
{
	const struct paint_deltas whole = {
		.scale = picture->deltas.scale,
		.max = 1,
		.negate = picture->deltas.negate,
	};

	return paint_delta(&whole, (const uint64_t[2]){column == 0, column == 1});
}

int svg_lone_column(const struct svg_picture *picture)
{
	return picture->layout->shown == WIDTH_BEFORE;
}

void svg_add_hatch(struct svg_document *document)
{
	assert(document->picture->layout->mark_count > 0);
	buf_add(document->buf, SLICE(" fill=\"url(#"));
	svg_add_class(document);
	buf_add(document->buf, SLICE("-hatch)\""));
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

void svg_add_marks(struct svg_document *document)
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
