/* SPDX-License-Identifier: MIT */
/* Turn the options of flamegraph into settings of its stages: flamegraph_options.h. */
#include <time.h>
#include <unistd.h>

#include "common/base/diag.h"
#include "common/profile/label_request.h"
#include "render/flamegraph_options.h"

enum {
	DEFAULT_WIDTH = 1200,
	DEFAULT_HEIGHT = 16,
};

void flamegraph_options_init(struct flamegraph_options *options,
			     const struct render_personality *personality)
{
	*options = (struct flamegraph_options){
		.count_name = SLICE("samples"),
		.name_type = SLICE("Function:"),
		.font_type = slice_from(personality->font_type),
		.width = DEFAULT_WIDTH,
		.height = DEFAULT_HEIGHT,
		.font_size = 12 * (svg_length)SVG_PIXEL,
		.font_width = personality->font_width,
		.min_width = personality->min_width,
		.min_vanished = {.millionths = SVG_PIXEL / 2, .percent = true},
		.factor = {.value = 1},
		.search_color = {.color = {230, 0, 230, false}},
		.markup = personality->every_frame ? MARKUP_FULL : MARKUP_COMPACT,
	};
}

void flamegraph_options_release(struct flamegraph_options *options)
{
	free(options->bases.at);
	free(options->label_frames.at);
}

/* Options of one kind of picture alone. */
static bool check_text(const struct flamegraph_options *options, const struct opt_result *given)
{
	static const char *const names[] = {"columns", "depth", "color-text", "root"};
	size_t i;

	for (i = 0; i < ARRAY_LEN(names) && !options->text; i++) {
		if (!opt_given(given, names[i]))
			continue;
		diag_error("option '--%s' is for --text; try '%s --help'", names[i], diag_tool());
		return false;
	}
	return true;
}

bool flamegraph_options_check(const struct flamegraph_options *options,
			      const struct render_personality *personality,
			      const struct opt_result *given)
{
	if (personality->notes_have_no_brackets &&
	    (slice_find(options->notes, '<') != SLICE_NONE ||
	     slice_find(options->notes, '>') != SLICE_NONE)) {
		diag_error("notes may not contain < or >");
		return false;
	}
	return check_text(options, given);
}

void flamegraph_options_resolve(struct flamegraph_options *options, struct slice output)
{
	const bool is_file = output.len > 0 && !slice_equal(output, SLICE("-"));
	const int fd = is_file ? -1 : STDOUT_FILENO;
	enum terminal_colors colors = terminal_colors(fd, (enum terminal_when)options->color_text);

	options->columns = terminal_columns(fd, options->columns);
	options->color_text = colors == COLORS_NONE  ? WHEN_NEVER
			      : colors == COLORS_256 ? WHEN_256
						     : WHEN_TRUE;
}

bool flamegraph_reads_lines(const struct flamegraph_options *options,
			    const struct render_personality *personality)
{
	return personality->lines_stay_apart || options->chart || options->no_sort;
}

void flamegraph_put_labels(const struct flamegraph_options *options, struct profile *profile)
{
	const struct opt_list *names = &options->label_frames;

	if (names->count == 0)
		return;
	if (!profile->labels)
		diag_warn("stacks have no labels: --label-frames changes nothing");
	label_frames(profile, &(struct label_names){names->at, names->count}, false);
}

static bool is_chain(const struct flamegraph_options *options)
{
	return (size_t)options->palette == palette_find(PALETTES_OWN, SLICE("chain"));
}

/* The minimum width of a text: a cell at least. */
static struct layout_width least_cells(const struct flamegraph_options *options)
{
	const struct layout_width cell = {.millionths = 1000000};
	const struct layout_width *min = &options->min_width;
	const uint64_t millionths = min->percent ? min->millionths / 100 * options->columns
						 : min->millionths;

	return millionths > cell.millionths ? *min : cell;
}

