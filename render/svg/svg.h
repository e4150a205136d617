/* SPDX-License-Identifier: MIT */
/*
 * svg.h - rectangles with their colours -> the text of an SVG document. Knows units, text
 * fitting and escaping, takes no decisions. Any bytes in names and texts give well-formed XML.
 *
 * svg.c writes the document, svg_style.c its style sheet, svg_frames.c the frames and their
 * labels, svg_legend.c what only differentials have, svg_data.c the data for
 * the script in render/web/.
 */
#ifndef FLAMBEAU_SVG_H
#define FLAMBEAU_SVG_H

#include "render/svg/svg_picture.h"

void svg_write(struct buf *buf, const struct svg_picture *picture);

/* Write a small picture with a message that there is nothing to show. */
void svg_write_error(struct buf *buf, const struct svg_style *style);

#endif
