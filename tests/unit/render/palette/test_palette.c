/* SPDX-License-Identifier: MIT */
#include "render/palette/paint.h"
#include "render/palette/palette.h"
#include "tests/unit/check.h"

static size_t palette_of(const char *name)
{
	size_t i;

	for (i = 0; palette_names[i]; i++) {
		if (strcmp(palette_names[i], name) == 0)
			return i;
	}
	fprintf(stderr, "no palette is called %s\n", name);
	check_failures++;
	return 0;
}

static struct color own_color(const char *palette, const struct color_place *place,
			      const char *name)
{
	struct palette_choice choice = {palette_of(palette), PALETTES_OWN};

	return palette_color(choice, place, slice_from(name));
}

static bool has_color(const char *palette, enum color_source source, const char *name, int red,
		      int green, int blue)
{
	struct color_place place = color_place_of(source, slice_from(name));
	struct color color = own_color(palette, &place, name);
	bool same = color.red == red && color.green == green && color.blue == blue;

	if (!same)
		fprintf(stderr, "%s in %s: rgb(%d,%d,%d), not rgb(%d,%d,%d)\n", name, palette,
			color.red, color.green, color.blue, red, green, blue);
	return same;
}

static bool is_near(double a, double b)
{
	return a - b < 1e-11 && b - a < 1e-11;
}

CASE(a_name_seeds_its_place_with_the_sum_of_its_characters)
{
	static const struct {
		const char *name;
		double place;
		int red, green, blue;
	} rows[] = {
		{"", 0.170828036106, 213, 39, 9},
		{"main", 0.778599984319, 243, 179, 42},
		{"loop", 0.065448466296, 208, 15, 3},
		{"swapper", 0.688605708609, 239, 158, 37},
		{"h\xc3\xa9llo_w\xc3\xb6rld", 0.350966366547, 222, 80, 19},
		{"\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e\xe3\x83\x95\xe3\x83\xac\xe3\x83\xbc\xe3\x83\xa0",
		 0.137562407254, 211, 31, 7},
	};
	size_t i;

	for (i = 0; i < ARRAY_LEN(rows); i++) {
		struct color_place place = color_place_of(SOURCE_SUM, slice_from(rows[i].name));

		CHECK(is_near(place.v[0], rows[i].place));
		CHECK(place.v[1] == place.v[0] && place.v[2] == place.v[0]);
		CHECK(has_color("hot", SOURCE_SUM, rows[i].name, rows[i].red, rows[i].green,
				rows[i].blue));
	}
}

CASE(each_hue_has_its_formula)
{
	static const struct {
		const char *palette;
		int high[3], low[3]; /* of "node" and "vfs_write_[k]" */
	} rows[] = {
		{"hot", {237, 149, 35}, {207, 9, 2}},
		{"mem", {0, 222, 136}, {0, 192, 8}},
		{"io", {118, 118, 225}, {82, 82, 192}},
		{"wakeup", {88, 200, 200}, {52, 167, 167}},
		{"chain", {118, 118, 237}, {82, 82, 207}},
		{"red", {235, 101, 101}, {202, 53, 53}},
		{"green", {88, 235, 88}, {52, 202, 52}},
		{"blue", {118, 118, 237}, {82, 82, 207}},
		{"yellow", {210, 210, 62}, {177, 177, 50}},
		{"purple", {232, 118, 232}, {192, 82, 192}},
		{"aqua", {88, 200, 200}, {52, 167, 167}},
		{"orange", {232, 132, 0}, {192, 92, 0}},
	};
	size_t i;

	for (i = 0; i < ARRAY_LEN(rows); i++) {
		CHECK(has_color(rows[i].palette, SOURCE_SUM, "node", rows[i].high[0],
				rows[i].high[1], rows[i].high[2]));
		CHECK(has_color(rows[i].palette, SOURCE_SUM, "vfs_write_[k]", rows[i].low[0],
				rows[i].low[1], rows[i].low[2]));
	}
}

