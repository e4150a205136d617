/* SPDX-License-Identifier: MIT */
#include "render/palette/color.h"

bool color_parse(struct slice text, struct color *color)
{
	uint8_t channels[3];
	int i;

	if (text.len != 7 || text.ptr[0] != '#' || !slice_is_hex(slice_tail(text, 1)))
		return false;
	for (i = 0; i < 3; i++)
		channels[i] = (uint8_t)(char_hex_value(text.ptr[2 * i + 1]) << 4 |
					char_hex_value(text.ptr[2 * i + 2]));
	*color = (struct color){channels[0], channels[1], channels[2], false};
	return true;
}

bool color_parse_rgb(struct slice text, struct color *color)
{
	uint8_t channels[3];
	struct slice part;
	uint64_t value;
	int i;

	if (!slice_skip(&text, SLICE("rgb(")) || !slice_drop(&text, SLICE(")")))
		return false;
	for (i = 0; i < 3; i++) {
		if (i == 2)
			part = text;
		else if (!slice_cut(&text, ',', &part))
			return false;
		if (!slice_to_u64(slice_trim(part), &value) || value > 255)
			return false;
		channels[i] = (uint8_t)value;
	}
	*color = (struct color){channels[0], channels[1], channels[2], false};
	return true;
}

void color_add(struct buf *buf, struct color color)
{
	buf_add(buf, SLICE("rgb("));
	buf_add_u64(buf, color.red);
	buf_add_char(buf, ',');
	buf_add_u64(buf, color.green);
	buf_add_char(buf, ',');
	buf_add_u64(buf, color.blue);
	buf_add_char(buf, ')');
}

/* Newton's method; the start is above the root of any x up to 1, so it falls towards it. */
static double fifth_root(double x)
{
	double root = 1, last = 2;

	while (root < last) {
		last = root;
		root -= (root - x / (root * root * root * root)) / 5;
	}
	return last;
}

static double linear(uint8_t channel)
{
	double value = channel / 255.0, base = (value + 0.055) / 1.055;

	if (value <= 0.04045)
		return value / 12.92;
	return base * base * fifth_root(base * base); /* base to the power of 2.4 */
}

static double luminance(struct color color)
{
	return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) +
	       0.0722 * linear(color.blue);
}

double color_contrast(struct color a, struct color b)
{
	double first = luminance(a) + 0.05, second = luminance(b) + 0.05;

	return first > second ? first / second : second / first;
}

/* Below it the contrast to white is the larger one: sqrt((1 + 0.05) * (0 + 0.05)) - 0.05. */
static const double middle = 0.17912878474779202;

bool color_wants_white(struct color background)
{
	return luminance(background) < middle;
}
