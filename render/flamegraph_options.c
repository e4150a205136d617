/* SPDX-License-Identifier: MIT */
#include "render/flamegraph_options.h"

#include "common/parallel.h"

enum {
	DECIMALS = 6, /* of the decimal options: they are kept in millionths */
	DEFAULT_WIDTH = 1200,
	DEFAULT_HEIGHT = 16,
};

/* "12", "12.", ".5" or "0.25" in millionths; false for anything else, and from 10^9 on. */
static bool parse_decimal(struct slice text, uint64_t *millionths)
{
	uint64_t value = 0;
	size_t digits = 0, decimals = 0, i;
	bool point = false;

	for (i = 0; i < text.len; i++) {
		if (text.ptr[i] == '.' && !point) {
			point = true;
			continue;
		}
		if (!char_is_digit(text.ptr[i]) || decimals == DECIMALS ||
		    value >= 1000000000000000)
			return false;
		value = 10 * value + (uint64_t)(text.ptr[i] - '0');
		decimals += point;
		digits++;
	}
	for (; decimals < DECIMALS; decimals++) {
		if (value >= 1000000000000000)
			return false;
		value *= 10;
	}
	*millionths = value;
	return digits > 0;
}

static bool parse_between(struct slice text, svg_length *field, svg_length low, svg_length high)
{
	return parse_decimal(text, field) && *field >= low && *field <= high;
}

static bool parse_min_width(struct slice text, void *field, struct buf *problem)
{
	struct layout_width *width = field;

	width->percent = slice_drop(&text, SLICE("%"));
	buf_add_text(problem, "it is a number of pixels, or a percentage such as 0.5%");
	return parse_decimal(text, &width->millionths);
}

static bool parse_font_size(struct slice text, void *field, struct buf *problem)
{
	buf_add_text(problem, "it is a number of pixels from 1 to 1000");
	return parse_between(text, field, SVG_PIXEL, 1000 * (svg_length)SVG_PIXEL);
}

static bool parse_font_width(struct slice text, void *field, struct buf *problem)
{
	buf_add_text(problem, "it is a number from 0.01 to 10");
	return parse_between(text, field, SVG_PIXEL / 100, 10 * (svg_length)SVG_PIXEL);
}

static bool parse_color(struct slice text, void *field, struct buf *problem)
{
	buf_add_text(problem, "a colour is # and six hexadecimal digits");
	return color_parse(text, field);
}

static bool parse_background(struct slice text, void *field, struct buf *problem)
{
	struct background_choice *choice = field;
	struct color flat;
	size_t i;

	choice->given = true;
	for (i = 0; background_names[i]; i++) {
		if (slice_equal(text, slice_from(background_names[i]))) {
			choice->colors = background_of(i);
			return true;
		}
	}
	buf_add_text(problem, "it is yellow, blue, green, grey, or # and six hexadecimal digits");
	if (!color_parse(text, &flat))
		return false;
	choice->colors = (struct background){flat, flat};
	return true;
}

static const char *const markups[] = {"compact", "full", NULL};

static const char *const markup_helps[] = {
	"frames narrower than one pixel are drawn together until a zoom shows them",
	"every frame is an element of the document, for programs that read it"};

static const char *const not_left[] = {"truncate-text-left", NULL};

#define AT(field) OPT_AT(struct flamegraph_options, field)

