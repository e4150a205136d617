/* SPDX-License-Identifier: MIT */
#include "render/flamegraph_options.h"

#include <time.h>
#include <unistd.h>

#include "common/base/diag.h"
#include "common/base/nearest.h"
#include "common/base/utf8.h"
#include "common/profile/label_request.h"
#include "render/page/page_content.h"
#include "render/text/icicle.h"
#include "render/tree/decimal.h"

enum { MILLIONTHS = 6 }; /* decimals of sizes */

#define BACKGROUNDS "it is yellow, blue, green, grey, or # and six hexadecimal digits"

/* Drop the decimals after the first `digits`. */
static void cut_decimals(struct decimal *decimal, unsigned digits)
{
	for (; decimal->digits > digits; decimal->digits--)
		decimal->value /= 10;
}

/* "12", "12.", ".5" or "0.25" in millionths; false for anything else, and from 10^9 on. */
static bool parse_millionths(struct slice text, uint64_t *millionths)
{
	const uint64_t most = 1000000000000000;
	struct decimal decimal;
	size_t i;

	for (i = 0; i < text.len; i++) {
		if (!char_is_digit(text.ptr[i]) && text.ptr[i] != '.')
			return false;
	}
	if (!decimal_parse(text, &decimal))
		return false;
	cut_decimals(&decimal, MILLIONTHS);
	for (; decimal.digits < MILLIONTHS; decimal.digits++) {
		if (decimal.value >= most)
			return false;
		decimal.value *= 10;
	}
	*millionths = decimal.value;
	return decimal.value < most;
}

static bool parse_between(struct slice text, svg_length *field, svg_length low, svg_length high)
{
	return parse_millionths(text, field) && *field >= low && *field <= high;
}

static COLD bool parse_min_width(struct slice text, void *field, struct buf *problem)
{
	struct layout_width *width = field;

	width->percent = slice_drop(&text, SLICE("%"));
	buf_add_text(problem, "it is a number of pixels, or a percentage such as 0.5%");
	return parse_millionths(text, &width->millionths);
}

static COLD bool parse_min_percent(struct slice text, void *field, struct buf *problem)
{
	struct layout_width *width = field;

	width->percent = true;
	buf_add_text(problem, "it is a percentage, written without a sign");
	return parse_millionths(text, &width->millionths);
}

static COLD bool parse_percent(struct slice text, void *field, struct buf *problem)
{
	struct layout_width *width = field;

	width->percent = true;
	slice_drop(&text, SLICE("%"));
	buf_add_text(problem, "it is a percentage from 0 to 100");
	return parse_millionths(text, &width->millionths) &&
	       width->millionths <= 100 * (uint64_t)SVG_PIXEL;
}

static COLD bool parse_font_size(struct slice text, void *field, struct buf *problem)
{
	buf_add_text(problem, "it is a number of pixels from 1 to 1000");
	return parse_between(text, field, SVG_PIXEL, 1000 * (svg_length)SVG_PIXEL);
}

static COLD bool parse_whole_font_size(struct slice text, void *field, struct buf *problem)
{
	buf_add_text(problem, "it is a whole number of pixels from 1 to 1000");
	return slice_is_number(text) &&
	       parse_between(text, field, SVG_PIXEL, 1000 * (svg_length)SVG_PIXEL);
}

static COLD bool parse_font_width(struct slice text, void *field, struct buf *problem)
{
	buf_add_text(problem, "it is a number from 0.01 to 10");
	return parse_between(text, field, SVG_PIXEL / 100, 10 * (svg_length)SVG_PIXEL);
}

static COLD bool parse_any_factor(struct slice text, void *field, struct buf *problem)
{
	buf_add_text(problem, "it is a number such as 1000, 0.25 or 1e-3");
	return decimal_parse(text, field) && decimal_shorten(field);
}

static COLD bool parse_factor(struct slice text, void *field, struct buf *problem)
{
	struct decimal *factor = field;

	buf_add_text(problem, "it is a number above 0 such as 1000, 0.25 or 1e-3");
	return decimal_parse(text, factor) && decimal_shorten(factor) && factor->value > 0;
}

static COLD bool parse_total(struct slice text, void *field, struct buf *problem)
{
	buf_add_text(problem, "it is a count");
	if (!decimal_parse(text, field))
		return false;
	cut_decimals(field, LIMIT_SCALE);
	return true;
}

