/* SPDX-License-Identifier: MIT */
/*
 * palette.h - frame name -> colour, difference -> colour. Pure functions: the caller has the state
 * of random colours.
 */
#ifndef FLAMBEAU_PALETTE_H
#define FLAMBEAU_PALETTE_H

#include "common/base/buf.h"
#include "common/base/slice.h"

/*
 * Colours as sRGB triples, and which text is readable on them.
 */

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

/*
 * The palettes that give each kind of code a shade of its own: which
 * names are of which kind.
 */

/* The author of the rules in palettes of several shades, which also decides what palettes exist. */
enum palette_family {
	PALETTES_OWN,
	PALETTES_PERL,
	PALETTES_RUST,
	PALETTE_FAMILIES,
};

enum shade_id {
	SHADE_HOT,
	SHADE_MEM,
	SHADE_IO,
	SHADE_RED,
	SHADE_GREEN,
	SHADE_BLUE,
	SHADE_YELLOW,
	SHADE_PURPLE,
	SHADE_AQUA,
	SHADE_ORANGE,
	SHADE_SAFE,
	SHADE_BLACK,
};

/* The first rule of a list that holds names the shade; a row without `holds` ends the list. */
struct palette_rule {
	bool (*holds)(struct slice name, struct slice text);
	struct slice text; /* the rule's argument */
	enum shade_id shade;
};

/* One list for each palette_family. */
extern const struct palette_rule *const palette_java_rules[];
extern const struct palette_rule *const palette_js_rules[];
extern const struct palette_rule *const palette_perl_rules[];
extern const struct palette_rule *const palette_python_rules[];
extern const struct palette_rule *const palette_rust_rules[];
extern const struct palette_rule *const palette_chain_rules[];

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
