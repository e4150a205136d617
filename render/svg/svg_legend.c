/* SPDX-License-Identifier: MIT */
/*
 * The legend of a differential, below the frames: the meaning of its colours, its largest change.
 */
#include "common/base/utf8.h"
#include "common/text/escape.h"
#include "render/svg/svg_parts.h"

/* Writes the legend from left to right. */
struct legend_pen {
	struct svg_document *document;
	svg_length x, y; /* position of the next text, without its patch */
	struct buf text;
};

svg_length svg_legend_height(const struct svg_picture *picture)
{
	return picture->legend ? 5 * picture->style->font_size / 2 : 0;
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

/* The patch before a text; of no colour if it is hatched. */
static void add_patch(struct legend_pen *pen, struct color color)
{
	svg_length size = pen->document->picture->style->font_size * 3 / 4;
	struct buf *buf = pen->document->buf;

	svg_indent(buf, pen->document->picture, 2);
	buf_add(buf, SLICE("<rect"));
	add_point(buf, pen->x, pen->y - size);
	buf_add(buf, SLICE(" width=\""));
	svg_add_length(buf, size);
	buf_add(buf, SLICE("\" height=\""));
	svg_add_length(buf, size);
	buf_add_char(buf, '"');
	if (color.none) {
		svg_add_hatch(pen->document);
	} else {
		buf_add(buf, SLICE(" fill=\""));
		color_add(buf, color);
		buf_add_char(buf, '"');
	}
	buf_add(buf, SLICE(" stroke=\"#888\" stroke-width=\"0.5\"/>\n"));
	pen->x += size * 3 / 2;
}

/* The pen's text, and the way to the next one. */
static void legend_add_text(struct legend_pen *pen)
{
	struct buf *buf = pen->document->buf;

	svg_indent(buf, pen->document->picture, 2);
	buf_add(buf, SLICE("<text"));
	add_point(buf, pen->x, svg_baseline(pen->document->picture->style, pen->y));
	buf_add_char(buf, '>');
	buf_add_xml(buf, buf_slice(&pen->text));
	buf_add(buf, SLICE("</text>\n"));
	pen->x += legend_width_of(pen->document->picture->style,
				  utf8_count(buf_slice(&pen->text)) + 2);
	buf_reset(&pen->text);
}

/* The meaning of the strongest colours, by the scale of a differential. */
static const struct {
	const char *less, *same, *more;
	/* the largest change is written before them, in percent of the larger profile */
	bool counted;
} legend_words[] = {
	[false] = {"less", "same", "more", true},
	[true] = {"less (gone)", "same", "more (new)", false},
};

static void add_direction(struct legend_pen *pen, int column)
{
	const struct paint_deltas *deltas = &pen->document->picture->deltas;
	const struct caption *caption = &pen->document->picture->caption;
	const char *word = column == 0 ? legend_words[deltas->by_frame].less
				       : legend_words[deltas->by_frame].more;

	add_patch(pen, svg_strongest(pen->document->picture, column));
	if (legend_words[deltas->by_frame].counted && deltas->max > 0) {
		caption_add_share(&pen->text, caption, caption->total[1] >= caption->total[0],
				  deltas->max);
		buf_add_char(&pen->text, ' ');
	}
	buf_add_text(&pen->text, word);
	legend_add_text(pen);
}

/* Explain the strongest mark, or note that only smaller ones exist if none was drawn. */
static void legend_add_marks(struct legend_pen *pen)
{
	const struct svg_picture *picture = pen->document->picture;
	const struct color hatched = {.none = true};
	uint64_t largest = pen->document->largest_mark;
	int column = svg_lone_column(picture);
	const char *word = column == 0 ? "vanished" : "new";

	if (largest > 0) {
		add_patch(pen, hatched);
		buf_add(&pen->text, SLICE("up to "));
		caption_add_share(&pen->text, &picture->caption, column, largest);
		buf_printf(&pen->text, " %s", word);
	} else {
		buf_printf(&pen->text, "%s: each less than ", word);
		buf_add_decimal(&pen->text, picture->min_mark.millionths, 6);
		buf_add_char(&pen->text, '%');
	}
	legend_add_text(pen);
}

static void legend_add_colors(struct legend_pen *pen)
{
	const struct svg_picture *picture = pen->document->picture;

	add_direction(pen, 0);
	add_patch(pen, picture->deltas.scale->same);
	buf_add_text(&pen->text, legend_words[picture->deltas.by_frame].same);
	legend_add_text(pen);
	add_direction(pen, 1);
	if (picture->layout->mark_count > 0)
		legend_add_marks(pen);
}

/*
 * "Largest change: +38.10 percentage points in NAME", the name cut to fit; where the colours show
 * that the totals differ, after these: a share may shrink of what takes longer.
 */
static void add_largest(struct legend_pen *pen)
{
	const struct svg_picture *picture = pen->document->picture;
	const struct svg_legend *legend = picture->legend;
	struct slice name = intern_name(picture->names, legend->largest);
	svg_length pixels = svg_room(picture->style->width) * (svg_length)SVG_PIXEL;
	size_t room = (size_t)(pixels / legend_width_of(picture->style, 1));

	if (caption_add_totals(&pen->text, &picture->caption))
		buf_add(&pen->text, SLICE("; largest change of a share: "));
	else
		buf_add(&pen->text, SLICE("Largest change: "));
	caption_add_points(&pen->text, caption_points(&picture->caption, legend->count));
	buf_add(&pen->text, SLICE(" percentage points in "));
	caption_label(&pen->text, name, room > pen->text.len ? room - pen->text.len : 0,
		      picture->style->label);
	legend_add_text(pen);
}

void svg_add_legend(struct svg_document *document)
{
	const struct svg_picture *picture = document->picture;
	svg_length size = picture->style->font_size;
	struct legend_pen pen = {
		.document = document,
		.x = SVG_MARGIN * (svg_length)SVG_PIXEL,
		.y = document->height - document->legend + size / 2,
	};

	if (!picture->legend)
		return;
	svg_indent(document->buf, picture, 1);
	buf_add(document->buf, SLICE("<g id=\"legend\">\n"));
	legend_add_colors(&pen);
	pen.x = SVG_MARGIN * (svg_length)SVG_PIXEL;
	pen.y += 3 * size / 2;
	if (picture->legend->changed) {
		add_largest(&pen);
	} else {
		if (picture->deltas.max == 0)
			buf_add(&pen.text, SLICE("Nothing changed"));
		else if (caption_add_totals(&pen.text, &picture->caption))
			buf_add(&pen.text, SLICE("; no share changed"));
		else
			buf_add(&pen.text, SLICE("No share changed"));
		legend_add_text(&pen);
	}
	svg_indent(document->buf, picture, 1);
	buf_add(document->buf, SLICE("</g>\n"));
	buf_release(&pen.text);
}
