/* SPDX-License-Identifier: MIT */
/* The style sheet and the background. */
#include "common/base/escape.h"
#include "common/base/utf8.h"
#include "render/svg/svg_state.h"

COLD void svg_indent(struct buf *buf, const struct svg_picture *picture, unsigned depth)
{
	if (!picture->style->pretty)
		return;
	for (; depth > 0; depth--)
		buf_add(buf, SLICE("    "));
}

COLD void svg_add_length(struct buf *buf, svg_length length)
{
	buf_add_decimal(buf, length, 6);
}

COLD svg_length svg_baseline(const struct svg_style *style, svg_length y)
{
	return style->whole_baselines ? y - y % SVG_PIXEL : y;
}

COLD void svg_add_class(struct svg_document *document)
{
	buf_add(document->buf, SLICE("fg-"));
	MEMORY_ROOM(document->class_at, document->class_count, document->class_cap);
	document->class_at[document->class_count++] = document->buf->len;
	buf_add(document->buf, SLICE("00000000"));
}

/* A style sheet, with the picture's own class in place of the general one. */
static void add_sheet(struct svg_document *document, struct slice sheet)
{
	const struct slice general = SLICE(".flamegraph");
	size_t at;

	while ((at = slice_search(sheet, general)) != SLICE_NONE) {
		buf_add(document->buf, slice_head(sheet, at + 1));
		svg_add_class(document);
		sheet = slice_tail(sheet, at + general.len);
	}
	buf_add(document->buf, sheet);
}

/*
 * Add style sheets. A scheme that follows the reader applies to screens only; one that was asked
 * for applies everywhere.
 */
static void add_sheets(struct svg_document *document)
{
	const struct slice dark = slice_of((const char *)web_dark, web_dark_len);

	add_sheet(document, slice_of((const char *)web_style, web_style_len));
	switch (document->picture->style->scheme) {
	case SCHEME_LIGHT: break;
	case SCHEME_DARK: add_sheet(document, dark); break;
	case SCHEME_AUTO:
		buf_add(document->buf, SLICE("@media screen and (prefers-color-scheme: dark) {\n"));
		add_sheet(document, dark);
		buf_add(document->buf, SLICE("}\n"));
	}
}

static bool is_generic_family(struct slice family)
{
	static const struct slice generic[] = {SLICE_INIT("cursive"),    SLICE_INIT("fantasy"),
					       SLICE_INIT("monospace"),  SLICE_INIT("serif"),
					       SLICE_INIT("sans-serif"), SLICE_INIT("system-ui")};
	size_t i;

	for (i = 0; i < ARRAY_LEN(generic); i++) {
		if (slice_equal(family, generic[i]))
			return true;
	}
	return false;
}

/* A CSS string: whatever is not a letter, digit, blank or hyphen as an escape. */
static void add_css_string(struct buf *buf, struct slice text)
{
	buf_add_char(buf, '"');
	while (text.len > 0) {
		uint32_t code = utf8_next(&text);

		if (code >= 0x80 || char_is_word((char)code) || code == ' ' || code == '-')
			buf_add_code(buf, code);
		else
			buf_printf(buf, "\\%x ", (unsigned)code);
	}
	buf_add_char(buf, '"');
}

static void add_families(struct buf *buf, struct slice families)
{
	struct slice family;
	bool first = true, more;

	do {
		more = slice_cut(&families, ',', &family);
		if (!more)
			family = families;
		if (!first)
			buf_add_char(buf, ',');
		first = false;
		family = slice_trim(family);
		if (is_generic_family(family))
			buf_add(buf, family);
		else
			add_css_string(buf, family);
	} while (more);
}

/* ".fg-1a2b3c4d SELECTOR" */
static void add_selector(struct svg_document *document, const char *selector)
{
	buf_add_char(document->buf, '.');
	svg_add_class(document);
	buf_add_char(document->buf, ' ');
	buf_add_text(document->buf, selector);
}

/* Add the colour of texts that belong to no frame; texts of frames have a more specific rule. */
static void add_text_color(struct svg_document *document)
{
	if (!document->picture->style->text_color.given)
		return;
	add_selector(document, "text{fill:");
	color_add(document->buf, document->picture->style->text_color.color);
	buf_add(document->buf, SLICE("}\n"));
}

static void add_stroke(struct svg_document *document)
{
	const struct svg_color *stroke = &document->picture->style->stroke_color;

	if (!stroke->given)
		return;
	add_selector(document, "#frames rect{stroke-opacity:1;stroke:");
	if (stroke->color.none)
		buf_add(document->buf, SLICE("none"));
	else
		color_add(document->buf, stroke->color);
	buf_add(document->buf, SLICE("}\n"));
}

/* The rules that depend on options and on the frames. */
static void add_rules(struct svg_document *document)
{
	const struct svg_picture *picture = document->picture;
	struct buf *buf = document->buf;
	size_t i;

	add_selector(document, "text{font-family:");
	add_families(buf, picture->style->font_type);
	buf_add(buf, SLICE(";font-size:"));
	svg_add_length(buf, picture->style->font_size);
	buf_add(buf, SLICE("px}\n"));
	add_selector(document, "#title{font-size:");
	svg_add_length(buf, picture->style->font_size + 5 * (uint64_t)SVG_PIXEL);
	buf_add(buf, SLICE("px}\n"));
	add_text_color(document);
	add_stroke(document);
	if (picture->layout->mark_count > 0)
		add_selector(document, "#frames.zoomed~#marks{display:none}\n");
	for (i = 0; i < picture->paint->count; i++) {
		if (picture->paint->colors[i].none)
			continue;
		add_selector(document, ".c");
		buf_add_u64(buf, i);
		buf_add(buf, SLICE("{fill:"));
		color_add(buf, picture->paint->colors[i]);
		buf_add(buf, SLICE("}\n"));
	}
}

static void add_stop(struct buf *buf, struct color color, unsigned percent)
{
	buf_add(buf, SLICE("<stop stop-color=\""));
	color_add(buf, color);
	buf_add(buf, SLICE("\" offset=\""));
	buf_add_u64(buf, percent);
	buf_add(buf, SLICE("%\"/>"));
}

static void add_background(struct svg_document *document)
{
	const struct svg_style *style = document->picture->style;
	const struct background *background = &style->background;
	struct buf *buf = document->buf;

	svg_indent(buf, document->picture, 1);
	buf_add(buf, SLICE("<defs><linearGradient "));
	if (style->scheme != SCHEME_LIGHT && !style->own_background)
		buf_add(buf, SLICE("class=\"usual\" "));
	buf_add(buf, SLICE("id=\""));
	svg_add_class(document);
	buf_add(buf, SLICE("-background\" x1=\"0\" y1=\"0\" x2=\"0\" y2=\"1\">"));
	add_stop(buf, background->top, 5);
	add_stop(buf, background->bottom, 95);
	buf_add(buf, SLICE("</linearGradient></defs>\n"));
	svg_indent(buf, document->picture, 1);
	buf_add(buf, SLICE("<rect id=\"background\" width=\"100%\" height=\"100%\" fill=\"url(#"));
	svg_add_class(document);
	buf_add(buf, SLICE("-background)\"/>\n"));
}

COLD void svg_add_style(struct svg_document *document)
{
	struct buf *buf = document->buf;

	svg_indent(buf, document->picture, 1);
	buf_add(buf, SLICE("<style>\n"));
	add_sheets(document);
	add_rules(document);
	svg_indent(buf, document->picture, 1);
	buf_add(buf, SLICE("</style>\n"));
	add_background(document);
}
