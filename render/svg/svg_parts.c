/* SPDX-License-Identifier: MIT */
#include "render/svg/svg_parts.h"

void svg_indent(struct buf *buf, const struct svg_picture *picture, unsigned depth)
{
	if (!picture->style->pretty)
		return;
	for (; depth > 0; depth--)
		buf_add(buf, SLICE("    "));
}

void svg_add_length(struct buf *buf, svg_length length)
{
	buf_add_decimal(buf, length, 6);
}

svg_length svg_baseline(const struct svg_style *style, svg_length y)
{
	return style->whole_baselines ? y - y % SVG_PIXEL : y;
}

void svg_add_class(struct svg_document *document)
{
	buf_add(document->buf, SLICE("fg-"));
	document->class_at = memory_grow(document->class_at, &document->class_cap,
					 document->class_count + 1, sizeof(*document->class_at));
	document->class_at[document->class_count++] = document->buf->len;
	buf_add(document->buf, SLICE("00000000"));
}
