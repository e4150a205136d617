/* SPDX-License-Identifier: MIT */
/*
 * svg.h - rectangles with their colours -> the text of an SVG document. Knows units, text
 * fitting and escaping, takes no decisions. Any bytes in names and texts give well-formed XML.
 *
 * svg.c writes the document, svg_frames.c the frames and their labels, svg_data.c the data
 * for the script in render/web/.
 */
#ifndef FLAMBEAU_SVG_H
#define FLAMBEAU_SVG_H

#include "render/caption.h"
#include "render/layout.h"
#include "render/paint.h"

/* Lengths of type svg_length are in millionths of a pixel. */
typedef uint64_t svg_length;

enum {
	SVG_PIXEL = 1000000, /* svg_length of one */
	SVG_MARGIN = 10,     /* pixels left and right of the frames */
	SVG_GRID = 1 << 20,  /* columns of the frames: browsers keep geometry in 32-bit floats */
};

struct svg_style {
	struct slice title;
	struct slice subtitle;  /* empty: none */
	struct slice notes;     /* empty: none */
	struct slice name_type; /* "Function:" */
	struct slice font_type; /* font families, by commas */
	svg_length font_size;
	svg_length font_width; /* average of a character, in millionths of the font size */
	uint32_t width;        /* pixels, of the whole picture */
	uint32_t row_height;   /* pixels, of a frame and the gap */
	bool fluid;            /* the script fits the width to the window's */
	bool cut_left;         /* names too long lose their beginning */
	bool every_frame;      /* an element each, however narrow */
	struct color search_color;
	struct background background;
};

struct svg_picture {
	const struct svg_style *style;
	const struct layout *layout;
	const struct paint *paint;
	const struct intern *names;
	struct caption caption;
};

void svg_write(struct buf *buf, const struct svg_picture *picture);

/* A small picture that says only that there is nothing to show. */
void svg_write_error(struct buf *buf, const struct svg_style *style);

#endif
