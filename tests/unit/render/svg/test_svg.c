/* SPDX-License-Identifier: MIT */
#include "common/base/ratio.h"
#include "common/base/utf8.h"
#include "render/svg/svg.h"
#include "render/svg/svg_state.h"
#include "tests/unit/check.h"

/* main 60 of 100: a 20 from 0, b 30 from 25 on with c above; then x. */
enum { ROOT, MAIN, A, B, C, X, LONG, NAMES };

static const char *const plain_names[NAMES] = {
	"",
	"main",
	"a_[k]",
	"b",
	"c",
	"x",
	("a_name_that_no_legend_has_room_for_neither_in_a_narrow_picture_nor_in_a_wide_one_"
	 "as_those_of_templates_are_and_of_closures_and_of_all_that_generates_code_by_itself")};

static const struct rect sample[] = {
	{.name = ROOT, .depth = 0, .start = 0, .width = 100, .count = {100, 100}},
	{.name = MAIN, .depth = 1, .start = 0, .width = 60, .count = {60, 60}},
	{.name = A, .depth = 2, .start = 0, .width = 20, .count = {20, 20}},
	{.name = B, .depth = 2, .start = 25, .width = 30, .count = {30, 30}},
	{.name = C, .depth = 3, .start = 25, .width = 30, .count = {30, 30}},
	{.name = X, .depth = 1, .start = 60, .width = 40, .count = {40, 40}},
};

/* A picture of the sample, to be changed before it is drawn. */
struct scene {
	struct svg_style style;
	struct rect rects[ARRAY_LEN(sample)];
	struct layout layout;
	struct paint paint;
	struct intern names;
	struct svg_picture picture;
	struct buf out;
};

static void scene_init(struct scene *scene, const char *const names[NAMES])
{
	const struct paint_options paint = {0};
	size_t i;

	*scene = (struct scene){
		.style = {.title = SLICE("Title"),
			  .name_type = SLICE("Function:"),
			  .font_type = SLICE("monospace"),
			  .font_size = 12 * SVG_PIXEL,
			  .font_width = 590000,
			  .width = 1200,
			  .row_height = 16,
			  .search_color = {230, 0, 230, false},
			  .tool = "flamegraph.pl."},
		.layout = {.count = ARRAY_LEN(sample), .total = 100, .rows = 4},
	};
	memcpy(scene->rects, sample, sizeof(sample));
	scene->layout.rects = scene->rects;
	for (i = 0; i < NAMES; i++)
		intern_add(&scene->names, slice_from(names[i]));
	paint_layout(&scene->paint, &scene->layout, &scene->names, &paint);
	scene->picture = (struct svg_picture){
		.style = &scene->style,
		.layout = &scene->layout,
		.paint = &scene->paint,
		.names = &scene->names,
		.caption = {.count_name = SLICE("samples"),
			    .factor = {.value = 1},
			    .total = {100, 100}},
	};
}

static struct slice scene_draw(struct scene *scene)
{
	buf_reset(&scene->out);
	svg_write(&scene->out, &scene->picture);
	return buf_slice(&scene->out);
}

static void scene_release(struct scene *scene)
{
	buf_release(&scene->out);
	paint_release(&scene->paint);
	intern_release(&scene->names);
}

static bool has(struct slice text, const char *part)
{
	return slice_contains(text, slice_from(part));
}

static size_t count_of(struct slice text, struct slice part)
{
	size_t count = 0, at;

	while ((at = slice_search(text, part)) != SLICE_NONE) {
		text = slice_tail(text, at + part.len);
		count++;
	}
	return count;
}

static void frames_are_rectangles_on_a_grid(void)
{
	struct scene scene;
	struct slice svg;

	scene_init(&scene, plain_names);
	svg = scene_draw(&scene);
	CHECK(has(svg, "<svg id=\"frames\" x=\"10\" y=\"36\" width=\"1180\" height=\"64\" "
		       "viewBox=\"0 0 1048576 64\" preserveAspectRatio=\"none\" "
		       "cursor=\"pointer\" total_samples=\"100\" hidden_frames=\"0\">"));
	CHECK(has(svg, "<g class=\"row\" transform=\"translate(0,49)\">\n"
		       "<rect width=\"1048576\" height=\"15\" class=\"c0\">"
		       "<title>all (100 samples, 100%)</title></rect>\n</g>"));
	CHECK(has(svg, "<rect x=\"629146\" width=\"419430\" height=\"15\" class=\"c5\">"
		       "<title>x (40 samples, 40.00%)</title></rect>"));
	CHECK(has(svg, "<title>a (20 samples, 20.00%)</title>"));
	CHECK(count_of(svg, SLICE("<rect ")) == 1 + ARRAY_LEN(sample));
	CHECK(!has(svg, "<path"));
	scene_release(&scene);
}

