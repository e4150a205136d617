/* SPDX-License-Identifier: MIT */
#include "common/base/escape.h"
#include "common/base/utf8.h"
#include "render/svg/svg_state.h"

enum {
	CLASS_DIGITS = 8,
	FRAME_BYTES = 160, /* of text, of most frames; what is more only costs copying */
};

static const char doctype[] = "<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" "
			      "\"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd\">\n";

static const char namespaces[] = " xmlns=\"http://www.w3.org/2000/svg\""
				 " xmlns:xlink=\"http://www.w3.org/1999/xlink\">\n";

static void indent(const struct svg_document *document, unsigned depth)
{
	svg_indent(document->buf, document->picture, depth);
}

/* Like FNV-1a in 64 bits, but eight bytes at a time; folded to the digits there are. */
static uint64_t hash_of(struct slice text)
{
	uint64_t hash = 0xcbf29ce484222325;
	size_t i;

	for (; text.len >= 8; text = slice_tail(text, 8)) {
		hash = (hash ^ slice_load(text.ptr)) * 0x100000001b3;
		hash ^= hash >> 29;
	}
	for (i = 0; i < text.len; i++)
		hash = (hash ^ (unsigned char)text.ptr[i]) * 0x100000001b3;
	return hash ^ hash >> 32;
}

static void fill_in_class(const struct svg_document *document)
{
	uint64_t hash = hash_of(buf_slice(document->buf));
	char *text = document->buf->ptr;
	size_t i;
	int digit;

	for (i = 0; i < document->class_count; i++) {
		for (digit = 0; digit < CLASS_DIGITS; digit++)
			text[document->class_at[i] + (size_t)digit] =
				"0123456789abcdef"[hash >> 4 * digit & 15];
	}
}

/* Space above and below the frames: lines of text and some pixels. */
static const struct margin {
	unsigned top_lines, top_pixels, bottom_lines, bottom_pixels;
} margins[] = {
	{3, 0, 2, 10}, /* root at the bottom: the details line is below the frames */
	{4, 4, 1, 10}, /* inverted: above them */
};

static void svg_measure(struct svg_document *document)
{
	const struct svg_style *style = document->picture->style;
	const struct layout *layout = document->picture->layout;
	const struct margin *margin = &margins[layout->inverted && !style->details_below];
	svg_length row = (svg_length)style->row_height * SVG_PIXEL;
	unsigned lines = margin->top_lines + (style->subtitle.len > 0 ? 2 : 0);

	document->top = svg_baseline(style, lines * style->font_size +
						    margin->top_pixels * (uint64_t)SVG_PIXEL);
	document->bottom = margin->bottom_lines * style->font_size +
			   margin->bottom_pixels * (uint64_t)SVG_PIXEL;
	document->legend = svg_legend_height(document->picture);
	document->height = document->top + document->bottom + document->legend + layout->rows * row;
	if (layout->marks_beyond) {
		document->top += layout->inverted ? 0 : row;
		document->height += row;
	}
}

/* In a comment nothing is escaped, but two hyphens may not meet, nor one the end. */
static void add_notes(const struct svg_document *document)
{
	struct slice notes = document->picture->style->notes;
	struct buf *buf = document->buf;
	uint32_t last = 0, code;

	if (notes.len == 0)
		return;
	indent(document, 1);
	buf_add(buf, SLICE("<!-- "));
	while (notes.len > 0) {
		struct slice start = notes;

		code = utf8_next(&notes);
		if (code == '-' && last == '-')
			buf_add_char(buf, ' ');
		buf_add_xml(buf, slice_between(start.ptr, notes.ptr));
		last = code;
	}
	buf_add(buf, SLICE(" -->\n"));
}

/* The encoding is what a document has that names none: UTF-8. */
static void svg_add_head(struct buf *buf, const struct svg_style *style)
{
	buf_add(buf, SLICE("<?xml version=\"1.0\""));
	if (style->names_encoding)
		buf_add(buf, SLICE(" encoding=\"UTF-8\""));
	buf_add(buf, SLICE(" standalone=\"no\"?>\n"));
	buf_add_text(buf, doctype);
}

