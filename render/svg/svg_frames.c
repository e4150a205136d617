/* SPDX-License-Identifier: MIT */
#include "common/base/escape.h"
#include "common/base/exact.h"
#include "common/base/utf8.h"
#include "render/svg/svg_state.h"

enum {
	LABEL_DROP = 3,        /* pixels from the middle of a frame to the baseline */
	PERCENT_UNITS = 10000, /* per percent */
};

/* The state of writing frames. */
struct frame_writer {
	const struct svg_picture *picture;
	struct layout_rows rows;
	uint64_t wide;           /* least count that gets an element of its own */
	struct buf text, change; /* unescaped */
};

static void frame_writer_init(struct frame_writer *writer, const struct svg_picture *picture)
{
	const struct layout_width pixel = {.millionths = SVG_PIXEL};
	uint32_t pixels = svg_room(picture->style->width);

	*writer = (struct frame_writer){.picture = picture};
	layout_rows_build(&writer->rows, picture->layout);
	if (!picture->style->every_frame)
		writer->wide = layout_count_of(&pixel, pixels, picture->layout->total);
}

static void frame_writer_release(struct frame_writer *writer)
{
	layout_rows_release(&writer->rows);
	buf_release(&writer->text);
	buf_release(&writer->change);
}

/*
 * The distance between the tops of the row and of the first row, in pixels: a row is the frame and
 * a gap of one.
 */
static uint32_t row_y(const struct svg_picture *picture, uint32_t depth)
{
	uint32_t row = layout_row(picture->layout, depth) * picture->style->row_height;

	return picture->layout->inverted ? row : row + 1;
}

static uint64_t column_of(const struct frame_writer *writer, uint64_t count)
{
	return ratio_round(count, writer->picture->layout->total, SVG_GRID);
}

static bool is_wide(const struct frame_writer *writer, size_t index)
{
	const struct rect *rect = &writer->picture->layout->rects[index];

	return rect->width >= writer->wide || rect->depth == 0;
}

static bool is_drawn(const struct frame_writer *writer, size_t index)
{
	return is_wide(writer, index) && !(index == 0 && writer->picture->layout->root_hidden);
}

static void add_class(struct buf *buf, uint32_t number)
{
	BUF_ADD(buf, " class=\"c");
	buf_add_u64(buf, number);
	buf_add_char(buf, '"');
}

void svg_plain_title(struct buf *buf, const struct svg_picture *picture, const struct rect *rect)
{
	const struct caption_counts counts = {
		.shown = picture->caption.change == CAPTION_CHANGE_BOTH ? rect->count[1]
									: rect->width,
		.column = {rect->count[0], rect->count[1]},
		.differential = rect->differential,
	};

	if (rect->depth == 0)
		caption_root(buf, &picture->caption);
	else
		caption_title(buf, &picture->caption, intern_name(picture->names, rect->name),
			      &counts);
}

void svg_title(struct buf *buf, const struct svg_picture *picture, const struct rect *rect)
{
	const struct frame_attrs *attrs = picture->attrs ? attrs_of(picture->attrs, rect->name)
							 : NULL;

	if (attrs && attrs->has_title) {
		buf_add(buf, attrs->title);
	} else {
		svg_plain_title(buf, picture, rect);
		if (picture->states)
			states_add(buf, picture->states, rect);
	}
}

/* True if a link with this target opens another page. */
static bool opens_another(struct slice target)
{
	static const struct slice here[] = {SLICE_INIT(""), SLICE_INIT("_self"), SLICE_INIT("_top"),
					    SLICE_INIT("_parent")};
	size_t i;

	for (i = 0; i < ARRAY_LEN(here); i++) {
		if (slice_equal(target, here[i]))
			return false;
	}
	return true;
}

/*
 * True if the link needs rel=noopener, so that its page cannot access this one, and has no `rel`.
 */
static bool needs_rel(const struct frame_attrs *attrs)
{
	bool another = false;
	size_t i;

	for (i = 0; i < attrs->count && attrs->href.len > 0; i++) {
		if (slice_equal(attrs->list[i].name, SLICE("rel")))
			return false;
		if (slice_equal(attrs->list[i].name, SLICE("target")))
			another = opens_another(attrs->list[i].value);
	}
	return another;
}