struct lines_options flamegraph_lines(const struct flamegraph_options *options,
				      const struct render_personality *personality)
{
	bool sorted = !options->chart && !options->no_sort && !options->reverse;
	bool cut = sorted || !personality->base_wants_sorting;

	return (struct lines_options){
		.rules = personality->lines,
		.by_time = options->chart,
		.keeps_counts = !slice_equal(options->count_name, SLICE("samples")) ||
				options->factor.value != 1 || options->factor.digits > 0,
		.order = options->chart     ? personality->chart_order
			 : options->no_sort ? LINES_MUST_BE_SORTED
					    : LINES_SORTED,
		.reverse = options->reverse,
		.chain = is_chain(options),
		.bases = {options->bases.at, cut ? options->bases.count : 0},
	};
}

/* One column is the second, whatever is wanted. */
static enum width_column shown_of(const struct flamegraph_options *options,
				  const struct profile *profile)
{
	return profile->differential ? (enum width_column)options->diff_width : WIDTH_AFTER;
}

struct tree_options flamegraph_tree(const struct flamegraph_options *options,
				    const struct render_personality *personality,
				    const struct profile *profile)
{
	uint64_t unit = 1;
	unsigned i;

	for (i = 0; i < profile->scale; i++)
		unit *= 10;
	return (struct tree_options){
		.differential = profile->differential,
		.leaf_deltas = personality->leaf_deltas,
		.least_delta = personality->leaf_deltas ? unit : 0,
		.shown = shown_of(options, profile),
	};
}

struct layout_options flamegraph_layout(const struct flamegraph_options *options,
					const struct render_personality *personality,
					const struct profile *profile)
{
	const struct layout_width one_pixel = {.millionths = SVG_PIXEL};

	return (struct layout_options){
		.min = options->text   ? least_cells(options)
		       : options->html ? one_pixel
				       : options->min_width,
		.pixels = options->text   ? (uint32_t)options->columns
			  : options->html ? PAGE_STILL_WIDTH
					  : svg_room((uint32_t)options->width),
		.inverted = options->inverted,
		.can_hide_root = personality->can_hide_root,
		.marks = !personality->leaf_deltas,
		.shown = shown_of(options, profile),
	};
}

static enum color_source source_of(const struct flamegraph_options *options,
				   const struct render_personality *personality)
{
	if (options->hash)
		return personality->hash_source;
	if (options->deterministic)
		return SOURCE_FNV;
	return options->random ? SOURCE_RANDOM : personality->source;
}

/* Another one each time. */
static uint64_t seed(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return ((uint64_t)now.tv_sec << 30 ^ (uint64_t)now.tv_nsec ^ (uint64_t)getpid() << 44) | 1;
}

struct paint_options flamegraph_paint(const struct flamegraph_options *options,
				      const struct render_personality *personality)
{
	return (struct paint_options){
		.palette = {(size_t)options->palette, personality->palettes},
		.source = source_of(options, personality),
		.seed = options->random ? seed() : 0,
		.diffusion = options->diffusion,
		.deltas = {.scale = personality->deltas ? personality->deltas
							: delta_scales[options->diff_palette],
			   .by_frame = options->diff_scale == SCALE_FRAME,
			   .negate = options->negate,
			   .hidden = options->diffusion},
	};
}

/* Name the unit of counts after the header, unless the command line names it. */
static void name_counts(struct caption *caption, const struct header *header)
{
	const struct slice unit = header_value(header, HEADER_UNIT);
	const bool is_multiplied = caption->factor.value != 1 || caption->factor.digits > 0;

	if (unit.len == 0 || is_multiplied)
		return;
	caption->count_name = unit;
	caption->unit = unit_find(unit);
}

struct caption flamegraph_caption(const struct flamegraph_options *options,
				  const struct render_personality *personality,
				  const struct profile *profile, const struct opt_result *given)
{
	enum caption_change change = personality->leaf_deltas ? CAPTION_CHANGE_OWN
							      : CAPTION_CHANGE_BOTH;

	struct caption caption = {
		.count_name = options->count_name,
		.scale = profile->scale,
		.factor = options->factor,
		.rounding = personality->rounding,
		.total = {profile->total[0], profile->total[1]},
		.change = profile->differential ? change : CAPTION_CHANGE_NONE,
		.negate = options->negate,
	};

	if (!opt_given(given, "countname"))
		name_counts(&caption, &profile->header);
	return caption;
}