static void inverted_rows_grow_downwards(void)
{
	struct scene scene;
	struct slice svg;

	scene_init(&scene, plain_names);
	scene.layout.inverted = true;
	svg = scene_draw(&scene);
	CHECK(has(svg, "<svg id=\"frames\" x=\"10\" y=\"52\""));
	CHECK(has(svg, "translate(0,0)\">\n<rect width=\"1048576\""));
	CHECK(has(svg, "translate(0,48)\">\n<rect x=\"262144\""));
	CHECK(has(svg, "<text id=\"details\" x=\"10\" y=\"40\">"));
	CHECK(has(svg, " height=\"138\" viewBox=\"0 0 1200 138\""));
	scene_release(&scene);
}

static void a_subtitle_makes_room_for_itself(void)
{
	struct scene scene;
	struct slice svg;

	scene_init(&scene, plain_names);
	CHECK(!has(scene_draw(&scene), "subtitle\" x"));
	scene.style.subtitle = SLICE("second line");
	svg = scene_draw(&scene);
	CHECK(has(svg, "<text id=\"subtitle\" x=\"50%\" y=\"48\">second line</text>"));
	CHECK(has(svg, "<svg id=\"frames\" x=\"10\" y=\"60\""));
	scene_release(&scene);
}

static void narrow_frames_share_a_shape_unless_all_are_wanted(void)
{
	struct scene scene;
	struct slice svg;

	scene_init(&scene, plain_names);
	scene.layout.total = 100000;
	svg = scene_draw(&scene);
	CHECK(has(svg, "<path class=\"c1\" d=\"M0 0h1049v15h-1049z\">"
		       "<title>2 frames narrower than 1 px</title></path>"));
	CHECK(has(svg, "<title>1 frame narrower than 1 px</title>"));
	CHECK(count_of(svg, SLICE("<rect ")) == 2);
	CHECK(count_of(svg, SLICE("<path ")) == 3);
	scene.style.every_frame = true;
	svg = scene_draw(&scene);
	CHECK(count_of(svg, SLICE("<rect ")) == 1 + ARRAY_LEN(sample));
	CHECK(!has(svg, "<path"));
	scene_release(&scene);
}

static void the_data_list_every_frame_with_its_gap(void)
{
	struct scene scene;

	scene_init(&scene, plain_names);
	svg_add_data(&scene.out, &scene.picture);
	CHECK(has(buf_slice(&scene.out), "{\"total\":100,\n\"scale\":0,\n\"factor\":1,\n"));
	CHECK(has(buf_slice(&scene.out), "\"names\":[\"\",\"main\",\"a\",\"b\",\"c\",\"x\"]"));
	CHECK(has(buf_slice(&scene.out), "\"fills\":[0,1,2,3,4,5]"));
	CHECK(has(buf_slice(&scene.out), "\"fontsize\":12,\n\"fontwidth\":0.59,"));
	CHECK(has(buf_slice(&scene.out),
		  "\"frames\":[0,100,0,0,60,1,0,20,2,3,5,30,3,0,30,4,6,40,5]}"));
	scene_release(&scene);
}

static void counts_beyond_doubles_are_strings_in_the_data(void)
{
	struct scene scene;
	struct slice data;

	scene_init(&scene, plain_names);
	scene.layout.total = scene.rects[0].width = ((uint64_t)1 << 53) - 1;
	svg_add_data(&scene.out, &scene.picture);
	CHECK(has(buf_slice(&scene.out), "{\"total\":9007199254740991,"));
	CHECK(has(buf_slice(&scene.out), "[0,9007199254740991,0,0,60,1,0,20,2,3,5,30,3,"));
	buf_reset(&scene.out);
	scene.layout.total = scene.rects[0].width = (uint64_t)1 << 53;
	svg_add_data(&scene.out, &scene.picture);
	data = buf_slice(&scene.out);
	CHECK(has(data, "{\"total\":\"9007199254740992\","));
	CHECK(has(data, "[0,\"9007199254740992\",0,0,\"60\",1,0,\"20\",2,3,\"5\",\"30\",3,"));
	scene_release(&scene);
}

static void differentials_tell_both_counts(void)
{
	struct scene scene;
	struct slice svg;

	scene_init(&scene, plain_names);
	scene.picture.caption.change = CAPTION_CHANGE_BOTH;
	scene.picture.caption.total[0] = 50;
	scene.paint.by_frame = true;
	scene.rects[1].count[0] = 20;
	scene.rects[5].count[0] = 30;
	svg = scene_draw(&scene);
	CHECK(has(svg, "<title>all (100 samples, 100%; was 50, 100%; 0.00%)</title>"));
	CHECK(has(svg, "<title>main (60 samples, 60.00%; was 20, 40.00%; +20.00%)</title>"));
	CHECK(has(svg, "<title>x (40 samples, 40.00%; was 30, 60.00%; -20.00%)</title>"));
	CHECK(has(svg, "\"fills\":[]"));
	CHECK(has(svg, "\"framefills\":[0,1,2,3,4,5]"));
	CHECK(has(
		svg,
		"\"beforetotal\":50,\n\"before\":[100,20,20,30,30,30],\n"
		"\"diffwidth\":\"after\",\n\"normalized\":false,\n\"minmark\":0,\n\"marks\":[]}"));
	CHECK(has(svg, " vanished_frames=\"0\" new_frames=\"0\">"));
	CHECK(!has(svg, "id=\"marks\"") && !has(svg, "id=\"legend\""));
	scene_release(&scene);
}