static void add_root(struct svg_document *document)
{
	const struct svg_style *style = document->picture->style;
	struct buf *buf = document->buf;

	svg_add_head(buf, style);
	buf_add(buf, SLICE("<svg version=\"1.1\" class=\"flamegraph "));
	svg_add_class(document);
	buf_add(buf, SLICE("\" width=\""));
	buf_add_u64(buf, style->width);
	buf_add(buf, SLICE("\" height=\""));
	svg_add_length(buf, document->height);
	buf_add(buf, SLICE("\" viewBox=\"0 0 "));
	buf_add_u64(buf, style->width);
	buf_add_char(buf, ' ');
	svg_add_length(buf, document->height);
	buf_add_char(buf, '"');
	if (style->no_script) { /* else the script shows it, and more */
		buf_add(buf, SLICE(" role=\"group\" aria-label=\""));
		buf_add_xml(buf, style->title.len > 0 ? style->title : SLICE("Flame graph"));
		buf_add_char(buf, '"');
	}
	buf_add(buf, SLICE(namespaces));
	/* Phones lay out documents 980 pixels wide otherwise. With a prefix, since a plain <meta> ends
	   an svg in the middle of HTML. */
	if (style->fits_phones)
		buf_add(buf, SLICE("<x:meta xmlns:x=\"http://www.w3.org/1999/xhtml\" "
				   "name=\"viewport\" "
				   "content=\"width=device-width,initial-scale=1\"/>\n"));
	add_notes(document);
}

/* The texts around the frames, and their lines. */
enum line { LINE_TITLE, LINE_SUBTITLE, LINE_DETAILS, LINE_MATCHED };

static const struct static_texts {
	const char *id, *attributes;
	const char *text; /* NULL: an option's; the others are the script's */
	const char *own;  /* the text under our own name, where that differs */
	enum line line;
	bool idle; /* until the script runs */
} texts[] = {
	{"title", "x=\"50%\"", NULL, NULL, LINE_TITLE, false},
	{"subtitle", "x=\"50%\"", NULL, NULL, LINE_SUBTITLE, false},
	{"details", "x=\"10\"", " ", NULL, LINE_DETAILS, false},
	{"unzoom", "class=\"hide\" x=\"10\"", "Reset Zoom", NULL, LINE_TITLE, false},
	{"search", "x=\"100%\" transform=\"translate(-10,0)\"", "Search", NULL, LINE_TITLE, true},
	{"ignorecase", "x=\"100%\" transform=\"translate(-110,0)\"", "ic", "Aa", LINE_TITLE, true},
	{"matched", "x=\"100%\" transform=\"translate(-10,0)\"", " ", NULL, LINE_MATCHED, false},
};

static svg_length line_y(const struct svg_document *document, enum line line)
{
	svg_length size = document->picture->style->font_size;
	svg_length below = document->height - document->legend - document->bottom / 2;

	switch (line) {
	case LINE_TITLE: return 2 * size;
	case LINE_SUBTITLE: return 4 * size;
	case LINE_DETAILS:
		if (document->picture->layout->inverted && !document->picture->style->details_below)
			return document->top - size;
	case LINE_MATCHED: break;
	}
	return below;
}

static void add_static_texts(struct svg_document *document)
{
	const struct svg_style *style = document->picture->style;
	struct buf *buf = document->buf;
	size_t i;

	for (i = 0; i < ARRAY_LEN(texts); i++) {
		const struct static_texts *piece = &texts[i];
		struct slice text = piece->line == LINE_SUBTITLE ? style->subtitle : style->title;

		if (piece->text)
			text = slice_from(style->hides_idle && piece->own ? piece->own
									  : piece->text);
		if (text.len == 0 || (piece->text && style->no_script))
			continue;
		indent(document, 1);
		buf_printf(buf, "<text id=\"%s\" %s%s y=\"", piece->id,
			   piece->idle && style->hides_idle ? "class=\"hide\" " : "",
			   piece->attributes);
		svg_add_length(buf, svg_baseline(style, line_y(document, piece->line)));
		buf_add(buf, SLICE("\">"));
		buf_add_xml(buf, text);
		buf_add(buf, SLICE("</text>\n"));
	}
}