/* Anything: the number it begins with. */
static COLD bool parse_loose_total(struct slice text, void *field, struct buf *problem)
{
	struct decimal *total = field;

	(void)problem;
	*total = decimal_prefix(text);
	cut_decimals(total, LIMIT_SCALE);
	return true;
}

static COLD bool parse_color(struct slice text, void *field, struct buf *problem)
{
	struct svg_color *choice = field;

	choice->given = true;
	buf_add_text(problem, "a colour is # and six hexadecimal digits");
	return color_parse(text, &choice->color);
}

static COLD bool parse_stroke(struct slice text, void *field, struct buf *problem)
{
	struct svg_color *choice = field;

	if (!slice_equal(text, SLICE("none")))
		return parse_color(text, field, problem);
	choice->given = true;
	choice->color.none = true;
	return true;
}

static COLD bool parse_background(struct slice text, void *field, struct buf *problem)
{
	struct background_choice *choice = field;
	struct nearest nearest = nearest_to(text);
	struct color flat;
	size_t i;

	choice->given = true;
	for (i = 0; background_names[i]; i++) {
		nearest_offer(&nearest, slice_from(background_names[i]));
		if (slice_equal(text, slice_from(background_names[i]))) {
			choice->colors = background_of(i);
			return true;
		}
	}
	buf_add_text(problem, BACKGROUNDS);
	nearest_add(problem, &nearest, "");
	if (!color_parse(text, &flat))
		return false;
	choice->colors = (struct background){flat, flat};
	return true;
}

/* Also "#" and any six characters: if they are no colour, none is given. */
static COLD bool parse_any_background(struct slice text, void *field, struct buf *problem)
{
	struct background_choice *choice = field;

	if (parse_background(text, field, problem))
		return true;
	choice->given = false;
	buf_reset(problem);
	buf_add_text(problem, BACKGROUNDS);
	return slice_starts(text, SLICE("#")) && utf8_count(text) == 7;
}

static COLD bool parse_any_palette(struct slice text, void *field, struct buf *problem)
{
	(void)problem;
	*(int *)field = (int)palette_find(PALETTES_PERL, text);
	return true;
}

static COLD bool parse_rust_palette(struct slice text, void *field, struct buf *problem)
{
	size_t palette = palette_find(PALETTES_RUST, text), i;
	struct nearest nearest = nearest_to(text);

	buf_add_text(problem, "it is one of");
	for (i = 0; palette_names[i]; i++) {
		if (!palette_is_known(PALETTES_RUST, i))
			continue;
		buf_printf(problem, " %s", palette_names[i]);
		nearest_offer(&nearest, slice_from(palette_names[i]));
	}
	nearest_add(problem, &nearest, "");
	*(int *)field = (int)palette;
	return palette_names[palette] != NULL;
}

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
	.empty_picture = "ERROR: no stacks in the input",
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
	.empty_picture = "ERROR: No valid input provided to flamegraph.pl.",
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
	.empty_picture = "ERROR: No valid input provided to flamegraph",
	.empty_message = "No stack counts found",
	.palettes = PALETTES_RUST,
	.source = SOURCE_SEQUENCE,
	.hash_source = SOURCE_PREFIX_BYTES,
	.deltas = &delta_scale_soft,
	.empty_exit = EXIT_DATA,
	.attrs_exit = 101,
};

COLD const struct render_personality *render_personality_of(const struct personality *compat)
{
	static const struct personality_records records = {&own, &perl, &rust};

	return compat_pick(compat, &records);
}

static const char *const markups[] = {"compact", "full", NULL};

static const char *const markup_helps[] = {
	"frames narrower than one pixel are drawn together until a zoom shows them",
	"every frame is an element of the document, for programs that read it"};

const char *const flamegraph_schemes[] = {"auto", "light", "dark", NULL};

static const char *const scheme_helps[] = {
	"the reader's preference, the default", /* SCHEME_AUTO */
	"light, for all readers",               /* SCHEME_LIGHT */
	"dark, for all readers",                /* SCHEME_DARK */
};

static const char *const diff_widths[] = {"after", "before", "both", NULL};

static const char *const diff_width_helps[] = {
	"the second count; frames that only the first profile has are marked", /* WIDTH_AFTER */
	"the first count; frames that only the second profile has are marked", /* WIDTH_BEFORE */
	"the sum of both counts"};                                             /* WIDTH_BOTH */