/* A differential whose widths are not the second column. */
static void the_second_column_is_told_where_widths_show_another(void)
{
	struct scene scene;
	struct slice svg;

	scene_init(&scene, plain_names);
	scene.picture.caption.change = CAPTION_CHANGE_BOTH;
	scene.picture.caption.total[1] = 50;
	scene.layout.shown = WIDTH_BEFORE;
	scene.rects[1].count[1] = 20;
	svg = scene_draw(&scene);
	CHECK(has(svg, "<title>main (20 samples, 40.00%; was 60, 60.00%; -20.00%)</title>"));
	CHECK(has(svg, "<title>all (50 samples, 100%; was 100, 100%; 0.00%)</title>"));
	CHECK(has(svg, "\"diffwidth\":\"before\""));
	CHECK(has(svg, "\"aftertotal\":50,\n\"after\":[100,20,20,30,30,40],"));
	scene_release(&scene);
}

static void shares_of_scaled_counts_are_not_of_rounded_ones(void)
{
	struct caption caption = {.count_name = SLICE("samples"),
				  .scale = 1,
				  .factor = {.value = 1},
				  .total = {1000, 1000},
				  .change = CAPTION_CHANGE_BOTH};
	const struct caption_counts counts = {.shown = 10, .column = {4, 10}};
	struct buf buf = {0};

	caption_title(&buf, &caption, SLICE("f"), &counts);
	CHECK(has(buf_slice(&buf), "f (1 samples, 1.00%; was 0.4, 0.40%; +0.60%)"));
	buf_reset(&buf);
	caption.normalized = true;
	caption_title(&buf, &caption, SLICE("f"), &counts);
	CHECK(has(buf_slice(&buf), "f (1 samples, 1.00%; was 0, 0.40%; +0.60%)"));
	buf_release(&buf);
}

/* At the beginning, the end and in the middle of main, one just after that; above c. */
static struct layout_mark sample_marks[] = {
	{.parent = MAIN, .start = 0, .frames = 1, .largest = X, .count = 5, .sum = 5},
	{.parent = MAIN, .start = 20, .frames = 2, .largest = A, .count = 1, .sum = 2},
	{.parent = MAIN, .start = 20, .frames = 3, .largest = X, .count = 7, .sum = 8},
	{.parent = MAIN, .start = 60, .frames = 1, .largest = B, .count = 1, .sum = 1},
	{.parent = C, .start = 40, .frames = 1, .largest = B, .count = 1, .sum = 1},
};

static void scene_mark(struct scene *scene)
{
	scene->picture.caption.change = CAPTION_CHANGE_BOTH;
	scene->picture.deltas = (struct paint_deltas){.scale = &delta_scale_soft, .max = 10};
	scene->paint.by_frame = true;
	scene->layout.marks = sample_marks;
	scene->layout.mark_count = ARRAY_LEN(sample_marks);
	scene->layout.marks_beyond = true;
	scene->layout.only[0] = 8;
}

static void vanished_frames_are_marked_where_they_were(void)
{
	struct scene scene;
	struct slice svg;

	scene_init(&scene, plain_names);
	scene_mark(&scene);
	svg = scene_draw(&scene);
	CHECK(has(svg, "<svg id=\"frames\" x=\"10\" y=\"52\" width=\"1180\" height=\"64\""));
	CHECK(has(svg, "<rect x=\"0%\" transform=\"translate(10.0000,0)\" y=\"69\" width=\"2\" "
		       "height=\"15\" fill-opacity=\"0.6\"><title>1 frame vanished here: x "
		       "(was 5 samples, 5.00%)"));
	CHECK(has(svg, "<rect x=\"20%\" transform=\"translate(5.0000,0)\" y=\"69\" width=\"2\" "
		       "height=\"15\"><title>5 frames vanished here, the largest: x "
		       "(was 7 samples, 7.00%)</title></rect>"));
	CHECK(has(svg, "<rect x=\"60%\" transform=\"translate(-4.0000,0)\" y=\"69\""));
	CHECK(has(svg, "<rect x=\"40%\" transform=\"translate(1.0000,0)\" y=\"37\""));
	CHECK(has(svg, " vanished_frames=\"8\" new_frames=\"0\">"));
	CHECK(has(svg, "\"marks\":[1,0,1,5,5,5,1,20,2,2,1,2,1,20,3,5,7,8,1,60,1,3,1,1,"
		       "4,15,1,3,1,1]}"));
	CHECK(has(svg, " #frames.zoomed~#marks{display:none}"));
	CHECK(has(svg, "fill=\"rgb(100,100,255)\"/><path d=\"M-1 1l2"));
	scene.layout.inverted = true;
	svg = scene_draw(&scene);
	CHECK(has(svg, "<svg id=\"frames\" x=\"10\" y=\"52\""));
	CHECK(has(svg, "translate(10.0000,0)\" y=\"84\""));
	CHECK(has(svg, "translate(1.0000,0)\" y=\"116\""));
	scene_release(&scene);
}

