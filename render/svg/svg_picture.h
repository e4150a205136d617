/* SPDX-License-Identifier: MIT */
/*
 * svg_picture.h - rectangles with their colours -> the text of an SVG document: all that
 * svg_write() draws, and how. It knows units, text fitting and escaping, and takes no decisions. Any
 * bytes in names and texts give well-formed XML.
 *
 * svg.c writes the document, svg_style.c its style sheet, svg_frames.c the frames and their
 * labels, svg_legend.c what only differentials have, svg_data.c the data for
 * the script in render/web/.
 */
#ifndef FLAMBEAU_SVG_PICTURE_H
#define FLAMBEAU_SVG_PICTURE_H

#include "render/palette/attrs.h"
#include "render/palette/paint.h"
#include "render/tree/caption.h"
#include "render/tree/layout.h"

/* Lengths of type svg_length are in millionths of a pixel. */
typedef uint64_t svg_length;

enum {
	SVG_PIXEL = 1000000, /* svg_length of one */
	SVG_MARGIN = 10,     /* pixels left and right of the frames */
	SVG_GRID = 1 << 20,  /* columns of the frames: browsers keep geometry in 32-bit floats */
};

/* Pixels for the frames of a picture `width` pixels wide: at least one, however narrow it is. */
static inline uint32_t svg_room(uint32_t width)
{
	return width > 2 * SVG_MARGIN ? width - 2 * SVG_MARGIN : 1;
}

/* A colour in place of the style sheet's. */
struct svg_color {
	bool given;
	struct color color; /* may be none */
};

/* The colours around the frames. */
enum svg_scheme {
	SCHEME_AUTO, /* as the reader prefers */
	SCHEME_LIGHT,
	SCHEME_DARK,
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
	unsigned label_margin; /* pixels of a frame that its label does not reach */
	enum label_rule label; /* which part of a name that is too long is shown */
	bool script_cuts_left; /* and the script shows its end */
	bool every_frame;      /* an element each, however narrow */
	bool details_below;    /* an inverted graph has the details line below it too */
	bool whole_baselines;  /* baselines are at whole pixels: else underscores turn pale */
	bool pretty;           /* indented */
	bool no_script;
	bool fits_phones;    /* a document is as wide as the screen of a phone */
	bool hides_idle;     /* parts that need the script are hidden until it runs */
	bool names_encoding; /* in the XML declaration */
	struct color search_color;
	struct svg_color text_color;   /* of the texts that belong to no frame */
	struct svg_color stroke_color; /* round every frame */
	struct background background;
	bool own_background; /* it was asked for */
	enum svg_scheme scheme;
	const char *empty; /* what the picture says where there is nothing to show */
};

/* The line below the frames of a differential: the frame whose share changed most. */
struct svg_legend {
	bool changed; /* there is one */
	frame_id largest;
	uint64_t count[2];
};

struct svg_picture {
	const struct svg_style *style;
	const struct layout *layout;
	const struct paint *paint;
	const struct intern *names;
	const struct attrs *attrs;       /* or NULL */
	const struct svg_legend *legend; /* or NULL */
	const struct states *states;     /* of the colours and titles, or NULL */
	struct layout_width min_mark;    /* the least share of a mark, in percent of all */
	struct paint_deltas deltas;      /* for the legend, and for marks */
	struct caption caption;
};

void svg_write(struct buf *buf, const struct svg_picture *picture);

/* Write a small picture with a message that there is nothing to show. */
void svg_write_error(struct buf *buf, const struct svg_style *style);

#endif
