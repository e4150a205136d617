/* SPDX-License-Identifier: MIT */
/*
 * color.h - colours as sRGB triples, and which text is readable on them.
 */
#ifndef FLAMBEAU_COLOR_H
#define FLAMBEAU_COLOR_H

#include "common/base/buf.h"

struct color {
	uint8_t red, green, blue;
	bool none; /* unknown: what viewers draw then is black */
};

/* "#rrggbb"; false for anything else. */
bool color_parse(struct slice text, struct color *color);

/* "rgb(1, 2, 3)", blanks allowed between; false for anything else. */
bool color_parse_rgb(struct slice text, struct color *color);

void color_add(struct buf *buf, struct color color); /* "rgb(1,2,3)" */

/* Contrast ratio, 1 to 21, as WCAG 2.1 defines it with its relative luminance. */
double color_contrast(struct color a, struct color b);

/*
 * True if white text is more readable on it than black. The better one of the two has a contrast of
 * at least 4.58.
 */
bool color_wants_white(struct color background);

#endif