static void marks_that_stand_for_little_are_not_drawn(void)
{
	const struct svg_legend legend = {.changed = false};
	struct scene scene;
	struct slice svg;

	scene_init(&scene, plain_names);
	scene_mark(&scene);
	scene.picture.legend = &legend;
	scene.picture.min_mark = (struct layout_width){.millionths = 5000000, .percent = true};
	svg = scene_draw(&scene);
	CHECK(has(svg, ">1 frame vanished here: x (was 5"));
	CHECK(has(svg, ">5 frames vanished here"));
	CHECK(!has(svg, ">1 frame vanished here: b"));
	CHECK(has(svg, "\"minmark\":5,"));
	scene.picture.min_mark.millionths = 10500000;
	svg = scene_draw(&scene);
	CHECK(!has(svg, ">1 frame vanished here") && !has(svg, ">5 frames vanished here"));
	CHECK(has(svg, ">vanished: each less than 10.5%</text>"));
	CHECK(has(svg, "<g id=\"marks\" fill=\"url(#"));
	scene_release(&scene);
}

static void new_frames_are_marked_where_widths_show_the_first_column(void)
{
	struct scene scene;
	struct slice svg;

	scene_init(&scene, plain_names);
	scene_mark(&scene);
	scene.layout.shown = WIDTH_BEFORE;
	svg = scene_draw(&scene);
	CHECK(has(svg, "<title>1 new frame here: x (5 samples, 5.00%)</title>"));
	CHECK(has(svg, "<title>5 new frames here, the largest: x (7 samples, 7.00%)</title>"));
	CHECK(has(svg, "fill=\"rgb(255,100,100)\"/><path d=\"M-1 1l2"));
	scene_release(&scene);
}

/* The number after the text, which must be there. */
static double number_behind(struct slice text, const char *before)
{
	size_t at = slice_search(text, slice_from(before));
	double value = 0, unit = 1;
	bool decimals = false;

	CHECK(at != SLICE_NONE);
	text = slice_tail(text, at == SLICE_NONE ? text.len : at + slice_from(before).len);
	for (; text.len > 0 && (char_is_digit(text.ptr[0]) || text.ptr[0] == '.');
	     text = slice_tail(text, 1)) {
		if (text.ptr[0] == '.') {
			decimals = true;
			continue;
		}
		value = value * 10 + (text.ptr[0] - '0');
		unit *= decimals ? 10 : 1;
	}
	return value / unit;
}

/* Below everything else, its texts after each other, whatever the size. */
static void check_legend(struct scene *scene)
{
	double size = (double)scene->style.font_size / SVG_PIXEL;
	double each = size * (double)scene->style.font_width / SVG_PIXEL;
	struct slice svg = scene_draw(scene), legend, text;
	double last_x = 0, last_y = 0, end = 0;
	size_t at;

	legend = slice_tail(svg, slice_search(svg, SLICE("<g id=\"legend\">")));
	legend = slice_head(legend, slice_search(legend, SLICE("</g>")));
	last_y = number_behind(svg,
			       "id=\"matched\" x=\"100%\" transform=\"translate(-10,0)\" y=\"");
	while ((at = slice_search(legend, SLICE("<text"))) != SLICE_NONE) {
		double x = number_behind(slice_tail(legend, at), " x=\"");
		double y = number_behind(slice_tail(legend, at), " y=\"");

		CHECK(y > last_y ? y - last_y >= size : x >= last_x + end + size);
		legend = slice_tail(legend,
				    at + slice_search(slice_tail(legend, at), SLICE(">")) + 1);
		text = slice_head(legend, slice_search(legend, SLICE("<")));
		last_x = x;
		last_y = y;
		end = each * (double)utf8_count(text);
		CHECK(x + end <= scene->style.width);
	}
	CHECK(last_y + size / 3 <= number_behind(svg, " height=\""));
}

