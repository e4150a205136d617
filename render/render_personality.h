/* SPDX-License-Identifier: MIT */
/*
 * personality.h - the behaviour of flamegraph under each of its names. Chosen once in main(); the
 * stages get plain values and never ask for the name.
 */
#ifndef FLAMBEAU_RENDER_PERSONALITY_H
#define FLAMBEAU_RENDER_PERSONALITY_H

#include "common/base/personality.h"
#include "render/measure/caption.h"
#include "render/palette/attrs.h"
#include "render/palette/palette.h"
#include "render/palette/palette_map.h"
#include "render/svg/svg.h"
#include "render/tree/layout.h"
#include "render/tree/lines.h"

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
	bool usual_title_is_none;    /* --title "Flame Graph" is as good as none */
	bool empty_title_is_none;    /* and so is an empty one */
	bool notes_have_no_brackets; /* "<" and ">" are refused */
	const char *empty_tool;      /* the tool's name in the picture of no stacks */
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

#endif
