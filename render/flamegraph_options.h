/* SPDX-License-Identifier: MIT */
/*
 * flamegraph_options.h - the options of flamegraph, and their table.
 */
#ifndef FLAMBEAU_FLAMEGRAPH_OPTIONS_H
#define FLAMBEAU_FLAMEGRAPH_OPTIONS_H

#include "common/base/personality.h"
#include "common/cli/opt.h"
#include "common/folded/folded.h"
#include "render/palette/attrs.h"
#include "render/palette/palette.h"
#include "render/palette/palette_map.h"
#include "render/svg/svg_picture.h"
#include "render/tree/caption.h"
#include "render/tree/layout.h"
#include "render/tree/stacks.h"
#include "render/tree/tree.h"

struct background_choice {
	bool given;
	struct background colors;
};

/*
 * The behaviour of flamegraph under each of its names. Chosen once in main(); the
 * stages get plain values and never ask for the name.
 */

struct render_personality {
	/* Reading */
	const struct line_rules *lines;
	bool lines_stay_apart;        /* lines are ordered as whole lines, equal ones too */
	enum lines_order chart_order; /* of a flame chart's lines */
	bool base_wants_sorting;      /* --base counts only where the lines are sorted */
	struct attrs_rules attrs;
	enum palette_map_rules map;

	/* Shape */
	struct layout_width min_width;
	bool can_hide_root;   /* the minimum width holds for the root too */
	bool every_frame;     /* each frame is an element of the picture, however narrow */
	bool leaf_deltas;     /* a frame's difference is from the first line that ends in it */
	bool fluid;           /* without --width the picture takes the window's */
	bool details_below;   /* also of an inverted graph */
	bool whole_baselines; /* baselines of texts are at whole pixels */

	/* Texts */
	const char *font_type;
	svg_length font_width;
	unsigned label_margin; /* pixels of a frame that its label does not reach */
	enum caption_rounding rounding;
	enum label_rule label;
	bool script_cuts_left;       /* a name too long loses its beginning when zoomed */
	bool usual_title_is_none;    /* --title "Flame Graph" counts as not given */
	bool empty_title_is_none;    /* and so is an empty one */
	bool notes_have_no_brackets; /* "<" and ">" are refused */
	const char *empty_picture;   /* what a picture without stacks says */
	const char *empty_message;   /* there are no stacks */

	/* Colours */
	enum palette_family palettes;
	enum color_source source, hash_source; /* the latter with --hash */
	const struct delta_scale *deltas;      /* or NULL: see --diff-palette */
	bool hides_idle;     /* parts that need the script are hidden until it runs */
	bool follows_reader; /* the picture is light or dark as the reader prefers */

	/* Messages, exit codes */
	bool low_count_is_warning; /* else it is a note */
	int empty_exit;            /* there are no stacks */
	int attrs_exit;            /* the file of attributes is of no use */
};

const struct render_personality *render_personality_of(const struct personality *compat);

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
	struct slice line_data;  /* path of what the page's Source view shows, empty: none */
	bool live_page;          /* the page asks the server that it came from for more */
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

extern const char *const flamegraph_schemes[]; /* by enum svg_scheme */
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
/* True if --colors wall is given: states decide, not names. */
bool flamegraph_by_states(const struct flamegraph_options *options,
			  const struct render_personality *personality);

struct paint_options flamegraph_paint(const struct flamegraph_options *options,
				      const struct render_personality *personality);
struct caption flamegraph_caption(const struct flamegraph_options *options,
				  const struct render_personality *personality,
				  const struct profile *profile, const struct opt_result *given);

#endif