static const char *const diff_scales[] = {"total", "frame", NULL};

static const char *const diff_scale_helps[] = {
	"of the largest change there is, which has the strongest colour",  /* SCALE_TOTAL */
	"of the frame: new and vanished ones have the strongest colours"}; /* SCALE_FRAME */

static const char *const roots[] = {"top", "bottom", NULL};

static const char *const root_helps[] = {"icicles, the default", /* ROOT_TOP */
					 "flames"};              /* ROOT_BOTTOM */

/* Conflicting options, by long name. */
static const char *const not_inverted[] = {"inverted", NULL};
static const char *const not_text[] = {
	"nametype", "notes",        "encoding",  "nameattr",      "width",        "height",
	"fonttype", "fontsize",     "fontwidth", "bgcolors",      "color-scheme", "stroke-color",
	"uicolor",  "search-color", "markup",    "no-javascript", "pretty-xml",   "min-vanished",
	NULL};
static const char *const not_html[] = {
	"text",     "notes",          "encoding",     "nameattr",     "width",      "height",
	"minwidth", "fonttype",       "fontsize",     "fontwidth",    "bgcolors",   "random",
	"cp",       "colordiffusion", "stroke-color", "uicolor",      "flamechart", "total",
	"markup",   "no-javascript",  "pretty-xml",   "min-vanished", NULL};
static const char *const not_left[] = {"truncate-text-left", NULL};
static const char *const not_hash[] = {"hash", NULL};
static const char *const not_colors[] = {"colors", NULL};
static const char *const not_reverse[] = {"reverse", NULL};
static const char *const not_sorted[] = {"reverse", "flamechart", NULL};

static const char *const not_chart[] = {"flamechart", "no-sort", NULL};

/* "tid,cpu" */
static COLD bool parse_names(struct slice text, void *field, struct buf *problem)
{
	struct slice name;
	bool more = true;

	while (more) {
		more = slice_cut(&text, ',', &name);
		name = more ? name : text;
		if (name.len == 0) {
			buf_add_text(problem, "expected names, separated by commas");
			return false;
		}
		opt_list_add(field, name);
	}
	return true;
}

#define AT(field) OPT_AT(struct flamegraph_options, field)

