/* SPDX-License-Identifier: MIT */
#include "render/text/terminal_colors.h"

const char *const terminal_color_names[] = {"auto", "always", "never", "256", "truecolor", NULL};

const char *const terminal_color_helps[] = {
	"on a terminal, unless NO_COLOR is set or TERM is dumb; the default",
	"anywhere: 24 bits if COLORTERM says so, else 256",
	"no colours: frames are |name____, with + and - for more and less",
	"the 256 colours of xterm",
	"colours of 24 bits",
};

COLD enum terminal_colors terminal_colors(int fd, enum terminal_when when)
{
	struct slice depth = terminal_environment("COLORTERM");

	switch (when) {
	case WHEN_NEVER: return COLORS_NONE;
	case WHEN_256: return COLORS_256;
	case WHEN_TRUE: return COLORS_TRUE;
	case WHEN_AUTO:
		if (terminal_environment("NO_COLOR").len > 0 || !terminal_is(fd))
			return COLORS_NONE;
		break;
	case WHEN_ALWAYS: break;
	}
	return slice_equal(depth, SLICE("truecolor")) || slice_equal(depth, SLICE("24bit"))
		       ? COLORS_TRUE
		       : COLORS_256;
}

/* The levels of a channel in xterm's cube. */
static const uint8_t levels[] = {0, 95, 135, 175, 215, 255};

static int nearest_level(int channel)
{
	int best = 0, i;

	for (i = 1; i < (int)ARRAY_LEN(levels); i++) {
		if (abs(levels[i] - channel) < abs(levels[best] - channel))
			best = i;
	}
	return best;
}

static int distance(struct color color, int red, int green, int blue)
{
	red -= color.red;
	green -= color.green;
	blue -= color.blue;
	return red * red + green * green + blue * blue;
}

/* One of the 256: its number, and what it looks like. */
struct numbered {
	int number;
	struct color color;
};

/* The nearest of the cube, 16 to 231, and the greys, 232 to 255: 8, 18, ... 238. */
static struct numbered nearest_of_256(struct color color)
{
	const int red = nearest_level(color.red), green = nearest_level(color.green);
	const int blue = nearest_level(color.blue);
	const int mean = (color.red + color.green + color.blue) / 3;
	const int step = mean < 8 ? 0 : mean > 238 ? 23 : (mean - 3) / 10;
	const uint8_t grey = (uint8_t)(8 + 10 * step);

	if (distance(color, grey, grey, grey) <
	    distance(color, levels[red], levels[green], levels[blue]))
		return (struct numbered){232 + step, {grey, grey, grey, false}};
	return (struct numbered){16 + 36 * red + 6 * green + blue,
				 {levels[red], levels[green], levels[blue], false}};
}

/* The eight that all terminals have, as xterm shows them. */
static struct numbered nearest_of_8(struct color color)
{
	struct numbered best = {0, {0, 0, 0, false}};
	int number;

	for (number = 0; number < 8; number++) {
		const struct color other = {number & 1 ? 205 : 0, number & 2 ? 205 : 0,
					    number & 4 ? 205 : 0, false};

		if (distance(color, other.red, other.green, other.blue) <
		    distance(color, best.color.red, best.color.green, best.color.blue))
			best = (struct numbered){number, other};
	}
	return best;
}

COLD struct terminal_pair terminal_pair(struct color background, unsigned colors)
{
	struct numbered nearest;

	if (colors > 256)
		return (struct terminal_pair){background.red << 16 | background.green << 8 |
						      background.blue,
					      color_wants_white(background) ? 0xffffff : 0};
	nearest = colors == 256 ? nearest_of_256(background) : nearest_of_8(background);
	if (colors == 256)
		return (struct terminal_pair){nearest.number,
					      color_wants_white(nearest.color) ? 231 : 16};
	return (struct terminal_pair){nearest.number, color_wants_white(nearest.color) ? 7 : 0};
}

COLD void terminal_add_color(struct buf *buf, enum terminal_colors colors, struct color background)
{
	const struct terminal_pair pair = terminal_pair(background, 256);

	if (colors == COLORS_256)
		buf_printf(buf, "\033[38;5;%d;48;5;%dm", pair.text, pair.background);
	else if (colors == COLORS_TRUE)
		buf_printf(buf, "\033[38;2;%s;48;2;%d;%d;%dm",
			   color_wants_white(background) ? "255;255;255" : "0;0;0", background.red,
			   background.green, background.blue);
}

COLD void terminal_add_reset(struct buf *buf, enum terminal_colors colors)
{
	if (colors != COLORS_NONE)
		buf_add_text(buf, "\033[0m");
}
