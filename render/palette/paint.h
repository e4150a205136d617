/* SPDX-License-Identifier: MIT */
/*
 * paint.h - rectangles and a palette -> one class per distinct colour, one class per rectangle.
 */
#ifndef FLAMBEAU_PAINT_H
#define FLAMBEAU_PAINT_H

#include "common/table/intern.h"
#include "render/palette/palette.h"
#include "render/palette/states.h"
#include "render/tree/layout.h"

struct palette_map;

/* How differences become colours. */
struct paint_deltas {
	const struct delta_scale *scale;
	uint64_t max;  /* the difference that has the strongest colour */
	bool by_frame; /* or those have it that are all of a frame */
	bool negate;   /* more and less change places */
	bool hidden;   /* frames have other colours */
};

struct paint_options {
	struct palette_choice palette;
	enum color_source source;
	uint64_t seed;               /* of SOURCE_RANDOM, not 0 */
	bool diffusion;              /* the width decides, not the name */
	struct paint_deltas deltas;  /* they decide where there are any */
	const struct states *states; /* they decide; or NULL */
	struct palette_map *map;     /* read, and added to; or NULL */
};

struct paint {
	struct color *colors; /* of class 0, 1, ... */
	size_t count;
	uint32_t *classes; /* of each rectangle */
	bool by_frame;     /* rectangles of one name may have several */
};

/* The colour of a frame with these columns. */
struct color paint_delta(const struct paint_deltas *deltas, const uint64_t count[2]);

/* The colour of a name, unless colours are random or from a map. */
struct color paint_name(const struct paint_options *options, struct slice name);

/* Colour all frames. Random colours are drawn in the order in which frames close. */
void paint_layout(struct paint *paint, const struct layout *layout, const struct intern *names,
		  const struct paint_options *options);

void paint_release(struct paint *paint);

/*
 * The mapping from changes to colours, for scripts that compute colours anew.
 */

/* Append the member "delta" of a JSON object, with the comma before it. */
void delta_member_add(struct buf *buf, const struct paint_deltas *deltas);

#endif