const struct opt flamegraph_rows[] = {
	{OPT_HEADING, .help = "Texts"},
	{OPT_TEXT, 0, 0, "title", .value = "TEXT", AT(title),
	 .help = "Title, instead of 'Flame Graph', 'Icicle Graph' or 'Flame Chart'"},
	{OPT_TEXT, 0, 0, "subtitle", .value = "TEXT", AT(subtitle),
	 .help = "Second line of the title"},
	{OPT_TEXT, 0, 0, "countname", .value = "TEXT", AT(count_name),
	 .help = "The unit of the counts, 'samples' by default"},
	{OPT_TEXT, 0, 0, "nametype", .value = "TEXT", AT(name_type),
	 .help = "The text before a frame's name below the graph, 'Function:' by default"},
	{OPT_TEXT, 0, 0, "notes", .value = "TEXT", AT(notes),
	 .help = "A comment in the file, not shown"},
	{OPT_TEXT, FAMILY_OWN | FAMILY_PERL, 0, "encoding", .value = "NAME", AT(encoding),
	 .help = "Name the encoding in the XML declaration; it is UTF-8, whatever NAME is"},
	{OPT_CALL, FAMILY_OWN | FAMILY_PERL, 0, "factor", .value = "NUMBER", AT(factor),
	 .parse = parse_factor, .help = "Multiply the counts that are shown by this number",
	 .detail = "A profile in nanoseconds reads better with --factor 1e-6 --countname ms. Only "
		   "texts change: widths are the same."},
	{OPT_CALL, FAMILY_RUST, 0, "factor", .value = "NUMBER", AT(factor),
	 .parse = parse_any_factor, .help = "Multiply the counts that are shown by this number"},
	{OPT_TEXT, 0, 0, "nameattr", .value = "FILE", AT(attrs), .is_file = true,
	 .help = "Read titles, links and attributes of frames from FILE",
	 .detail = "A line is a frame's name and, each behind a tab, KEY=VALUE: title replaces the "
		   "frame's title; href makes it a link, and target says where that opens; id, "
		   "class and the attributes NAME=VALUE in g_extra and a_extra are those of "
		   "the frame's element. Links other than http, https, mailto, ftp and file, and "
		   "attributes that are scripts or styles are left out."},

	{OPT_HEADING, .help = "Size"},
	{OPT_NUMBER, FAMILY_PERL, 0, "width", .value = "PIXELS", AT(width), .min = 1,
	 .max = 1000000, .help = "Width of the picture, 1200 by default"},
	{OPT_NUMBER, FAMILY_OWN | FAMILY_RUST, 0, "width", .value = "PIXELS", AT(width),
	 .min = 2 * SVG_MARGIN + 1, .max = 1000000,
	 .help = "Width of the picture; by default the width of the window"},
	{OPT_NUMBER, 0, 0, "height", .value = "PIXELS", AT(height), .min = 2, .max = 1000,
	 .help = "Height of a frame, 16 by default"},
	{OPT_CALL, FAMILY_RUST, 0, "minwidth", .value = "PERCENT", AT(min_width),
	 .parse = parse_min_percent,
	 .help = "Leave out frames narrower than this percentage of the whole, 0.01 by default"},
	{OPT_CALL, FAMILY_OWN | FAMILY_PERL, 0, "minwidth", .value = "WIDTH", AT(min_width),
	 .parse = parse_min_width,
	 .help = "Leave out frames narrower than this many pixels, or this percentage of the "
		 "whole with %; 0.1 by default",
	 .detail = "Where the picture takes the width of the window, pixels are those of a picture "
		   "1200 pixels wide. How many frames were left out is said with --verbose, and "
		   "written in the file."},
	{OPT_TEXT, 0, 0, "fonttype", .value = "FONT", AT(font_type),
	 .help = "Font family, or several by commas; monospace by default"},
	{OPT_CALL, FAMILY_OWN | FAMILY_PERL, 0, "fontsize", .value = "PIXELS", AT(font_size),
	 .parse = parse_font_size, .help = "Font size, 12 by default"},
	{OPT_CALL, FAMILY_RUST, 0, "fontsize", .value = "PIXELS", AT(font_size),
	 .parse = parse_whole_font_size, .help = "Font size, 12 by default"},
	{OPT_CALL, FAMILY_OWN, 0, "fontwidth", .value = "RATIO", AT(font_width),
	 .parse = parse_font_width,
	 .help = "Average width of a character, relative to the font size; 0.61 by default"},
	{OPT_CALL, FAMILY_PERL | FAMILY_RUST, 0, "fontwidth", .value = "RATIO", AT(font_width),
	 .parse = parse_font_width,
	 .help = "Average width of a character, relative to the font size; 0.59 by default"},
	{OPT_FLAG, FAMILY_OWN, 0, "truncate-text-left", AT(cut_left),
	 .help = "Cut off the beginning of names that do not fit, not the end"},
	{OPT_FLAG, FAMILY_OWN | FAMILY_RUST, 0, "truncate-text-right", AT(cut_right),
	 .conflicts = not_left, .help = "Cut off the end of names that do not fit, the default"},

	{OPT_HEADING, .help = "Colours"},
	{OPT_CALL, FAMILY_PERL, 0, "colors", .value = "PALETTE", AT(palette),
	 .parse = parse_any_palette, .help = "Colours of the frames"},
	{OPT_CALL, FAMILY_RUST, 'c', "colors", .value = "PALETTE", AT(palette),
	 .parse = parse_rust_palette, .help = "Colours of the frames, hot by default"},
	{OPT_CHOICE, FAMILY_OWN, 'c', "colors", .value = "PALETTE", AT(palette),
	 .choices = palette_names, .choice_helps = palette_helps,
	 .help = "Colours of the frames, hot by default"},
	{OPT_CALL, FAMILY_PERL, 0, "bgcolors", .value = "COLOR", AT(background),
	 .parse = parse_any_background,
	 .help = "Background: yellow, blue, green, grey or #rrggbb; the palette has a default"},
	{OPT_CALL, FAMILY_OWN | FAMILY_RUST, 0, "bgcolors", .value = "COLOR", AT(background),
	 .parse = parse_background,
	 .help = "Background: yellow, blue, green, grey or #rrggbb; the palette has a default"},
	{OPT_CHOICE, FAMILY_OWN, 0, "color-scheme", .value = "SCHEME", AT(scheme),
	 .choices = flamegraph_schemes, .choice_helps = scheme_helps,
	 .help = "Light or dark background and texts, auto by default",
	 .detail = "Colours of frames are the same; the text on each is black or white, whichever "
		   "is more readable. A background that --bgcolors gives stays as it is, and on "
		   "paper auto is light."},
	{OPT_FLAG, 0, 0, "hash", AT(hash),
	 .help = "Give similar colours to names with similar beginnings and ends"},
	{OPT_FLAG, FAMILY_OWN | FAMILY_RUST, 0, "deterministic", AT(deterministic),
	 .conflicts = not_hash, .help = "Choose the colour of a name by a hash of all of it"},
	{OPT_FLAG, FAMILY_OWN | FAMILY_PERL, 0, "random", AT(random),
	 .help = "Pick random colours, different in every run"},
	{OPT_FLAG, 0, 0, "cp", AT(keep_palette),
	 .help = "Keep the colours of names between pictures, in the file palette.map"},
	{OPT_FLAG, FAMILY_OWN | FAMILY_RUST, 0, "colordiffusion", AT(diffusion),
	 .conflicts = not_colors, .help = "The wider a frame, the deeper its colour"},
	{OPT_FLAG, 0, 0, "negate", AT(negate),
	 .help = "Exchange the colours that more and less have in a differential"},
	{OPT_CALL, FAMILY_OWN | FAMILY_RUST, 0, "stroke-color", .value = "#RRGGBB",
	 AT(stroke_color), .parse = parse_stroke,
	 .help = "Colour of the outline of frames, or none"},
	{OPT_CALL, FAMILY_OWN | FAMILY_RUST, 0, "uicolor", .value = "#RRGGBB", AT(text_color),
	 .parse = parse_color, .help = "Colour of the texts around the frames"},
	{OPT_CALL, FAMILY_OWN | FAMILY_RUST, 0, "search-color", .value = "#RRGGBB",
	 AT(search_color), .parse = parse_color, .help = "Colour of what a search finds"},

	{OPT_HEADING, .help = "Shape"},
	{OPT_FLAG, 0, 'i', "inverted", AT(inverted),
	 .help = "Draw an icicle graph: the root on top"},
	{OPT_FLAG, 0, 0, "reverse", AT(reverse),
	 .help = "Merge stacks from their leaves, to see the callers of hot functions"},
	{OPT_LIST, FAMILY_OWN | FAMILY_RUST, 0, "base", .value = "NAME", AT(bases),
	 .help = "Begin every stack at this frame, and drop stacks without it; may be repeated",
	 .detail = "A stack begins at its last frame with one of the names."},
	{OPT_CALL, FAMILY_OWN, 0, "label-frames", .value = "NAME,...", AT(label_frames),
	 .parse = parse_names, .conflicts = not_chart,
	 .help = "Make frames NAME=VALUE of these labels at the root, the first name below all",
	 .detail = "Other labels are removed, and equal stacks are added up."},
	{OPT_FLAG, FAMILY_RUST, 0, "flamechart", AT(chart), .conflicts = not_reverse,
	 .help = "Draw stacks in the order of the input, from right to left"},
	{OPT_FLAG, FAMILY_PERL, 0, "flamechart", AT(chart),
	 .help = "Draw stacks in the order of the input, as time goes by, not merged by name"},
	{OPT_FLAG, FAMILY_OWN, 0, "flamechart", AT(chart),
	 .help = "Draw stacks in the order of the input, as time goes by, not merged by name",
	 .detail = "Stacks with times (collapse-perf --labels time,tid) are drawn by them: a band "
		   "for each thread, in it a gap where there are no samples, widths in seconds. "
		   "Counts of memory, and --countname or --factor, make widths counts."},
	{OPT_FLAG, FAMILY_OWN | FAMILY_RUST, 0, "no-sort", AT(no_sort), .conflicts = not_sorted,
	 .help = "Expect sorted lines; unsorted ones are an error"},
	{OPT_CALL, FAMILY_OWN, 0, "total", .value = "COUNT", AT(total), .parse = parse_total,
	 .help = "The count of the whole width, if the profile has less"},
	{OPT_CALL, FAMILY_PERL, 0, "total", .value = "COUNT", AT(total), .parse = parse_loose_total,
	 .help = "The count of the whole width, if the profile has less"},
	{OPT_CHOICE, FAMILY_OWN, 0, "markup", .value = "KIND", AT(markup), .choices = markups,
	 .choice_helps = markup_helps, .help = "How to write narrow frames"},
	{OPT_FLAG, FAMILY_OWN | FAMILY_RUST, 0, "no-javascript", AT(no_script),
	 .help = "Write a picture without script"},
	{OPT_FLAG, FAMILY_OWN | FAMILY_RUST, 0, "pretty-xml", AT(pretty),
	 .help = "Indent the document"},

	{OPT_HEADING, FAMILY_OWN, .help = "Differentials"},
	{OPT_CHOICE, FAMILY_OWN, 0, "diff-width", .value = "COLUMN", AT(diff_width),
	 .choices = diff_widths, .choice_helps = diff_width_helps,
	 .help = "The column that widths show, after by default",
	 .detail = "Frames without a count in the column shown have no width. Where there are "
		   "enough of them for --min-vanished, a hatched mark of two pixels stands between "
		   "their neighbours, whose title says how many they are and names the largest. "
		   "With both, a frame is as wide as its two counts together, which always leaves "
		   "room for its callees; of profiles with different totals, --diff-normalize "
		   "makes them count alike."},
	{OPT_CALL, FAMILY_OWN, 0, "min-vanished", .value = "PERCENT", AT(min_vanished),
	 .parse = parse_percent,
	 .help = "Mark frames without width where they were at least this percentage of the whole, "
		 "0.5 by default",
	 .detail = "The larger their share, the stronger the mark. In the browser the whole is the "
		   "frame that fills the width, so that zooming in shows smaller ones."},
	{OPT_CHOICE, FAMILY_OWN, 0, "diff-scale", .value = "SCALE", AT(diff_scale),
	 .choices = diff_scales, .choice_helps = diff_scale_helps,
	 .help = "The whole to which the strength of a colour is relative, total by default",
	 .detail = "What a frame and its callees gained or lost is compared with the largest "
		   "such change, or with the larger of the frame's own two counts."},
	{OPT_CHOICE, FAMILY_OWN, 0, "diff-palette", .value = "PALETTE", AT(diff_palette),
	 .choices = delta_scale_names, .choice_helps = delta_scale_helps,
	 .help = "Colours of more and less, red-blue by default"},
	{OPT_FLAG, FAMILY_OWN, 0, "diff-normalize", AT(normalize),
	 .help = "Scale the first counts so that both profiles have the same total",
	 .detail = "The factor is written into the subtitle. Without it counts are compared as "
		   "they are, and all of a profile that was recorded for longer is more."},

	{OPT_HEADING, FAMILY_OWN, .help = "Page"},
	{OPT_FLAG, FAMILY_OWN, 0, "html", AT(html), .conflicts = not_html,
	 .help = "Write an HTML page with more views, not an SVG",
	 .detail = "One file that needs no network: the graph, a sandwich of the callers and the "
		   "callees of a function, a table and, where stacks have labels, a heat map by "
		   "time, lanes, and facets. It holds all frames, however narrow; what a reader "
		   "looks at is in its address. Without scripting it shows a picture."},
	{OPT_TEXT, FAMILY_OWN, 0, "line-data", .value = "FILE", AT(line_data), .is_file = true,
	 .help = "Show the source of functions in the page, from FILE: export-lines --format json",
	 .detail =
		 "The page has a view more, Source: a function with what its lines cost, and who "
		 "called it through a line. The sources are in the page then, for all who get it."},
	{OPT_FLAG, FAMILY_OWN, 0, "live-page", AT(live_page), .hidden = true,
	 .help = "With --html: ask the server for more; for flamegraph-record --live --html"},

	{OPT_HEADING, FAMILY_OWN, .help = "Text"},
	{OPT_FLAG, FAMILY_OWN, 0, "text", AT(text), .conflicts = not_text,
	 .help = "Draw on the terminal, not an SVG",
	 .detail = "A frame is as many cells as its share of the whole; what is narrower than one "
		   "is left out, and counted below the picture. For --minwidth a cell is a pixel. "
		   "The colours are the same."},
	{OPT_NUMBER, FAMILY_OWN, 0, "columns", .value = "N", AT(columns), .min = TERMINAL_LEAST,
	 .max = TERMINAL_MOST,
	 .help = "Width of a text, that of the terminal by default, 80 elsewhere"},
	{OPT_NUMBER, FAMILY_OWN, 0, "depth", .value = "N", AT(depth), .min = 1,
	 .help = "Draw N rows of frames of a text, those next to the root"},
	{OPT_CHOICE, FAMILY_OWN, 0, "color-text", .value = "WHEN", AT(color_text),
	 .choices = terminal_color_names, .choice_helps = terminal_color_helps,
	 .help = "Colours of a text"},
	{OPT_CHOICE, FAMILY_OWN, 0, "root", .value = "PLACE", AT(root), .choices = roots,
	 .choice_helps = root_helps, .conflicts = not_inverted,
	 .help = "Side of the root in a text"},
};

