/* SPDX-License-Identifier: MIT */
/*
 * paint.h - rectangles and a palette -> one class a distinct colour, one class a rectangle.
 */
#ifndef FLAMBEAU_PAINT_H
#define FLAMBEAU_PAINT_H

#include "common/intern.h"
#include "render/layout.h"
#include "render/palette.h"

struct palette_map;

struct paint_options {
	struct palette_choice palette;
	enum color_source source;
	uint64_t seed;                   /* of SOURCE_RANDOM, not 0 */
	bool diffusion;                  /* the width decides, not the name */
	const struct delta_scale *scale; /* of differences: they decide where there are any */
	uint64_t max_delta;              /* that has the strongest colour */
	bool negate;                     /* blue for more, red for less */
	struct palette_map *map;         /* read, and added to; or NULL */
};

struct paint {
	struct color *colors; /* of class 0, 1, ... */
	size_t count;
	uint32_t *classes; /* of each rectangle */
	bool by_frame;     /* rectangles of one name may have several */
};

/* What is drawn by lot is drawn in the order in which the frames close. */
void paint_layout(struct paint *paint, const struct layout *layout, const struct intern *names,
		  const struct paint_options *options);

void paint_release(struct paint *paint);

#endif