/* An inner picture over the area of the frames. */
static void open_area(const struct svg_document *document, const char *id)
{
	const struct svg_style *style = document->picture->style;
	struct buf *buf = document->buf;

	indent(document, 1);
	buf_printf(buf, "<svg id=\"%s\" x=\"%d\" y=\"", id, SVG_MARGIN);
	svg_add_length(buf, document->top);
	buf_add(buf, SLICE("\" width=\""));
	buf_add_u64(buf, svg_room(style->width));
	buf_add(buf, SLICE("\" height=\""));
	buf_add_u64(buf, (uint64_t)document->picture->layout->rows * style->row_height);
	buf_add_char(buf, '"');
}

static void add_areas(struct svg_document *document)
{
	const struct svg_picture *picture = document->picture;
	const struct layout *layout = picture->layout;
	struct buf *buf = document->buf;

	open_area(document, "frames");
	buf_add(buf, SLICE(" viewBox=\"0 0 "));
	buf_add_u64(buf, SVG_GRID);
	buf_add_char(buf, ' ');
	buf_add_u64(buf, (uint64_t)layout->rows * picture->style->row_height);
	buf_add(buf, SLICE("\" preserveAspectRatio=\"none\""));
	if (!picture->style->no_script) /* set by the script, it would cost each frame's style */
		buf_add(buf, SLICE(" cursor=\"pointer\""));
	buf_add(buf, SLICE(" total_samples=\""));
	buf_add_decimal(buf, layout->total, picture->caption.scale);
	buf_add(buf, SLICE("\" hidden_frames=\""));
	buf_add_u64(buf, layout->hidden);
	if (picture->caption.change == CAPTION_CHANGE_BOTH)
		buf_printf(buf, "\" vanished_frames=\"%llu\" new_frames=\"%llu",
			   (unsigned long long)layout->only[0],
			   (unsigned long long)layout->only[1]);
	buf_add(buf, SLICE("\">\n"));
	svg_add_frames(buf, picture);
	indent(document, 1);
	buf_add(buf, SLICE("</svg>\n"));
	open_area(document, "labels");
	buf_add(buf, SLICE("><g transform=\"translate(3,0)\">\n"));
	svg_add_labels(buf, picture);
	indent(document, 1);
	buf_add(buf, SLICE("</g></svg>\n"));
}

static void svg_add_script(struct svg_document *document)
{
	struct buf *buf = document->buf;

	indent(document, 1);
	buf_add(buf, SLICE("<script type=\"application/json\" id=\"data\">"));
	svg_add_data(buf, document->picture);
	buf_add(buf, SLICE("</script>\n"));
	indent(document, 1);
	buf_add(buf, SLICE("<script><![CDATA["));
	buf_add(buf, slice_of((const char *)web_script, web_script_len));
	buf_add(buf, SLICE("]]></script>\n"));
}

void svg_write(struct buf *buf, const struct svg_picture *picture)
{
	struct svg_document document = {.buf = buf, .picture = picture};

	buf_reserve(buf, picture->layout->count * FRAME_BYTES + web_script_len);
	svg_measure(&document);
	add_root(&document);
	svg_add_style(&document);
	add_static_texts(&document);
	add_areas(&document);
	svg_add_marks(&document);
	svg_add_legend(&document);
	if (!picture->style->no_script)
		svg_add_script(&document);
	buf_add(buf, SLICE("</svg>\n"));
	fill_in_class(&document);
	free(document.class_at);
}

void svg_write_error(struct buf *buf, const struct svg_style *style)
{
	svg_add_head(buf, style);
	buf_add(buf, SLICE("<svg version=\"1.1\" width=\""));
	buf_add_u64(buf, style->width);
	buf_add(buf, SLICE("\" height=\""));
	svg_add_length(buf, 5 * style->font_size);
	buf_add_char(buf, '"');
	buf_add(buf, SLICE(namespaces));
	buf_printf(buf, "<text text-anchor=\"middle\" x=\"%u\" y=\"", style->width / 2);
	svg_add_length(buf, 2 * style->font_size);
	buf_add(buf, SLICE("\" font-size=\""));
	svg_add_length(buf, style->font_size);
	buf_add(buf, SLICE("\" font-family=\""));
	buf_add_xml(buf, style->font_type);
	buf_printf(buf, "\">%s</text>\n</svg>\n", style->empty);
}