static void the_legend_has_lines_of_its_own(void)
{
	const struct svg_legend legend = {.changed = true, .largest = LONG, .count = {10, 40}};
	static const uint32_t widths[] = {500, 1200};
	static const svg_length sizes[] = {8 * SVG_PIXEL, 12 * SVG_PIXEL, 12500000};
	struct scene scene;
	struct slice svg;
	size_t i, k;

	scene_init(&scene, plain_names);
	scene_mark(&scene);
	scene.picture.legend = &legend;
	for (i = 0; i < ARRAY_LEN(widths); i++) {
		for (k = 0; k < ARRAY_LEN(sizes); k++) {
			scene.style.width = widths[i];
			scene.style.font_size = sizes[k];
			scene.layout.inverted = false;
			check_legend(&scene);
			scene.layout.inverted = true;
			check_legend(&scene);
		}
	}
	svg = scene_draw(&scene);
	CHECK(has(svg, ">10.00% less</text>") && has(svg, ">same</text>") &&
	      has(svg, ">10.00% more</text>"));
	CHECK(has(svg, ">up to 10.00% vanished</text>"));
	CHECK(has(svg, ">Largest change: +30.00 percentage points in a_name_that"));
	scene_release(&scene);
}

static void the_legend_says_what_the_colours_are_compared_with(void)
{
	struct svg_legend legend = {.changed = false};
	struct scene scene;
	struct slice svg;

	scene_init(&scene, plain_names);
	scene_mark(&scene);
	scene.picture.legend = &legend;
	scene.picture.deltas.by_frame = true;
	scene.picture.deltas.negate = true;
	svg = scene_draw(&scene);
	CHECK(has(svg, " fill=\"rgb(255,100,100)\" stroke=\"#888\" stroke-width=\"0.5\"/>\n"
		       "<text x=\"23.5\" y=\"156\">less (gone)</text>"));
	CHECK(has(svg, ">more (new)</text>") && has(svg, ">No share changed</text>"));
	scene.picture.deltas.max = 0;
	CHECK(has(scene_draw(&scene), ">Nothing changed</text>"));
	scene_release(&scene);
}

static void fractions_are_shown_with_two_decimals(void)
{
	const struct caption caption = {
		.count_name = SLICE("ms"), .scale = 1, .factor = {.value = 1}, .total = {0, 1025}};
	const struct caption_counts counts = {.shown = 105};
	struct buf out = {0};

	caption_title(&out, &caption, SLICE("c"), &counts);
	CHECK(slice_equal(buf_slice(&out), SLICE("c (10.5 ms, 10.24%)")));
	CHECK(caption_count(&caption, 104) == 10);
	CHECK(caption_count(&caption, UINT64_MAX) == UINT64_MAX / 10 + 1);
	buf_release(&out);
}

static bool title_is(const struct caption *caption, const struct caption_counts *counts,
		     const char *wanted)
{
	struct buf out = {0};
	bool same;

	caption_title(&out, caption, SLICE("f"), counts);
	same = slice_equal(buf_slice(&out), slice_from(wanted));
	if (!same)
		fprintf(stderr, "%.*s, not %s\n", SLICE_ARG(buf_slice(&out)), wanted);
	buf_release(&out);
	return same;
}

static void a_factor_multiplies_what_is_shown(void)
{
	const struct caption_counts five = {.shown = 5}, largest = {.shown = UINT64_MAX};
	struct caption caption = {.count_name = SLICE("x"), .factor = {5, 1}, .total = {0, 21}};

	CHECK(title_is(&caption, &five, "f (3 x, 23.81%)"));
	caption.rounding = ROUND_AWAY;
	CHECK(title_is(&caption, &five, "f (3 x, 28.57%)"));
	caption.rounding = ROUND_EVEN;
	CHECK(title_is(&caption, &five, "f (2 x, 19.05%)"));
	caption.total[1] = UINT64_MAX;
	caption.factor = (struct decimal){1, 0};
	CHECK(!caption_overflows(&caption));
	CHECK(title_is(&caption, &largest, "f (18,446,744,073,709,551,615 x, 100.00%)"));
	caption.factor = (struct decimal){2, 0};
	CHECK(caption_overflows(&caption));
	caption.factor = (struct decimal){0, 0};
	CHECK(title_is(&caption, &five, "f (0 x, NaN%)"));
}

/* Doubles know 53 bits. */
static void large_counts_are_exact_or_doubles(void)
{
	const struct caption_counts odd = {.shown = 239807672958951499};
	struct caption caption = {
		.count_name = SLICE("x"), .factor = {1, 0}, .total = {0, 368934881475498112}};

	CHECK(title_is(&caption, &odd, "f (239,807,672,958,951,499 x, 65.00%)"));
	caption.rounding = ROUND_EVEN;
	CHECK(title_is(&caption, &odd, "f (239,807,672,958,951,488 x, 65.00%)"));
}

