/* SPDX-License-Identifier: MIT */
/*
 * flamegraph_options.h - the options of flamegraph, and their table.
 */
#ifndef FLAMBEAU_FLAMEGRAPH_OPTIONS_H
#define FLAMBEAU_FLAMEGRAPH_OPTIONS_H

#include "common/cli/opt.h"
#include "common/folded/folded.h"
#include "render/option_values.h"
#include "render/page/page.h"
#include "render/render_personality.h"
#include "render/svg/svg.h"
#include "render/text/icicle.h"
#include "render/tree/tree.h"

struct flamegraph_options {
	struct slice title, subtitle, notes, count_name, name_type, encoding;
	struct slice font_type;
	struct slice attrs;     /* path, empty: none */
	uint64_t width, height; /* pixels; of the picture, of a row */
	svg_length font_size, font_width;
	struct layout_width min_width, min_vanished;
	struct decimal total, factor; /* a total of 0 is none */
	struct opt_list bases;
	struct opt_list label_frames; /* names of labels */
	int palette;                  /* place in palette_names */
	struct background_choice background;
	int scheme; /* enum svg_scheme */
	struct svg_color search_color, text_color, stroke_color;
	bool hash, random, deterministic, diffusion, negate, keep_palette;
	bool reverse, inverted, chart, no_sort;
	bool cut_left, cut_right, pretty, no_script;
	int markup;                 /* enum flamegraph_markup */
	int diff_width, diff_scale; /* enum width_column, flamegraph_scale */
	int diff_palette;           /* place in delta_scales */
	bool normalize;
	bool text, html;
	uint64_t columns, depth; /* 0: the terminal's width; all rows */
	int color_text;          /* enum terminal_when */
	int root;                /* enum flamegraph_root */
};

enum flamegraph_root { ROOT_TOP, ROOT_BOTTOM };

enum flamegraph_markup {
	MARKUP_COMPACT, /* frames below a pixel live in the data block only */
	MARKUP_FULL,
};

enum flamegraph_scale {
	SCALE_TOTAL, /* colours compare changes with the largest one */
	SCALE_FRAME, /* with the frame */
};

extern const struct opt flamegraph_rows[];
extern const size_t flamegraph_row_count;

void flamegraph_options_init(struct flamegraph_options *options,
			     const struct render_personality *personality);
void flamegraph_options_release(struct flamegraph_options *options);

/* Check rules about more than one row. False after a message. */
bool flamegraph_options_check(const struct flamegraph_options *options,
			      const struct render_personality *personality,
			      const struct opt_result *given);

/* Replace `auto` by what suits the terminal; `output` is the path of the picture. */
void flamegraph_options_resolve(struct flamegraph_options *options, struct slice output);

/* Settings of the stages, made from the options; `given` lists the options of the command line. */
bool flamegraph_reads_lines(const struct flamegraph_options *options,
			    const struct render_personality *personality);
struct lines_options flamegraph_lines(const struct flamegraph_options *options,
				      const struct render_personality *personality);
/* --label-frames */
void flamegraph_put_labels(const struct flamegraph_options *options, struct profile *profile);
struct tree_options flamegraph_tree(const struct flamegraph_options *options,
				    const struct render_personality *personality,
				    const struct profile *profile);
struct layout_options flamegraph_layout(const struct flamegraph_options *options,
					const struct render_personality *personality,
					const struct profile *profile);
struct paint_options flamegraph_paint(const struct flamegraph_options *options,
				      const struct render_personality *personality);
struct caption flamegraph_caption(const struct flamegraph_options *options,
				  const struct render_personality *personality,
				  const struct profile *profile, const struct opt_result *given);
/* The page, without what is drawn on it. */
struct page flamegraph_page(const struct flamegraph_options *options,
			    const struct render_personality *personality,
			    const struct opt_result *given);
struct icicle_style flamegraph_text_style(const struct flamegraph_options *options,
					  const struct render_personality *personality);
struct svg_style flamegraph_style(const struct flamegraph_options *options,
				  const struct render_personality *personality,
				  const struct opt_result *given);

#endif