/* Open the element round a frame that has attributes or a link; its name, or NULL. */
static const char *open_element(struct buf *buf, const struct frame_attrs *attrs)
{
	const char *element = attrs && attrs->href.len > 0 ? "a" : "g";
	size_t i;

	if (!attrs || (attrs->href.len == 0 && attrs->count == 0))
		return NULL;
	buf_add_char(buf, '<');
	buf_add_text(buf, element);
	if (attrs->href.len > 0) {
		buf_add(buf, SLICE(" xlink:href=\""));
		buf_add_xml(buf, attrs->href);
		buf_add_char(buf, '"');
	}
	for (i = 0; i < attrs->count; i++) {
		buf_add_char(buf, ' ');
		buf_add(buf, attrs->list[i].name);
		buf_add(buf, SLICE("=\""));
		buf_add_xml(buf, attrs->list[i].value);
		buf_add_char(buf, '"');
	}
	if (needs_rel(attrs))
		buf_add(buf, SLICE(" rel=\"noopener\""));
	buf_add_char(buf, '>');
	return element;
}

static void svg_frames_add_rect(struct buf *buf, struct frame_writer *writer, size_t index)
{
	const struct svg_picture *picture = writer->picture;
	const struct rect *rect = &picture->layout->rects[index];
	uint64_t left = column_of(writer, rect->start);
	uint64_t right = column_of(writer, rect->start + rect->width);
	const char *element;

	svg_indent(buf, picture, 3);
	element = open_element(buf, picture->attrs ? attrs_of(picture->attrs, rect->name) : NULL);
	BUF_ADD(buf, "<rect");
	if (left > 0) {
		BUF_ADD(buf, " x=\"");
		buf_add_u64(buf, left);
		buf_add_char(buf, '"');
	}
	BUF_ADD(buf, " width=\"");
	buf_add_u64(buf, right - left);
	BUF_ADD(buf, "\" height=\"");
	buf_add_u64(buf, picture->style->row_height - 1);
	buf_add_char(buf, '"');
	add_class(buf, picture->paint->classes[index]);
	buf_reset(&writer->text);
	svg_title(&writer->text, picture, rect);
	BUF_ADD(buf, "><title>");
	buf_add_xml(buf, buf_slice(&writer->text));
	BUF_ADD(buf, "</title></rect>");
	if (element) {
		buf_add(buf, SLICE("</"));
		buf_add_text(buf, element);
		buf_add_char(buf, '>');
	}
	buf_add_char(buf, '\n');
}

static void add_span(struct buf *buf, const struct frame_writer *writer, uint64_t left,
		     uint64_t right)
{
	buf_add_char(buf, 'M');
	buf_add_u64(buf, left);
	BUF_ADD(buf, " 0h");
	buf_add_u64(buf, right - left);
	buf_add_char(buf, 'v');
	buf_add_u64(buf, writer->picture->style->row_height - 1);
	BUF_ADD(buf, "h-");
	buf_add_u64(buf, right - left);
	buf_add_char(buf, 'z');
}

/* The outline of a row's narrow frames, joined where less than half a pixel is between them. */
static void add_spans(struct buf *buf, const struct frame_writer *writer, const size_t *from,
		      const size_t *end)
{
	uint64_t gap = SVG_GRID / 2 / svg_room(writer->picture->style->width);
	uint64_t left = 0, right = 0;

	for (; from < end; from++) {
		const struct rect *rect = &writer->picture->layout->rects[*from];
		uint64_t start = column_of(writer, rect->start);

		if (is_wide(writer, *from))
			continue;
		if (right > 0 && start > right + gap) {
			add_span(buf, writer, left, right);
			right = 0;
		}
		if (right == 0)
			left = start;
		right = column_of(writer, rect->start + rect->width);
	}
	if (right > left)
		add_span(buf, writer, left, right);
}

/* One shape for all of a row's narrow frames, in the colour of the widest of them. */
static void add_narrow(struct buf *buf, const struct frame_writer *writer, const size_t *from,
		       const size_t *end)
{
	const struct rect *rects = writer->picture->layout->rects;
	const size_t *index, *widest = NULL;
	uint64_t count = 0;

	for (index = from; index < end; index++) {
		if (is_wide(writer, *index))
			continue;
		count++;
		if (!widest || rects[*index].width > rects[*widest].width)
			widest = index;
	}
	if (count == 0)
		return;
	svg_indent(buf, writer->picture, 3);
	buf_add(buf, SLICE("<path"));
	add_class(buf, writer->picture->paint->classes[*widest]);
	buf_add(buf, SLICE(" d=\""));
	add_spans(buf, writer, from, end);
	buf_add(buf, SLICE("\"><title>"));
	buf_add_grouped(buf, count);
	buf_add_text(buf, count == 1 ? " frame" : " frames");
	buf_add(buf, SLICE(" narrower than 1 px</title></path>\n"));
}

