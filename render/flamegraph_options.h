/* SPDX-License-Identifier: MIT */
/*
 * flamegraph_options.h - what the command line of flamegraph says, and its table of rows.
 */
#ifndef FLAMBEAU_FLAMEGRAPH_OPTIONS_H
#define FLAMBEAU_FLAMEGRAPH_OPTIONS_H

#include "common/opt.h"
#include "render/manners.h"
#include "render/svg.h"

struct background_choice {
	bool given;
	struct background colors;
};

struct flamegraph_options {
	struct slice title, subtitle, notes, count_name, name_type, font_type;
	uint64_t width, height; /* pixels; of the picture, of a row */
	svg_length font_size, font_width;
	struct layout_width min_width;
	int palette; /* place in palette_names */
	struct background_choice background;
	struct color search_color;
	bool hash, reverse, inverted, cut_left, cut_right;
	int markup; /* enum flamegraph_markup */
	uint64_t threads;
};

enum flamegraph_markup {
	MARKUP_COMPACT, /* frames below a pixel live in the data block only */
	MARKUP_FULL,
};

extern const struct opt flamegraph_rows[];
extern const size_t flamegraph_row_count;

void flamegraph_options_init(struct flamegraph_options *options, const struct manners *manners);

/* What the options mean for the stages; `given` says which were on the command line. */
struct layout_options flamegraph_layout(const struct flamegraph_options *options);
struct paint_options flamegraph_paint(const struct flamegraph_options *options);
struct svg_style flamegraph_style(const struct flamegraph_options *options,
				  const struct manners *manners, const struct opt_result *given);

#endif