static void own_differences_have_a_sign_and_no_factor(void)
{
	const struct caption_counts more = {.shown = 20, .column = {10, 20}, .differential = true};
	const struct caption_counts same = {.shown = 20, .column = {0, 0}, .differential = true};
	const struct caption_counts none = {.shown = 20};
	struct caption caption = {.count_name = SLICE("x"),
				  .factor = {2, 0},
				  .total = {0, 100},
				  .change = CAPTION_CHANGE_OWN};

	CHECK(title_is(&caption, &more, "f (40 x, 20.00%; +5.00%)"));
	CHECK(title_is(&caption, &same, "f (40 x, 20.00%; 0.00%)"));
	CHECK(title_is(&caption, &none, "f (40 x, 20.00%)"));
	caption.negate = true;
	CHECK(title_is(&caption, &more, "f (40 x, 20.00%; -5.00%)"));
}

static void percents_are_rounded_as_printf_does(void)
{
	static const double odd[] = {0,     0.005,  0.015, 0.125,  0.375,
				     2.675, 99.995, 100,   1e-300, 1e15};
	char text[64];
	struct buf out = {0};
	size_t i;

	for (i = 0; i < 20000 + ARRAY_LEN(odd); i++) {
		double value = i < 20000 ? 100 * (double)(i * 7919 % 20011) / 20011.0
					 : odd[i - 20000];

		buf_reset(&out);
		buf_add_fixed(&out, (int64_t)caption_hundredths(value), 2);
		snprintf(text, sizeof(text), "%.2f", value);
		CHECK(slice_equal(buf_slice(&out), slice_from(text)));
	}
	for (i = 0; i < 2000; i++) {
		buf_reset(&out);
		buf_add_fixed(&out, (int64_t)caption_hundredths((double)i / 8), 2);
		snprintf(text, sizeof(text), "%.2f", (double)i / 8);
		CHECK(slice_equal(buf_slice(&out), slice_from(text)));
	}
	buf_release(&out);
}

static bool label_is(const char *name, size_t room, enum label_rule rule, const char *label)
{
	struct buf out = {0};
	bool same;

	caption_label(&out, slice_from(name), room, rule);
	same = slice_equal(buf_slice(&out), slice_from(label));
	buf_release(&out);
	return same;
}

static void labels_are_cut_to_fit(void)
{
	CHECK(label_is("abcdef", 6, LABEL_HEAD, "abcdef"));
	CHECK(label_is("abcdef", 5, LABEL_HEAD, "abc.."));
	CHECK(label_is("abcdef", 5, LABEL_TAIL, "..def"));
	CHECK(label_is("abcdef", 6, LABEL_BYTES, "abcd.."));
	CHECK(label_is("abcde", 6, LABEL_BYTES, "abcde"));
	CHECK(label_is("\xc3\xa9\xc3\xa9\xc3\xa9", 5, LABEL_BYTES, "\xc3\xa9\xc3\xa9\xc3\xa9.."));
	CHECK(label_is("abcdef", 3, LABEL_HEAD, "a.."));
	CHECK(label_is("abcdef", 2, LABEL_HEAD, ""));
	CHECK(label_is("ab", 2, LABEL_HEAD, ""));
	CHECK(label_is("abc", 3, LABEL_HEAD, "abc"));
	CHECK(label_is("abcdef_[k]", 6, LABEL_HEAD, "abcdef"));
	CHECK(label_is("\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9", 4, LABEL_HEAD,
		       "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9"));
	CHECK(label_is("\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9", 3, LABEL_HEAD, "\xc3\xa9.."));
	CHECK(label_is("\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9", 3, LABEL_TAIL, "..\xc3\xa9"));
}

static void only_one_annotation_is_left_away(void)
{
	CHECK(slice_equal(caption_name(SLICE("f_[k]")), SLICE("f")));
	CHECK(slice_equal(caption_name(SLICE("f_[i]_[j]")), SLICE("f_[i]")));
	CHECK(slice_equal(caption_name(SLICE("f_[x]")), SLICE("f_[x]")));
	CHECK(slice_equal(caption_name(SLICE("_[w]")), SLICE("")));
}

static void labels_are_black_or_white(void)
{
	struct scene scene;
	struct slice svg;

	scene_init(&scene, plain_names);
	scene.paint.colors[1] = (struct color){200, 0, 0, false};
	scene.paint.colors[5] = (struct color){255, 200, 0, false};
	svg = scene_draw(&scene);
	CHECK(has(svg, "<text x=\"0%\" y=\"43.5\" class=\"w\">main</text>"));
	CHECK(has(svg, "<text x=\"60%\" y=\"43.5\">x</text>"));
	CHECK(has(svg, "\"white\":["));
	scene_release(&scene);
}