CASE(names_that_begin_and_end_alike_look_alike)
{
	struct color_place one, other;

	CHECK(has_color("mem", SOURCE_PREFIX, "node", 0, 235, 193));
	CHECK(has_color("mem", SOURCE_PREFIX, "vfs_write_[k]", 0, 221, 117));
	CHECK(has_color("io", SOURCE_PREFIX, "node", 135, 135, 239));
	CHECK(has_color("io", SOURCE_PREFIX, "vfs_write_[k]", 113, 113, 224));
	one = color_place_of(SOURCE_PREFIX, SLICE("readable"));
	other = color_place_of(SOURCE_PREFIX, SLICE("reaxyzble"));
	CHECK(memcmp(one.v, other.v, sizeof(one.v)) == 0);
}

/* The number a name's beginning picks, seen through a palette that uses only that. */
CASE(the_module_before_a_backquote_does_not_count)
{
	const struct slice plain = SLICE("thread_start");
	struct color_place place = color_place_of(SOURCE_PREFIX, plain), other;

	other = color_place_of(SOURCE_PREFIX, SLICE("unix`thread_start"));
	CHECK(other.v[0] == place.v[0]);
	CHECK(has_color("orange", SOURCE_PREFIX, "`lead", 224, 124, 0));
	CHECK(has_color("orange", SOURCE_PREFIX, "ab`cd`ef", 233, 133, 0));
	CHECK(has_color("orange", SOURCE_PREFIX, "``0xfffffffffb92e1d6", 217, 117, 0));
}

CASE(separators_are_grey_whatever_the_palette)
{
	struct color color;

	CHECK(palette_separator(SLICE("--"), &color) && color.red == 160 && color.blue == 160);
	CHECK(palette_separator(SLICE("-"), &color) && color.red == 200 && color.green == 200);
	CHECK(!palette_separator(SLICE("---"), &color));
	CHECK(!palette_separator(SLICE(""), &color));
}

/* Which of the hues a colour belongs to: they do not overlap. */
static const char *hue_of(struct color color)
{
	int red = color.red, green = color.green, blue = color.blue;

	if (blue == 0 && red >= 190)
		return "orange";
	if (green == blue && red >= 200)
		return "red";
	if (red == blue && green >= 200)
		return "green";
	if (green == blue && red <= 110)
		return "aqua";
	if (red == green && blue <= 70)
		return "yellow";
	if (red == blue && red >= 190)
		return "purple";
	return red == green && blue >= 190 ? "blue" : "none";
}

CASE(kinds_of_code_have_their_hues)
{
	static const struct {
		const char *palette, *name, *hue;
	} rows[] = {
		{"java", "java/lang/String:.length", "green"},
		{"java", "Lorg/foo/Bar:.baz", "green"},
		{"java", "jdk/internal/X::y", "green"},
		{"java", "Foo:::bar", "green"},
		{"java", "com/example/A:.run_[j]", "green"},
		{"java", "com/example/B:.inl_[i]", "aqua"},
		{"java", "JavaCalls::call_kernel_[k]", "orange"},
		{"java", "JavaCalls::call_helper", "yellow"},
		{"java", "-[NSObject foo]", "yellow"},
		{"java", "+[NSObject bar]", "yellow"},
		{"java", "scala.tools.nsc.Main", "green"},
		{"java", "LazyThing", "red"},
		{"java", "Interpreter", "green"},
		{"java", "[test.event]", "red"},
		{"java", "jio/x", "green"},
		{"java", "io_submit", "red"},
		{"java", "", "red"},
		{"js", " ", "green"},
		{"js", "", "red"},
		{"js", "vfs_read_[k]", "orange"},
		{"js", "LazyCompile:~x /app/main.js:3_[j]", "green"},
		{"js", "Builtin_[j]", "aqua"},
		{"js", "v8::Isolate", "yellow"},
		{"js", "node:fs", "aqua"},
		{"js", "x/node_modules/dep/index.js", "purple"},
		{"js", "node_modules/dep/index.js", "green"},
		{"js", "/app/main.js", "green"},
		{"js", "main.js", "red"},
		{"perl", "sys_[k]", "orange"},
		{"perl", "Perl_pp_entersub", "green"},
		{"perl", "x::y.pl", "green"},
		{"perl", "Foo::bar", "yellow"},
		{"perl", "main", "red"},
		{"python", "f (/usr/lib/site-packages/x.py)", "aqua"},
		{"python", "f (lib/python3.11/os.py)", "yellow"},
		{"python", "C:\\Python\\lib.py", "yellow"},
		{"python", "C:\\Python39x\\lib.py", "red"},
		{"python", "<built-in method len>", "yellow"},
		{"python", "<method x>", "yellow"},
		{"python", "<frozen importlib>", "yellow"},
		{"python", "my_site-packages/x", "red"},
		{"rust", "core::fmt::write", "orange"},
		{"rust", "my-app`std::sys::x", "orange"},
		{"rust", "<alloc::vec::Vec<T> as X>::y", "orange"},
		{"rust", "<core::iter::Map as X>::y", "orange"},
		{"rust", "<core::future::from_generator::GenFuture<T> as X>::poll", "aqua"},
		{"rust", "app::main", "aqua"},
		{"rust", "a::b`main", "yellow"},
		{"rust", "main", "yellow"},
		{"chain", "waker_[w]", "aqua"},
		{"chain", "wakee", "blue"},
		{"wakeup", "anything", "aqua"},
	};
	size_t i;

	for (i = 0; i < ARRAY_LEN(rows); i++) {
		struct color_place place = color_place_of(SOURCE_SUM, slice_from(rows[i].name));
		struct color color = own_color(rows[i].palette, &place, rows[i].name);

		if (strcmp(hue_of(color), rows[i].hue) != 0)
			fprintf(stderr, "%s in %s: %s\n", rows[i].name, rows[i].palette,
				hue_of(color));
		CHECK(strcmp(hue_of(color), rows[i].hue) == 0);
	}
}

