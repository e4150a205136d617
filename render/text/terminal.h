/* SPDX-License-Identifier: MIT */
/*
 * terminal.h - what is known of the place where text goes: is it a terminal, how wide is it, which
 * colours does it have. The environment is asked here and nowhere else: COLUMNS, NO_COLOR, TERM,
 * COLORTERM.
 */
#ifndef FLAMBEAU_TERMINAL_H
#define FLAMBEAU_TERMINAL_H

#include "common/text/buf.h"
#include "render/palette/color.h"

enum terminal_colors {
	COLORS_NONE,
	COLORS_256,  /* those of xterm: a cube of 6 x 6 x 6 and 24 greys */
	COLORS_TRUE, /* 24 bits */
};

/* Words for the command line, NULL at the end, in the order of enum terminal_when. */
enum terminal_when { WHEN_AUTO, WHEN_ALWAYS, WHEN_NEVER, WHEN_256, WHEN_TRUE };

extern const char *const terminal_when_names[];  /* auto, always, never */
extern const char *const terminal_color_names[]; /* also 256, truecolor */
extern const char *const terminal_color_helps[];

enum { TERMINAL_COLUMNS = 80, TERMINAL_LEAST = 20, TERMINAL_MOST = 10000 };

/* Is the descriptor a terminal that shows more than plain text? */
bool terminal_is(int fd);

/* How many columns: `wanted`, or if that is 0 COLUMNS, those of the terminal, or 80. */
size_t terminal_columns(int fd, uint64_t wanted);

/* NO_COLOR, if it is not empty, decides where it is left to the terminal. */
enum terminal_colors terminal_colors(int fd, enum terminal_when when);

/* Set background and text, black or white, which is more readable; COLORS_NONE: nothing. */
void terminal_add_color(struct buf *buf, enum terminal_colors colors, struct color background);
void terminal_add_reset(struct buf *buf, enum terminal_colors colors);

#endif