static void frames_with_attributes_have_an_element_of_their_own(void)
{
	static const struct attrs_rules rules = {.trims = true};
	struct attr link[] = {{SLICE_INIT("target"), SLICE_INIT("_top"), false},
			      {SLICE_INIT("class"), SLICE_INIT("a\"b<"), false}};
	struct frame_attrs frames[NAMES] = {
		[MAIN] = {.href = SLICE_INIT("x?a=1&b"), .list = link, .count = 2},
		[A] = {.list = link + 1, .count = 1},
		[X] = {.has_title = true, .title = SLICE_INIT("<X>")},
	};
	const struct attrs attrs = {.rules = &rules, .frames = frames, .count = NAMES};
	struct scene scene;
	struct slice svg;

	scene_init(&scene, plain_names);
	scene.picture.attrs = &attrs;
	svg = scene_draw(&scene);
	CHECK(has(svg, "<a xlink:href=\"x?a=1&amp;b\" target=\"_top\" "
		       "class=\"a&quot;b&lt;\"><rect "));
	CHECK(has(svg, "<title>main (60 samples, 60.00%)</title></rect></a>\n"));
	CHECK(has(svg, "<g class=\"a&quot;b&lt;\"><rect "));
	CHECK(has(svg, "<title>&lt;X&gt;</title></rect>\n"));
	CHECK(has(svg, "\"titles\":{\"5\":\"\\u003cX\\u003e\"}"));
	CHECK(has(svg, "\"links\":{\"1\":[\"x?a=1\\u0026b\",\"_top\"]}"));
	scene_release(&scene);
}

static void titles_the_script_cannot_make_are_in_the_data(void)
{
	struct scene scene;

	scene_init(&scene, plain_names);
	CHECK(!has(scene_draw(&scene), "\"titles\""));
	scene.picture.caption.rounding = ROUND_EVEN;
	CHECK(!has(scene_draw(&scene), "\"titles\""));
	scene.picture.caption.factor = (struct decimal){25, 3}; /* 60 is shown as 1.5, 20 as 0.5 */
	CHECK(has(scene_draw(&scene), "\"factor\":0.025,"));
	CHECK(has(scene_draw(&scene), "\"titles\":{\"0\":\"all (2 samples, 100%)\",") ||
	      has(scene_draw(&scene), "\"titles\":{\"2\":\"a (0 samples, 0.00%)\"}"));
	scene_release(&scene);
}

static void colors_can_be_chosen(void)
{
	struct scene scene;
	struct slice svg;

	scene_init(&scene, plain_names);
	scene.style.text_color = (struct svg_color){true, {1, 2, 3, false}};
	scene.style.stroke_color = (struct svg_color){true, {4, 5, 6, false}};
	svg = scene_draw(&scene);
	CHECK(has(svg, " text{fill:rgb(1,2,3)}"));
	CHECK(has(svg, " #frames rect{stroke-opacity:1;stroke:rgb(4,5,6)}"));
	scene.style.stroke_color.color.none = true;
	CHECK(has(scene_draw(&scene), "stroke:none}"));
	scene_release(&scene);
}

static void a_picture_can_do_without_a_script(void)
{
	struct scene scene;
	struct slice svg;

	scene_init(&scene, plain_names);
	scene.style.no_script = true;
	svg = scene_draw(&scene);
	CHECK(!has(svg, "<script") && !has(svg, "id=\"search\"") && has(svg, "id=\"title\""));
	CHECK(has(svg, "<title>main (60 samples, 60.00%)</title>"));
	scene_release(&scene);
}

static void a_pretty_document_is_indented(void)
{
	struct scene scene;
	struct slice svg;

	scene_init(&scene, plain_names);
	scene.style.pretty = true;
	svg = scene_draw(&scene);
	CHECK(has(svg, "\n    <svg id=\"frames\""));
	CHECK(has(svg, "\n        <g class=\"row\""));
	CHECK(has(svg, "\n            <rect x="));
	CHECK(has(svg, "\n        </g>\n"));
	CHECK(has(svg, "\n    <script>"));
	scene_release(&scene);
}

static void a_hidden_root_is_not_drawn(void)
{
	struct scene scene;

	scene_init(&scene, plain_names);
	scene.layout.count = scene.layout.rows = 1;
	scene.layout.root_hidden = true;
	CHECK(!has(scene_draw(&scene), "<title>"));
	scene_release(&scene);
}

static const char *const hostile_names[NAMES] = {"",
						 "<script>alert(1)</script>",
						 "]]>--><!--&amp;",
						 "\x01\x02\x1b[31m",
						 "\xff\xfe\xc3(",
						 "\"'\\",
						 "<!--"};

static void hostile_names_stay_text(void)
{
	struct scene scene;
	struct slice svg, c;
	size_t i;

	scene_init(&scene, hostile_names);
	scene.style.title = SLICE("</text><script>");
	scene.style.subtitle = SLICE("&#x0;\x01");
	scene.style.font_type = SLICE("a\"}</style><x y='");
	scene.style.name_type = SLICE("</script>");
	scene.picture.caption.count_name = SLICE("<!--");
	svg = scene_draw(&scene);
	CHECK(count_of(svg, SLICE("<script")) == 2);
	CHECK(count_of(svg, SLICE("</script>")) == 2);
	CHECK(count_of(svg, SLICE("]]>")) == 1);
	CHECK(count_of(svg, SLICE("</style>")) == 1);
	CHECK(!has(svg, "<!--"));
	CHECK(has(svg, "&lt;script&gt;alert(1)&lt;/script&gt;"));
	for (i = 0; i < svg.len; i++)
		CHECK((unsigned char)svg.ptr[i] >= 0x20 || svg.ptr[i] == '\n' ||
		      svg.ptr[i] == '\t');
	for (c = svg; c.len > 0;) {
		struct slice rest = c;

		CHECK(utf8_next(&c) != 0xFFFD || memcmp(rest.ptr, "\xef\xbf\xbd", 3) == 0);
	}
	scene_release(&scene);
}