CASE(every_byte_counts_in_the_hash)
{
	struct color_place place = color_place_of(SOURCE_FNV, SLICE("main"));

	CHECK(place.single);
	CHECK(is_near(place.v[0], (double)0x1f5962a2ce9803c8 / (double)UINT64_MAX));
	CHECK(has_color("hot", SOURCE_FNV, "main", 238, 28, 47));
	CHECK(place.v[1] != place.v[0] && place.v[2] != place.v[1]);
	CHECK(has_color("hot", SOURCE_FNV, "", 206, 183, 37));
	CHECK(has_color("hot", SOURCE_FNV, "a", 249, 157, 1));
}

CASE(bytes_or_characters_begin_a_name)
{
	const struct slice plain = SLICE("node"), accents = SLICE("\xc3\xa9t\xc3\xa9");
	struct color_place by_codes = color_place_of(SOURCE_PREFIX, accents);
	struct color_place by_bytes = color_place_of(SOURCE_PREFIX_BYTES, accents);

	CHECK(by_codes.v[0] != by_bytes.v[0]);
	by_codes = color_place_of(SOURCE_PREFIX, plain);
	by_bytes = color_place_of(SOURCE_PREFIX_BYTES, plain);
	CHECK(by_bytes.single && !by_codes.single);
	CHECK(by_codes.v[0] - by_bytes.v[0] < 1e-6 && by_bytes.v[0] - by_codes.v[0] < 1e-6);
	by_bytes = color_place_of(SOURCE_PREFIX_BYTES, SLICE("unix`node`tail"));
	by_codes = color_place_of(SOURCE_PREFIX_BYTES, SLICE("node`tail"));
	CHECK(by_bytes.v[0] != by_codes.v[0] && by_bytes.v[1] == by_codes.v[1]);
}

CASE(lots_are_those_of_the_generator)
{
	uint64_t state = 1234, same = 1234;
	struct color_place place = color_place_next(&state, true);

	CHECK(is_near(place.v[0], (double)(1335200936027 >> 11) / 9007199254740992.0));
	CHECK(is_near(place.v[1], (double)(2392750596832386171 >> 11) / 9007199254740992.0));
	CHECK(place.single && state == 8241168380668852739);
	CHECK(!color_place_next(&same, false).single && same == state);
}

static bool hue_is(const char *palette, enum palette_family family, const char *name,
		   const char *hue)
{
	const struct color_place place = {{0.5, 0.5, 0.5}, false};
	const struct palette_choice choice = {palette_find(family, slice_from(palette)), family};
	const char *actual = hue_of(palette_color(choice, &place, slice_from(name)));

	if (strcmp(actual, hue) != 0)
		fprintf(stderr, "%s in %s: %s, not %s\n", name, palette, actual, hue);
	return strcmp(actual, hue) == 0;
}

