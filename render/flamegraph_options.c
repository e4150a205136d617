/* SPDX-License-Identifier: MIT */
#include "render/flamegraph_options.h"

#include "render/option_values.h"

static const char *const markups[] = {"compact", "full", NULL};

static const char *const markup_helps[] = {
	"frames narrower than one pixel are drawn together until a zoom shows them",
	"every frame is an element of the document, for programs that read it"};

static const char *const schemes[] = {"auto", "light", "dark", NULL};

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
static bool parse_names(struct slice text, void *field, struct buf *problem)
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
	 .choices = schemes, .choice_helps = scheme_helps,
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