static void notes_are_a_comment_whatever_they_say(void)
{
	struct scene scene;
	struct slice svg;

	scene_init(&scene, plain_names);
	scene.style.notes = SLICE("--><script>---");
	svg = scene_draw(&scene);
	CHECK(has(svg, "<!-- - -&gt;&lt;script&gt;- - - -->\n<style>"));
	scene_release(&scene);
}

static void font_families_are_quoted_where_they_must(void)
{
	struct scene scene;

	scene_init(&scene, plain_names);
	CHECK(has(scene_draw(&scene), "text{font-family:monospace;font-size:12px}"));
	scene.style.font_type = SLICE("Open Sans, x}, sans-serif");
	scene.style.font_size = 9500000;
	CHECK(has(scene_draw(&scene),
		  "text{font-family:\"Open Sans\",\"x\\7d \",sans-serif;font-size:9.5px}"));
	scene_release(&scene);
}

static struct slice class_of(struct slice svg)
{
	size_t at = slice_search(svg, SLICE("class=\"flamegraph fg-"));

	CHECK(at != SLICE_NONE);
	return slice_head(slice_tail(svg, at + sizeof("class=\"flamegraph ") - 1), 11);
}

static void the_class_comes_from_the_content(void)
{
	struct scene scene, other;
	struct slice svg;

	scene_init(&scene, plain_names);
	scene_init(&other, plain_names);
	svg = scene_draw(&scene);
	CHECK(slice_is_hex(slice_tail(class_of(svg), 3)));
	CHECK(slice_equal(svg, scene_draw(&other)));
	CHECK(!has(svg, "fg-00000000") && !has(svg, ".flamegraph"));
	CHECK(count_of(svg, class_of(svg)) > 10);
	other.style.title = SLICE("Titlf");
	CHECK(!slice_equal(class_of(svg), class_of(scene_draw(&other))));
	other.style.title = SLICE("Title");
	other.rects[4].width = 29;
	CHECK(!slice_equal(class_of(svg), class_of(scene_draw(&other))));
	scene_release(&scene);
	scene_release(&other);
}

static void the_error_picture_says_so(void)
{
	struct scene scene;

	scene_init(&scene, plain_names);
	svg_write_error(&scene.out, &scene.style);
	CHECK(has(buf_slice(&scene.out), "width=\"1200\" height=\"60\""));
	CHECK(has(buf_slice(&scene.out), "x=\"600\" y=\"24\""));
	CHECK(has(buf_slice(&scene.out),
		  ">ERROR: No valid input provided to flamegraph.pl.</text>"));
	scene_release(&scene);
}

TEST(svg)
{
	frames_are_rectangles_on_a_grid();
	inverted_rows_grow_downwards();
	a_subtitle_makes_room_for_itself();
	narrow_frames_share_a_shape_unless_all_are_wanted();
	the_data_list_every_frame_with_its_gap();
	counts_beyond_doubles_are_strings_in_the_data();
	differentials_tell_both_counts();
	the_second_column_is_told_where_widths_show_another();
	shares_of_scaled_counts_are_not_of_rounded_ones();
	vanished_frames_are_marked_where_they_were();
	marks_that_stand_for_little_are_not_drawn();
	new_frames_are_marked_where_widths_show_the_first_column();
	the_legend_has_lines_of_its_own();
	the_legend_says_what_the_colours_are_compared_with();
	fractions_are_shown_with_two_decimals();
	a_factor_multiplies_what_is_shown();
	large_counts_are_exact_or_doubles();
	own_differences_have_a_sign_and_no_factor();
	percents_are_rounded_as_printf_does();
	labels_are_cut_to_fit();
	only_one_annotation_is_left_away();
	labels_are_black_or_white();
	frames_with_attributes_have_an_element_of_their_own();
	titles_the_script_cannot_make_are_in_the_data();
	colors_can_be_chosen();
	a_picture_can_do_without_a_script();
	a_pretty_document_is_indented();
	a_hidden_root_is_not_drawn();
	hostile_names_stay_text();
	notes_are_a_comment_whatever_they_say();
	font_families_are_quoted_where_they_must();
	the_class_comes_from_the_content();
	the_error_picture_says_so();
	return check_done();
}