CASE(the_families_see_names_differently)
{
	static const struct {
		const char *palette, *name, *own, *perl, *rust;
	} rows[] = {
		{"java", "a::b_[k]", "orange", "yellow", "orange"},
		{"java", "a:::b", "green", "green", "yellow"},
		{"java", "org/x::y", "green", "green", "yellow"},
		{"java", "a/b", "green", "red", "green"},
		{"java", "Main", "green", "red", "green"},
		{"java", "+[a", "yellow", "red", "yellow"},
		{"js", "x_[k]y", "red", "orange", "red"},
		{"js", "  ", "green", "red", "green"},
		{"js", " ", "green", "green", "green"},
		{"js", "a:b /c.js", "aqua", "green", "aqua"},
		{"js", "/node_modules/x", "purple", "red", "purple"},
		{"perl", "a::Perl_x", "green", "yellow", "green"},
		{"perl", "a::b_[k]", "orange", "yellow", "orange"},
	};
	size_t i;

	for (i = 0; i < ARRAY_LEN(rows); i++) {
		CHECK(hue_is(rows[i].palette, PALETTES_OWN, rows[i].name, rows[i].own));
		CHECK(hue_is(rows[i].palette, PALETTES_PERL, rows[i].name, rows[i].perl));
		CHECK(hue_is(rows[i].palette, PALETTES_RUST, rows[i].name, rows[i].rust));
	}
}

CASE(a_palette_the_family_does_not_know_is_black)
{
	const struct color_place place = {{0.5, 0.5, 0.5}, false};
	struct palette_choice choice = {palette_find(PALETTES_PERL, SLICE("rust")), PALETTES_PERL};
	struct color color = palette_color(choice, &place, SLICE("std::x"));

	CHECK(color.red == 0 && color.green == 0 && color.blue == 0);
	CHECK(!palette_names[choice.palette]);
	CHECK(!palette_names[palette_find(PALETTES_RUST, SLICE("chain"))]);
	CHECK(palette_names[palette_find(PALETTES_OWN, SLICE("chain"))]);
	CHECK(!palette_names[palette_find(PALETTES_OWN, SLICE("nosuch"))]);
}

static bool delta_is(uint64_t before, uint64_t after, uint64_t max, int red, int green, int blue)
{
	const uint64_t count[2] = {before, after};
	struct color color = palette_delta(&delta_scale_soft, count, max);

	return color.red == red && color.green == green && color.blue == blue;
}

CASE(growth_is_red_and_shrinking_is_blue)
{
	CHECK(delta_is(5, 5, 0, 250, 250, 250));
	CHECK(delta_is(5, 5, 9, 250, 250, 250));
	CHECK(delta_is(0, 9, 9, 255, 100, 100));
	CHECK(delta_is(9, 0, 9, 100, 100, 255));
	CHECK(delta_is(0, 1, 2, 255, 175, 175));
	CHECK(delta_is(0, 1, 1000000, 255, 249, 249));
	CHECK(delta_is(UINT64_MAX, 0, UINT64_MAX, 100, 100, 255));
	CHECK(delta_is(0, UINT64_MAX / 2, UINT64_MAX, 255, 175, 175));
}

CASE(the_full_scale_reaches_red_and_white)
{
	const uint64_t more[2] = {0, 9}, same[2] = {9, 9}, half[2] = {2, 0};
	struct color color = palette_delta(&delta_scale_full, more, 9);

	CHECK(color.red == 255 && color.green == 0 && color.blue == 0);
	color = palette_delta(&delta_scale_full, same, 9);
	CHECK(color.red == 255 && color.green == 255 && color.blue == 255);
	color = palette_delta(&delta_scale_full, half, 4);
	CHECK(color.red == 105 && color.green == 105 && color.blue == 255);
}

