/* SPDX-License-Identifier: MIT */
/*
 * svg_state.h - the files of render/web/ without comments and indentation, as
 * embed.cmake writes them into the build tree. Not NUL-terminated text: use the
 * lengths.
 */
#ifndef FLAMBEAU_SVG_STATE_H
#define FLAMBEAU_SVG_STATE_H

#include <stddef.h>

#include "render/svg/svg_picture.h"

/*
 * The parts of the document, for the files svg*.c alone.
 */

/*
 * The document being written. Its class is a hash of its own text, so the positions of the class
 * are remembered, and filled in at the end.
 */
struct svg_document {
	struct buf *buf;
	const struct svg_picture *picture;
	size_t *class_at;
	size_t class_count, class_cap;
	svg_length top, bottom; /* space above and below the frames */
	svg_length legend;      /* and below that, if one exists */
	svg_length height;      /* of the picture */
	uint64_t largest_mark;  /* the count of the largest mark; 0: none was drawn */
};

/* Append "fg-00000000" as a placeholder for the class, or for an id made of it. */
void svg_add_class(struct svg_document *document);

void svg_add_length(struct buf *buf, svg_length length);

/* The baseline for a text at `y`: a whole pixel, if the style asks for that. */
svg_length svg_baseline(const struct svg_style *style, svg_length y);

/* Begin an element's line, so many elements deep. */
void svg_indent(struct buf *buf, const struct svg_picture *picture, unsigned depth);

/* The frame's title, and the text that the script would make of it if its rules differ. */
void svg_title(struct buf *buf, const struct svg_picture *picture, const struct rect *rect);
void svg_plain_title(struct buf *buf, const struct svg_picture *picture, const struct rect *rect);

/* Groups of rectangles and the labels on them: the insides of #frames and #labels. */
void svg_add_frames(struct buf *buf, const struct svg_picture *picture);
void svg_add_labels(struct buf *buf, const struct svg_picture *picture);

/* The <style> element, and the background. */
void svg_add_style(struct svg_document *document);

/* Parts of differentials only: marks of frames without width; the legend, and its height. */
void svg_add_marks(struct svg_document *document);
void svg_add_legend(struct svg_document *document);
svg_length svg_legend_height(const struct svg_picture *picture);

/* The column that the frames have which are marks. */
int svg_lone_column(const struct svg_picture *picture);

/* The JSON object the script reads. */
void svg_add_data(struct buf *buf, const struct svg_picture *picture);

extern const unsigned char web_script[];
extern const size_t web_script_len;
extern const unsigned char web_style[];
extern const size_t web_style_len;
extern const unsigned char web_dark[];
extern const size_t web_dark_len;

#endif
