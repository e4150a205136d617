/* SPDX-License-Identifier: MIT */
/*
 * svg_parts.h - the parts of the document, for svg.c alone.
 */
#ifndef FLAMBEAU_SVG_PARTS_H
#define FLAMBEAU_SVG_PARTS_H

#include "render/svg.h"

/* The row's top below that of the first row, in pixels: a row is the frame and a gap of one. */
uint32_t svg_row_y(const struct svg_picture *picture, uint32_t depth);

/* Begin an element's line, so many elements deep. */
void svg_indent(struct buf *buf, const struct svg_picture *picture, unsigned depth);

/* The frame's title, and what the script would say by the rules of its own. */
void svg_title(struct buf *buf, const struct svg_picture *picture, const struct rect *rect);
void svg_plain_title(struct buf *buf, const struct svg_picture *picture, const struct rect *rect);

/* Groups of rectangles and the labels on them: the insides of #frames and #labels. */
void svg_add_frames(struct buf *buf, const struct svg_picture *picture);
void svg_add_labels(struct buf *buf, const struct svg_picture *picture);

/* The JSON object the script reads. */
void svg_add_data(struct buf *buf, const struct svg_picture *picture);

#endif
