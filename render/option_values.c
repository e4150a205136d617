/* SPDX-License-Identifier: MIT */
#include "render/option_values.h"

#include "common/base/nearest.h"
#include "common/base/utf8.h"
#include "render/measure/decimal.h"
#include "render/svg/svg_picture.h"
#include "render/tree/layout.h"

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

bool parse_min_width(struct slice text, void *field, struct buf *problem)
{
	struct layout_width *width = field;

	width->percent = slice_drop(&text, SLICE("%"));
	buf_add_text(problem, "it is a number of pixels, or a percentage such as 0.5%");
	return parse_millionths(text, &width->millionths);
}

bool parse_min_percent(struct slice text, void *field, struct buf *problem)
{
	struct layout_width *width = field;

	width->percent = true;
	buf_add_text(problem, "it is a percentage, written without a sign");
	return parse_millionths(text, &width->millionths);
}

bool parse_percent(struct slice text, void *field, struct buf *problem)
{
	struct layout_width *width = field;

	width->percent = true;
	slice_drop(&text, SLICE("%"));
	buf_add_text(problem, "it is a percentage from 0 to 100");
	return parse_millionths(text, &width->millionths) &&
	       width->millionths <= 100 * (uint64_t)SVG_PIXEL;
}

bool parse_font_size(struct slice text, void *field, struct buf *problem)
{
	buf_add_text(problem, "it is a number of pixels from 1 to 1000");
	return parse_between(text, field, SVG_PIXEL, 1000 * (svg_length)SVG_PIXEL);
}

bool parse_whole_font_size(struct slice text, void *field, struct buf *problem)
{
	buf_add_text(problem, "it is a whole number of pixels from 1 to 1000");
	return slice_is_number(text) &&
	       parse_between(text, field, SVG_PIXEL, 1000 * (svg_length)SVG_PIXEL);
}

bool parse_font_width(struct slice text, void *field, struct buf *problem)
{
	buf_add_text(problem, "it is a number from 0.01 to 10");
	return parse_between(text, field, SVG_PIXEL / 100, 10 * (svg_length)SVG_PIXEL);
}

bool parse_any_factor(struct slice text, void *field, struct buf *problem)
{
	buf_add_text(problem, "it is a number such as 1000, 0.25 or 1e-3");
	return decimal_parse(text, field) && decimal_shorten(field);
}

bool parse_factor(struct slice text, void *field, struct buf *problem)
{
	struct decimal *factor = field;

	buf_add_text(problem, "it is a number above 0 such as 1000, 0.25 or 1e-3");
	return decimal_parse(text, factor) && decimal_shorten(factor) && factor->value > 0;
}

bool parse_total(struct slice text, void *field, struct buf *problem)
{
	buf_add_text(problem, "it is a count");
	if (!decimal_parse(text, field))
		return false;
	cut_decimals(field, LIMIT_SCALE);
	return true;
}

bool parse_loose_total(struct slice text, void *field, struct buf *problem)
{
	struct decimal *total = field;

	(void)problem;
	*total = decimal_prefix(text);
	cut_decimals(total, LIMIT_SCALE);
	return true;
}

bool parse_color(struct slice text, void *field, struct buf *problem)
{
	struct svg_color *choice = field;

	choice->given = true;
	buf_add_text(problem, "a colour is # and six hexadecimal digits");
	return color_parse(text, &choice->color);
}

bool parse_stroke(struct slice text, void *field, struct buf *problem)
{
	struct svg_color *choice = field;

	if (!slice_equal(text, SLICE("none")))
		return parse_color(text, field, problem);
	choice->given = true;
	choice->color.none = true;
	return true;
}

bool parse_background(struct slice text, void *field, struct buf *problem)
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

bool parse_any_background(struct slice text, void *field, struct buf *problem)
{
	struct background_choice *choice = field;

	if (parse_background(text, field, problem))
		return true;
	choice->given = false;
	buf_reset(problem);
	buf_add_text(problem, BACKGROUNDS);
	return slice_starts(text, SLICE("#")) && utf8_count(text) == 7;
}

bool parse_any_palette(struct slice text, void *field, struct buf *problem)
{
	(void)problem;
	*(int *)field = (int)palette_find(PALETTES_PERL, text);
	return true;
}

bool parse_rust_palette(struct slice text, void *field, struct buf *problem)
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
