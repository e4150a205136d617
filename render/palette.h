/* SPDX-License-Identifier: MIT */
/*
 * palette.h - frame name -> colour, difference -> colour. Pure: the same name has the same
 * colour in every picture.
 */
#ifndef FLAMBEAU_PALETTE_H
#define FLAMBEAU_PALETTE_H

#include "render/color.h"

/* How a name picks its place in a palette. */
enum color_source {
	SOURCE_SUM,    /* one pseudo-random number, seeded by the sum of the code points */
	SOURCE_PREFIX, /* names that begin alike, or end alike, look alike */
};

/* Vertical gradient behind the graph. */
struct background {
	struct color top, bottom;
};

/* Words for the command line, NULL at the end, and a line about each palette. */
extern const char *const palette_names[];
extern const char *const palette_helps[];
extern const char *const background_names[];

/* "-" and "--" stand between stacks that were joined: grey under every palette. */
bool palette_separator(struct slice name, struct color *color);

/* `palette` and `background` are places in those lists. */
struct color palette_color(size_t palette, enum color_source source, struct slice name);

/* From blue (it shrank) to red (it grew); the strongest at a difference of `max`. */
struct color palette_delta(const uint64_t count[2], uint64_t max);

struct background palette_background(size_t palette);
struct background background_of(size_t background);

/* Three numbers from 0 to 1 that the name picks. */
struct color_place {
	double v[3];
};

struct color_place color_place_of(enum color_source source, struct slice name);

#endif
