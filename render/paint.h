/* SPDX-License-Identifier: MIT */
/*
 * paint.h - rectangles and a palette -> one class a distinct colour, one class a rectangle.
 */
#ifndef FLAMBEAU_PAINT_H
#define FLAMBEAU_PAINT_H

#include "common/intern.h"
#include "render/layout.h"
#include "render/palette.h"

struct paint_options {
	size_t palette;
	enum color_source source;
	bool differential;  /* the difference decides, not the name */
	uint64_t max_delta; /* that has the strongest colour */
};

struct paint {
	struct color *colors; /* of class 0, 1, ... */
	size_t count;
	uint32_t *classes; /* of each rectangle */
};

void paint_layout(struct paint *paint, const struct layout *layout, const struct intern *names,
		  const struct paint_options *options);

void paint_release(struct paint *paint);

#endif