const struct opt flamegraph_rows[] = {
	{OPT_HEADING, .help = "Texts"},
	{OPT_TEXT, 0, 0, "title", .value = "TEXT", AT(title),
	 .help = "Title, instead of 'Flame Graph' or 'Icicle Graph'"},
	{OPT_TEXT, 0, 0, "subtitle", .value = "TEXT", AT(subtitle),
	 .help = "Second line of the title"},
	{OPT_TEXT, 0, 0, "countname", .value = "TEXT", AT(count_name),
	 .help = "What is counted, 'samples' by default"},
	{OPT_TEXT, 0, 0, "nametype", .value = "TEXT", AT(name_type),
	 .help = "What stands before a frame's name below the graph, 'Function:' by default"},
	{OPT_TEXT, 0, 0, "notes", .value = "TEXT", AT(notes),
	 .help = "A comment in the file, not shown"},

	{OPT_HEADING, .help = "Size"},
	{OPT_NUMBER, 0, 0, "width", .value = "PIXELS", AT(width), .min = 50, .max = 1000000,
	 .help = "Width of the picture, which else takes that of the window"},
	{OPT_NUMBER, 0, 0, "height", .value = "PIXELS", AT(height), .min = 2, .max = 1000,
	 .help = "Height of a frame, 16 by default"},
	{OPT_CALL, 0, 0, "minwidth", .value = "WIDTH", AT(min_width), .parse = parse_min_width,
	 .help = "Leave out frames narrower than this many pixels, or this percentage of the "
		 "whole with %; 0.1 by default",
	 .detail = "Where the picture takes the width of the window, pixels are those of a picture "
		   "1200 pixels wide. How many frames were left out is said with --verbose, and "
		   "written in the file."},
	{OPT_TEXT, 0, 0, "fonttype", .value = "FONT", AT(font_type),
	 .help = "Font family, or several by commas; monospace by default"},
	{OPT_CALL, 0, 0, "fontsize", .value = "PIXELS", AT(font_size), .parse = parse_font_size,
	 .help = "Font size, 12 by default"},
	{OPT_CALL, 0, 0, "fontwidth", .value = "RATIO", AT(font_width), .parse = parse_font_width,
	 .help = "Average width of a character, relative to the font size; 0.59 by default"},
	{OPT_FLAG, FAMILY_OWN, 0, "truncate-text-left", AT(cut_left),
	 .help = "Cut off the beginning of names that do not fit, not the end"},
	{OPT_FLAG, FAMILY_OWN | FAMILY_RUST, 0, "truncate-text-right", AT(cut_right),
	 .conflicts = not_left, .help = "Cut off the end of names that do not fit, the default"},

	{OPT_HEADING, .help = "Colours"},
	{OPT_CHOICE, 0, 'c', "colors", .value = "PALETTE", AT(palette), .choices = palette_names,
	 .choice_helps = palette_helps,
	 .help = "Colours of the frames: hot (the default), mem, io, java, js, perl, python, rust, "
		 "wakeup, chain, red, green, blue, yellow, purple, aqua or orange"},
	{OPT_CALL, 0, 0, "bgcolors", .value = "COLOR", AT(background), .parse = parse_background,
	 .help = "Background: yellow, blue, green, grey or #rrggbb; the palette has a default"},
	{OPT_FLAG, 0, 0, "hash", AT(hash),
	 .help = "Give similar colours to names that begin and end alike"},
	{OPT_CALL, FAMILY_OWN | FAMILY_RUST, 0, "search-color", .value = "#RRGGBB",
	 AT(search_color), .parse = parse_color, .help = "Colour of what a search finds"},

	{OPT_HEADING, .help = "Shape"},
	{OPT_FLAG, 0, 'i', "inverted", AT(inverted),
	 .help = "Draw an icicle graph: the root on top"},
	{OPT_FLAG, 0, 0, "reverse", AT(reverse),
	 .help = "Merge stacks from their leaves, to see who called the hot functions"},
	{OPT_CHOICE, FAMILY_OWN, 0, "markup", .value = "KIND", AT(markup), .choices = markups,
	 .choice_helps = markup_helps, .help = "How narrow frames are written: compact or full"},

	{OPT_HEADING, .help = "Reading"},
	{OPT_NUMBER, FAMILY_OWN, 'j', "threads", .value = "N", AT(threads), .max = LIMIT_THREADS,
	 .help = "Read on N threads instead of one for each CPU; never changes the output"},
};

const size_t flamegraph_row_count = ARRAY_LEN(flamegraph_rows);

void flamegraph_options_init(struct flamegraph_options *options, const struct manners *manners)
{
	*options = (struct flamegraph_options){
		.count_name = SLICE("samples"),
		.name_type = SLICE("Function:"),
		.font_type = slice_from(manners->font_type),
		.width = DEFAULT_WIDTH,
		.height = DEFAULT_HEIGHT,
		.font_size = 12 * (svg_length)SVG_PIXEL,
		.font_width = 59 * (svg_length)SVG_PIXEL / 100,
		.min_width = manners->min_width,
		.search_color = {230, 0, 230},
		.markup = manners->every_frame ? MARKUP_FULL : MARKUP_COMPACT,
		.threads = parallel_cpus(),
	};
}

struct layout_options flamegraph_layout(const struct flamegraph_options *options)
{
	return (struct layout_options){
		.min = options->min_width,
		.pixels = (uint32_t)options->width - 2 * SVG_MARGIN,
		.inverted = options->inverted,
	};
}

struct paint_options flamegraph_paint(const struct flamegraph_options *options)
{
	return (struct paint_options){
		.palette = (size_t)options->palette,
		.source = options->hash ? SOURCE_PREFIX : SOURCE_SUM,
	};
}

struct svg_style flamegraph_style(const struct flamegraph_options *options,
				  const struct manners *manners, const struct opt_result *given)
{
	struct slice title = options->inverted ? SLICE("Icicle Graph") : SLICE("Flame Graph");

	return (struct svg_style){
		.title = options->title.len > 0 ? options->title : title,
		.subtitle = options->subtitle,
		.notes = options->notes,
		.name_type = options->name_type,
		.font_type = options->font_type,
		.font_size = options->font_size,
		.font_width = options->font_width,
		.width = (uint32_t)options->width,
		.row_height = (uint32_t)options->height,
		.fluid = manners->fluid && !opt_given(given, "width"),
		.cut_left = options->cut_left,
		.every_frame = options->markup == MARKUP_FULL,
		.search_color = options->search_color,
		.background = options->background.given
				      ? options->background.colors
				      : palette_background((size_t)options->palette),
	};
}
