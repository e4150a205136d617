/* SPDX-License-Identifier: MIT */
#include "render/render_personality.h"

static const struct render_personality own = {
	.lines = &lines_own,
	.chart_order = LINES_AS_GIVEN,
	.attrs = {.trims = true},
	.map = MAP_LAST_ARROW,
	.min_width = {.millionths = 100000},
	.fluid = true,
	.whole_baselines = true,
	.font_type = "monospace",
	.font_width = 610000,
	.label_margin = 3,
	.rounding = ROUND_EXACT,
	.label = LABEL_HEAD,
	.empty_title_is_none = true,
	.empty_tool = "flamegraph.",
	.empty_message = "no stacks in the input",
	.palettes = PALETTES_OWN,
	.source = SOURCE_SUM,
	.hash_source = SOURCE_PREFIX,
	.follows_reader = true,
	.hides_idle = true,
	.empty_exit = EXIT_DATA,
	.attrs_exit = EXIT_DATA,
};

static const struct render_personality perl = {
	.lines = &lines_perl,
	.lines_stay_apart = true,
	.chart_order = LINES_AS_GIVEN,
	.attrs = {.tab_is_required = true,
		  .last_line_wins = true,
		  .empty_is_none = true,
		  .extras_need_link = true},
	.map = MAP_VERBATIM,
	.min_width = {.millionths = 100000},
	.can_hide_root = true,
	.every_frame = true,
	.leaf_deltas = true,
	.details_below = true,
	.font_type = "Verdana",
	.font_width = 590000,
	.rounding = ROUND_EVEN,
	.label = LABEL_HEAD,
	.empty_title_is_none = true,
	.notes_have_no_brackets = true,
	.empty_tool = "flamegraph.pl.",
	.empty_message = "ERROR: No stack counts found",
	.palettes = PALETTES_PERL,
	.source = SOURCE_SUM,
	.hash_source = SOURCE_PREFIX,
	.deltas = &delta_scale_full,
	.low_count_is_warning = true,
	.empty_exit = 2,
	.attrs_exit = 2,
};

static const struct render_personality rust = {
	.lines = &lines_rust,
	.lines_stay_apart = true,
	.chart_order = LINES_BACKWARDS,
	.base_wants_sorting = true,
	.attrs = {.trims = true},
	.map = MAP_ONE_ARROW,
	.min_width = {.millionths = 10000, .percent = true},
	.can_hide_root = true,
	.every_frame = true,
	.leaf_deltas = true,
	.fluid = true,
	.font_type = "monospace",
	.font_width = 590000,
	.rounding = ROUND_AWAY,
	.label = LABEL_BYTES,
	.script_cuts_left = true,
	.usual_title_is_none = true,
	.empty_tool = "flamegraph",
	.empty_message = "No stack counts found",
	.palettes = PALETTES_RUST,
	.source = SOURCE_SEQUENCE,
	.hash_source = SOURCE_PREFIX_BYTES,
	.deltas = &delta_scale_soft,
	.empty_exit = EXIT_DATA,
	.attrs_exit = 101,
};

const struct render_personality *render_personality_of(const struct personality *compat)
{
	static const struct personality_records records = {&own, &perl, &rust};

	return compat_pick(compat, &records);
}
