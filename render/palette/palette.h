/* SPDX-License-Identifier: MIT */
/*
 * palette.h - frame name -> colour, difference -> colour. Pure functions: the caller has the state
 * of random colours.
 */
#ifndef FLAMBEAU_PALETTE_H
#define FLAMBEAU_PALETTE_H

#include "render/palette/color.h"
#include "render/palette/palette_rules.h"

/* How a frame picks its place in a palette. */
enum color_source {
	SOURCE_SUM,          /* one pseudo-random number, seeded by the sum of the code points */
	SOURCE_PREFIX,       /* names that begin alike, or end alike, look alike */
	SOURCE_PREFIX_BYTES, /* by bytes of the prefix, in single precision */
	SOURCE_FNV,          /* a hash of all bytes of the name */
	SOURCE_SEQUENCE,     /* random, with the same seed every time */
	SOURCE_RANDOM,       /* random */
};

/* Vertical gradient of the background. */
struct background {
	struct color top, bottom;
};

/* Words for the command line, NULL at the end, and a line about each palette. */
extern const char *const palette_names[];

/*
 * The index of the name; the index of a palette with only black if the family has none of the name.
 */
size_t palette_find(enum palette_family family, struct slice name);
bool palette_is_known(enum palette_family family, size_t palette);
extern const char *const palette_helps[];
extern const char *const background_names[];

/* True for "-" and "--", which separate joined stacks: grey under every palette. */
bool palette_separator(struct slice name, struct color *color);

/* Three numbers from 0 to 1. */
struct color_place {
	double v[3];
	bool single; /* they, and what comes of them, are numbers of single precision */
};

/* The place of a name, for all sources but random ones. */
struct color_place color_place_of(enum color_source source, struct slice name);

/* The next lot of a generator, whose state is not 0. */
struct color_place color_place_next(uint64_t *state, bool single);

/* A palette (its place in palette_names) as one family understands it. */
struct palette_choice {
	size_t palette;
	enum palette_family family;
};

struct color palette_color(struct palette_choice choice, const struct color_place *place,
			   struct slice name);

/* Shades of one direction; no channel of the strongest exceeds the channel of the weakest. */
struct delta_hue {
	struct color weakest, strongest;
};

/* Colours of a differential. */
struct delta_scale {
	struct color same;
	struct delta_hue more, less;
};

extern const struct delta_scale delta_scale_soft; /* text stays readable on the strongest */
extern const struct delta_scale delta_scale_full; /* from white to pure red and blue */

/* Words for the command line, NULL at the end, a line about each scale, and the scales. */
extern const char *const delta_scale_names[];
extern const char *const delta_scale_helps[];
extern const struct delta_scale *const delta_scales[];

/* A colour from less to more; the strongest at a difference of `max`. */
struct color palette_delta(const struct delta_scale *scale, const uint64_t count[2], uint64_t max);

struct background palette_background(size_t palette);
struct background background_of(size_t background); /* place in background_names */

#endif