/* Orange has more red than blue, blue the reverse; each stronger than the one before. */
CASE(blue_and_orange_are_told_apart_at_every_strength)
{
	const struct delta_scale *scale = delta_scales[1];
	unsigned last = 0;
	uint64_t n;

	CHECK(slice_equal(slice_from(delta_scale_names[1]), SLICE("blue-orange")));
	for (n = 1; n <= 100; n++) {
		const uint64_t more[2] = {0, n}, less[2] = {n, 0};
		struct color orange = palette_delta(scale, more, 100);
		struct color blue = palette_delta(scale, less, 100);

		CHECK(orange.red > orange.green && orange.green > orange.blue);
		CHECK(blue.red < blue.green && blue.green < blue.blue);
		CHECK(color_contrast(orange, blue) < 1.15); /* equally light */
		CHECK((unsigned)(orange.red - orange.blue) >= last);
		last = (unsigned)(orange.red - orange.blue);
	}
}

/* Its colours differ in lightness and blueness, which every kind of eye sees. */
CASE(the_safe_palette_goes_from_dark_blue_to_light_yellow)
{
	const struct color black = {.red = 0};
	struct color last = {.blue = 255};
	int n;

	for (n = 0; n <= 100; n++) {
		const struct color_place place = {.v = {n / 100.0, n / 100.0, n / 100.0}};
		struct color color = own_color("safe", &place, "main");

		CHECK(color.red >= last.red && color.green >= last.green &&
		      color.blue <= last.blue);
		CHECK(color_contrast(color, black) >= color_contrast(last, black));
		if (n == 0)
			CHECK(color.blue > color.green && color.green > color.red);
		last = color;
	}
	CHECK(last.red > last.green && last.green > 2 * last.blue);
	CHECK(!palette_is_known(PALETTES_PERL, palette_of("safe")));
	CHECK(!palette_is_known(PALETTES_RUST, palette_of("safe")));
}

CASE(every_scale_of_differences_has_a_line_of_help)
{
	size_t i;

	for (i = 0; delta_scale_names[i]; i++)
		CHECK(delta_scale_helps[i] && delta_scales[i]);
	CHECK(i == 2 && !delta_scale_helps[i]);
	CHECK(delta_scales[0]->more.strongest.red == delta_scale_soft.more.strongest.red);
}

CASE(contrast_is_measured_as_wcag_says)
{
	const struct color black = {.red = 0}, white = {255, 255, 255, false};
	const struct color grey = {0x77, 0x77, 0x77, false}, red = {.red = 255};

	CHECK(is_near(color_contrast(black, white), 21));
	CHECK(is_near(color_contrast(white, white), 1));
	CHECK(color_contrast(grey, white) > 4.47 && color_contrast(grey, white) < 4.48);
	CHECK(color_contrast(white, red) > 3.99 && color_contrast(white, red) < 4.0);
	CHECK(color_contrast(black, red) > 5.25 && color_contrast(black, red) < 5.26);
	CHECK(color_wants_white((struct color){200, 50, 50, false}));
	CHECK(!color_wants_white((struct color){255, 175, 175, false}));
}

static bool is_readable(struct color color)
{
	const struct color texts[] = {{.red = 0}, {255, 255, 255, false}};

	return color_contrast(color, texts[color_wants_white(color)]) >= 4.5;
}

CASE(text_is_readable_on_every_color_a_name_can_have)
{
	char name[8];
	enum color_source source;
	size_t palette;
	unsigned n;

	for (palette = 0; palette_names[palette]; palette++) {
		const struct palette_choice choice = {palette, PALETTES_OWN};

		for (n = 0; n < 4096; n++) {
			struct slice text = slice_of(name, 6);

			snprintf(name, sizeof(name), "%c%c%c%c%c%c", 'a' + n % 16,
				 'A' + n / 16 % 16, '0' + n / 256, '!' + n % 64, 'a' + n % 23,
				 '0' + n % 75);
			for (source = SOURCE_SUM; source <= SOURCE_FNV; source++) {
				struct color_place place = color_place_of(source, text);

				CHECK(is_readable(palette_color(choice, &place, text)));
			}
		}
	}
}

static bool is_larger_contrast(struct color color)
{
	const struct color black = {.red = 0}, white = {255, 255, 255, false};

	return color_wants_white(color) ==
	       (color_contrast(color, white) > color_contrast(color, black));
}