static struct slice title_of(const struct flamegraph_options *options,
			     const struct render_personality *personality,
			     const struct opt_result *given)
{
	bool usual = slice_equal(options->title, SLICE("Flame Graph"));
	bool none = !opt_given(given, "title") || (usual && personality->usual_title_is_none) ||
		    (options->title.len == 0 && personality->empty_title_is_none);

	if (!none)
		return options->title;
	if (options->chart)
		return SLICE("Flame Chart");
	return options->inverted ? SLICE("Icicle Graph") : SLICE("Flame Graph");
}

static enum label_rule label_of(const struct flamegraph_options *options,
				const struct render_personality *personality)
{
	return options->cut_left ? LABEL_TAIL : personality->label;
}

struct icicle_style flamegraph_text_style(const struct flamegraph_options *options,
					  const struct render_personality *personality)
{
	static const enum terminal_colors colors[] = {
		[WHEN_AUTO] = COLORS_NONE, /* flamegraph_options_resolve() chose another */
		[WHEN_NEVER] = COLORS_NONE,
		[WHEN_256] = COLORS_256,
		[WHEN_TRUE] = COLORS_TRUE,
	};

	return (struct icicle_style){
		.title = options->title,
		.colors = colors[options->color_text],
		.columns = (size_t)options->columns,
		.depth = options->depth,
		.root_at_bottom = options->root == ROOT_BOTTOM,
		.label = label_of(options, personality),
	};
}

struct page flamegraph_page(const struct flamegraph_options *options,
			    const struct render_personality *personality,
			    const struct opt_result *given)
{
	static const char *const schemes[] = {
		[SCHEME_AUTO] = "auto", [SCHEME_LIGHT] = "light", [SCHEME_DARK] = "dark"};

	return (struct page){
		.title = title_of(options, personality, given),
		.name_type = options->name_type,
		.search_color = options->search_color.color,
		.scheme = schemes[options->scheme],
		.inverted = options->inverted,
		.cuts_left = options->cut_left,
	};
}

/* A background that was asked for decides by itself what is readable on it. */
static enum svg_scheme scheme_of(const struct flamegraph_options *options,
				 const struct render_personality *personality)
{
	const struct background *given = &options->background.colors;

	if (!personality->follows_reader)
		return SCHEME_LIGHT;
	if (options->background.given && options->scheme == SCHEME_AUTO)
		return color_wants_white(given->top) && color_wants_white(given->bottom)
			       ? SCHEME_DARK
			       : SCHEME_LIGHT;
	return (enum svg_scheme)options->scheme;
}

struct svg_style flamegraph_style(const struct flamegraph_options *options,
				  const struct render_personality *personality,
				  const struct opt_result *given)
{
	return (struct svg_style){
		.title = title_of(options, personality, given),
		.subtitle = options->subtitle,
		.notes = options->notes,
		.name_type = options->name_type,
		.font_type = options->font_type,
		.font_size = options->font_size,
		.font_width = options->font_width,
		.width = (uint32_t)options->width,
		.row_height = (uint32_t)options->height,
		.fluid = personality->fluid && !opt_given(given, "width"),
		.label_margin = personality->label_margin,
		.label = label_of(options, personality),
		.script_cuts_left = options->cut_left ||
				    (personality->script_cuts_left && !options->cut_right),
		.every_frame = options->markup == MARKUP_FULL,
		.details_below = personality->details_below,
		.whole_baselines = personality->whole_baselines,
		.pretty = options->pretty,
		.no_script = options->no_script,
		.hides_idle = personality->hides_idle,
		.names_encoding = options->encoding.len > 0,
		.search_color = options->search_color.color,
		.text_color = options->text_color,
		.stroke_color = options->stroke_color,
		.background = options->background.given
				      ? options->background.colors
				      : palette_background((size_t)options->palette),
		.tool = personality->empty_tool,
		.own_background = options->background.given,
		.scheme = scheme_of(options, personality),
	};
}
