/* SPDX-License-Identifier: MIT */
/*
 * option_values.h - the words of flamegraph's command line that mean more than a number or a
 * text: functions for OPT_CALL rows, by the type of field they fill.
 */
#ifndef FLAMBEAU_OPTION_VALUES_H
#define FLAMBEAU_OPTION_VALUES_H

#include "common/cli/opt.h"
#include "render/palette/palette.h"

/* struct layout_width: pixels, or percent with a "%"; or always percent. */
opt_parse_fn parse_min_width;
opt_parse_fn parse_min_percent;
opt_parse_fn parse_percent; /* a percentage up to 100, with a "%" or without */

/* svg_length */
opt_parse_fn parse_font_size;
opt_parse_fn parse_whole_font_size;
opt_parse_fn parse_font_width;

/* struct decimal; the loose ones take what the originals take. */
opt_parse_fn parse_factor;
opt_parse_fn parse_any_factor; /* 0 too */
opt_parse_fn parse_total;
opt_parse_fn parse_loose_total; /* anything: the number it begins with */

/* struct svg_color; a stroke may be "none" */
opt_parse_fn parse_color;
opt_parse_fn parse_stroke;

struct background_choice {
	bool given;
	struct background colors;
};

opt_parse_fn parse_background;
opt_parse_fn parse_any_background; /* "#" and any six characters: if no colour, none is given */

/* int, a place in palette_names: of any name, or of those inferno has. */
opt_parse_fn parse_any_palette;
opt_parse_fn parse_rust_palette;

#endif