CASE(text_is_readable_on_every_color_there_is)
{
	unsigned n, unreadable = 0;

	for (n = 0; n < 52 * 52 * 52; n++) {
		struct color color = {(uint8_t)(n % 52 * 5), (uint8_t)(n / 52 % 52 * 5),
				      (uint8_t)(n / 52 / 52 * 5), false};

		unreadable += !is_readable(color) || !is_larger_contrast(color);
	}
	CHECK(unreadable == 0);
}

CASE(text_is_readable_on_every_difference)
{
	size_t scale;
	uint64_t n;

	for (scale = 0; delta_scale_names[scale]; scale++) {
		for (n = 0; n <= 300; n++) {
			const uint64_t more[2] = {0, n}, less[2] = {n, 0};

			CHECK(is_readable(palette_delta(delta_scales[scale], more, 300)));
			CHECK(is_readable(palette_delta(delta_scales[scale], less, 300)));
		}
	}
}

CASE(colors_are_parsed_strictly)
{
	struct color color;

	CHECK(color_parse(SLICE("#0aF9e1"), &color));
	CHECK(color.red == 0x0a && color.green == 0xf9 && color.blue == 0xe1);
	CHECK(!color_parse(SLICE("#12345"), &color));
	CHECK(!color_parse(SLICE("#1234567"), &color));
	CHECK(!color_parse(SLICE("1234567"), &color));
	CHECK(!color_parse(SLICE("#12345g"), &color));
	CHECK(!color_parse(SLICE(""), &color));
}

CASE(written_colors_are_parsed_too)
{
	struct color color;
	struct buf out = {0};

	CHECK(color_parse_rgb(SLICE("rgb( 1, 2 ,255 )"), &color));
	CHECK(color.red == 1 && color.green == 2 && color.blue == 255 && !color.none);
	color_add(&out, color);
	CHECK(slice_equal(buf_slice(&out), SLICE("rgb(1,2,255)")));
	CHECK(!color_parse_rgb(SLICE("rgb(1,2)"), &color));
	CHECK(!color_parse_rgb(SLICE("rgb(1,2,3,4)"), &color));
	CHECK(!color_parse_rgb(SLICE("rgb(1,2,256)"), &color));
	CHECK(!color_parse_rgb(SLICE("rgb(1,2,)"), &color));
	CHECK(!color_parse_rgb(SLICE("rgb(1,2,3);x"), &color));
	buf_release(&out);
}

static bool background_is(const char *palette, const char *background)
{
	struct background actual = palette_background(palette_of(palette)), wanted;
	size_t i;

	for (i = 0; strcmp(background_names[i], background) != 0; i++)
		;
	wanted = background_of(i);
	return memcmp(&actual, &wanted, sizeof(actual)) == 0;
}

CASE(palettes_have_their_backgrounds)
{
	CHECK(background_is("hot", "yellow") && background_is("java", "yellow"));
	CHECK(background_is("rust", "yellow"));
	CHECK(background_is("mem", "green"));
	CHECK(background_is("io", "blue") && background_is("wakeup", "blue"));
	CHECK(background_is("chain", "blue"));
	CHECK(background_is("red", "grey") && background_is("orange", "grey"));
	CHECK(background_is("safe", "grey"));
}

CASE(every_palette_has_a_line_of_help)
{
	size_t i;

	for (i = 0; palette_names[i]; i++)
		CHECK(palette_helps[i] && palette_helps[i][0]);
	CHECK(!palette_helps[i]);
	CHECK(i == 19);
}

CASE(equal_colors_share_a_class)
{
	struct rect rects[] = {{.name = 0}, {.name = 1}, {.name = 2}, {.name = 1}, {.name = 3}};
	const struct layout layout = {.rects = rects, .count = ARRAY_LEN(rects)};
	const struct paint_options options = {.palette = {palette_of("hot"), PALETTES_OWN}};
	struct intern names = {0};
	struct paint paint;

	intern_add(&names, SLICE(""));
	intern_add(&names, SLICE("main"));
	intern_add(&names, SLICE("-"));
	intern_add(&names, SLICE("niam"));
	paint_layout(&paint, &layout, &names, &options);
	CHECK(paint.count == 3);
	CHECK(paint.classes[0] == 0 && paint.classes[1] == 1 && paint.classes[2] == 2);
	CHECK(paint.classes[3] == 1 && paint.classes[4] == 1);
	CHECK(paint.colors[1].green == 179 && paint.colors[2].green == 200);
	paint_release(&paint);
	intern_release(&names);
}