const size_t flamegraph_row_count = ARRAY_LEN(flamegraph_rows);

/* The options become settings of the stages. */

enum {
	DEFAULT_WIDTH = 1200,
	DEFAULT_HEIGHT = 16,
};

COLD void flamegraph_options_init(struct flamegraph_options *options,
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

COLD void flamegraph_options_release(struct flamegraph_options *options)
{
	free(options->bases.at);
	free(options->label_frames.at);
}

/* Options of one kind of picture alone. */
static bool check_kind(const struct flamegraph_options *options, const struct opt_result *given)
{
	static const char *const names[] = {"columns", "depth", "color-text", "root", "line-data"};
	size_t i;

	for (i = 0; i < ARRAY_LEN(names); i++) {
		const bool is_html = i == ARRAY_LEN(names) - 1;

		if ((is_html ? options->html : options->text) || !opt_given(given, names[i]))
			continue;
		diag_error("option '--%s' is for --%s; try '%s --help'", names[i],
			   is_html ? "html" : "text", diag_tool());
		return false;
	}
	return true;
}

COLD bool flamegraph_options_check(const struct flamegraph_options *options,
				   const struct render_personality *personality,
				   const struct opt_result *given)
{
	if (personality->notes_have_no_brackets &&
	    (slice_find(options->notes, '<') != SLICE_NONE ||
	     slice_find(options->notes, '>') != SLICE_NONE)) {
		diag_error("notes may not contain < or >");
		return false;
	}
	return check_kind(options, given);
}

COLD void flamegraph_options_resolve(struct flamegraph_options *options, struct slice output)
{
	const bool is_file = output.len > 0 && !slice_equal(output, SLICE("-"));
	const int fd = is_file ? -1 : STDOUT_FILENO;
	enum terminal_colors colors = terminal_colors(fd, (enum terminal_when)options->color_text);

	options->columns = terminal_columns(fd, options->columns);
	options->color_text = colors == COLORS_NONE  ? WHEN_NEVER
			      : colors == COLORS_256 ? WHEN_256
						     : WHEN_TRUE;
}

COLD bool flamegraph_reads_lines(const struct flamegraph_options *options,
				 const struct render_personality *personality)
{
	return personality->lines_stay_apart || options->chart || options->no_sort;
}

COLD void flamegraph_put_labels(const struct flamegraph_options *options, struct profile *profile)
{
	const struct opt_list *names = &options->label_frames;

	if (names->count == 0)
		return;
	if (!profile->labels)
		diag_warn("stacks have no labels: --label-frames changes nothing");
	label_frames(profile, &(struct label_names){names->at, names->count}, false);
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

COLD struct lines_options flamegraph_lines(const struct flamegraph_options *options,
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
		.chain = (size_t)options->palette == palette_find(PALETTES_OWN, SLICE("chain")),
		.bases = {options->bases.at, cut ? options->bases.count : 0},
	};
}

/* One column is the second, whatever is wanted. */
static enum width_column shown_of(const struct flamegraph_options *options,
				  const struct profile *profile)
{
	return profile->differential ? (enum width_column)options->diff_width : WIDTH_AFTER;
}

COLD struct tree_options flamegraph_tree(const struct flamegraph_options *options,
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

COLD struct layout_options flamegraph_layout(const struct flamegraph_options *options,
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

COLD bool flamegraph_by_states(const struct flamegraph_options *options,
			       const struct render_personality *personality)
{
	return personality->palettes == PALETTES_OWN &&
	       (size_t)options->palette == palette_find(PALETTES_OWN, SLICE("wall"));
}

COLD struct paint_options flamegraph_paint(const struct flamegraph_options *options,
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

COLD struct caption flamegraph_caption(const struct flamegraph_options *options,
				       const struct render_personality *personality,
				       const struct profile *profile,
				       const struct opt_result *given)
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