void svg_add_frames(struct buf *buf, const struct svg_picture *picture)
{
	struct frame_writer writer;
	uint32_t depth;

	frame_writer_init(&writer, picture);
	for (depth = 0; depth < picture->layout->rows; depth++) {
		const size_t *from = writer.rows.order + writer.rows.first[depth];
		const size_t *end = writer.rows.order + writer.rows.first[depth + 1], *index;

		svg_indent(buf, picture, 2);
		buf_add(buf, SLICE("<g class=\"row\" transform=\"translate(0,"));
		buf_add_u64(buf, row_y(picture, depth));
		buf_add(buf, SLICE(")\">\n"));
		for (index = from; index < end; index++) {
			if (is_drawn(&writer, *index))
				svg_frames_add_rect(buf, &writer, *index);
		}
		add_narrow(buf, &writer, from, end);
		svg_indent(buf, picture, 2);
		buf_add(buf, SLICE("</g>\n"));
	}
	frame_writer_release(&writer);
}

/* The number of characters that fit; LABEL_BYTES uses the picture's width for the root's. */
static size_t room_in(const struct frame_writer *writer, const struct rect *rect)
{
	const struct svg_style *style = writer->picture->style;
	uint32_t width = style->label == LABEL_BYTES ? style->width : svg_room(style->width);
	double pixels = (double)rect->width * width / (double)writer->picture->layout->total;
	double size = (double)style->font_size / SVG_PIXEL;
	double share = (double)style->font_width / SVG_PIXEL;

	return pixels > style->label_margin
		       ? (size_t)((pixels - style->label_margin) / (size * share))
		       : 0;
}

static void svg_frames_add_label(struct buf *buf, struct frame_writer *writer, size_t index,
				 const bool *white)
{
	const struct svg_picture *picture = writer->picture;
	const struct rect *rect = &picture->layout->rects[index];
	svg_length middle = (svg_length)(picture->style->row_height - 1) * SVG_PIXEL / 2;
	svg_length top = (svg_length)row_y(picture, rect->depth) * SVG_PIXEL;
	const size_t room = room_in(writer, rect);
	size_t change;

	buf_reset(&writer->text);
	buf_reset(&writer->change);
	if (picture->caption.change == CAPTION_CHANGE_BOTH)
		label_add_change(&writer->change, &picture->caption, rect->count);
	change = label_share_room(utf8_count(buf_slice(&writer->change)), room);
	caption_label(&writer->text, intern_name(picture->names, rect->name), room - change,
		      picture->style->label);
	if (writer->text.len == 0)
		return;
	if (change > 0)
		buf_add(&writer->text, buf_slice(&writer->change));
	svg_indent(buf, picture, 2);
	buf_add(buf, SLICE("<text x=\""));
	buf_add_decimal(buf, ratio_round(rect->start, picture->layout->total, 100 * PERCENT_UNITS),
			4);
	buf_add(buf, SLICE("%\" y=\""));
	svg_add_length(buf, svg_baseline(picture->style,
					 top + middle + LABEL_DROP * (svg_length)SVG_PIXEL));
	if (white[picture->paint->classes[index]])
		buf_add(buf, SLICE("\" class=\"w"));
	buf_add(buf, SLICE("\">"));
	buf_add_xml(buf, buf_slice(&writer->text));
	buf_add(buf, SLICE("</text>\n"));
}

void svg_add_labels(struct buf *buf, const struct svg_picture *picture)
{
	const struct paint *paint = picture->paint;
	bool *white = memory_resize(NULL, paint->count, sizeof(*white));
	struct frame_writer writer;
	size_t i;

	for (i = 0; i < paint->count; i++)
		white[i] = color_wants_white(paint->colors[i]);
	frame_writer_init(&writer, picture);
	for (i = 1; i < picture->layout->count; i++) { /* the root has none */
		if (is_wide(&writer, i))
			svg_frames_add_label(buf, &writer, i, white);
	}
	frame_writer_release(&writer);
	free(white);
}