/* Main, then its child, then another one; the child closes first. */
CASE(lots_are_drawn_in_closing_order)
{
	struct rect rects[] = {
		{.name = 0, .closed = 2}, {.name = 1, .closed = 0}, {.name = 1, .closed = 7}};
	const struct layout layout = {.rects = rects, .count = ARRAY_LEN(rects)};
	struct paint_options options = {.palette = {palette_of("hot"), PALETTES_RUST},
					.source = SOURCE_SEQUENCE};
	struct intern names = {0};
	struct paint paint;
	uint64_t state = 1234;
	size_t order[] = {1, 0, 2}, i;

	intern_add(&names, SLICE(""));
	intern_add(&names, SLICE("f"));
	paint_layout(&paint, &layout, &names, &options);
	CHECK(paint.by_frame && paint.count == 3);
	for (i = 0; i < 3; i++) {
		struct color_place place = color_place_next(&state, true);
		struct color wanted = palette_color(options.palette, &place, SLICE("f"));

		CHECK(memcmp(&paint.colors[paint.classes[order[i]]], &wanted, sizeof(wanted)) == 0);
	}
	paint_release(&paint);
	intern_release(&names);
}

CASE(diffusion_goes_by_the_root_of_the_width)
{
	struct rect rects[] = {
		{.name = 0, .width = 400}, {.name = 0, .width = 100}, {.name = 0, .width = 0}};
	const struct layout layout = {.rects = rects, .count = ARRAY_LEN(rects), .total = 400};
	const struct paint_options options = {.diffusion = true,
					      .deltas = {.scale = &delta_scale_soft}};
	static const int greens[] = {100, 175, 250};
	struct intern names = {0};
	struct paint paint;
	size_t i;

	intern_add(&names, SLICE(""));
	paint_layout(&paint, &layout, &names, &options);
	for (i = 0; i < 3; i++)
		CHECK(paint.colors[paint.classes[i]].green == greens[i]);
	paint_release(&paint);
	intern_release(&names);
}

CASE(negated_differences_change_sides)
{
	struct rect rect = {.name = 0, .count = {1, 5}, .differential = true};
	const struct layout layout = {.rects = &rect, .count = 1, .total = 5};
	struct paint_options options = {.deltas = {.scale = &delta_scale_soft, .max = 4}};
	struct intern names = {0};
	struct paint paint;

	intern_add(&names, SLICE(""));
	paint_layout(&paint, &layout, &names, &options);
	CHECK(paint.colors[0].red == 255 && paint.colors[0].blue == 100);
	paint_release(&paint);
	options.deltas.negate = true;
	paint_layout(&paint, &layout, &names, &options);
	CHECK(paint.colors[0].red == 100 && paint.colors[0].blue == 255);
	paint_release(&paint);
	intern_release(&names);
}

/* 10 of 20 is half of the frame, whatever else there is; all of it has the strongest colour. */
CASE(differences_can_be_compared_with_their_frames)
{
	struct paint_deltas deltas = {.scale = &delta_scale_soft, .max = 1000, .by_frame = true};
	static const struct {
		uint64_t count[2];
		int red, blue;
	} rows[] = {
		{{10, 20}, 255, 175}, {{20, 10}, 175, 255}, {{0, 1}, 255, 100},
		{{1, 0}, 100, 255},   {{7, 7}, 250, 250},   {{0, 0}, 250, 250},
	};
	size_t i;

	for (i = 0; i < ARRAY_LEN(rows); i++) {
		struct color color = paint_delta(&deltas, rows[i].count);

		CHECK(color.red == rows[i].red && color.blue == rows[i].blue);
		deltas.negate = true;
		color = paint_delta(&deltas, rows[i].count);
		CHECK(color.red == rows[i].blue && color.blue == rows[i].red);
		deltas.negate = false;
	}
}

TEST_CASES(palette)
