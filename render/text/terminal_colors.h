/* SPDX-License-Identifier: MIT */
/*
 * terminal_colors.h - the colours of the terminal where text goes.
 */
#ifndef FLAMBEAU_TERMINAL_COLORS_H
#define FLAMBEAU_TERMINAL_COLORS_H

#include "common/base/buf.h"
#include "common/base/system.h"
#include "render/palette/palette.h"

enum terminal_colors {
	COLORS_NONE,
	COLORS_256,  /* the colours of xterm: a cube of 6 x 6 x 6 and 24 greys */
	COLORS_TRUE, /* 24 bits */
};

/* Words for the command line, NULL at the end, in the order of enum terminal_when. */
extern const char *const terminal_color_names[]; /* also 256, truecolor */
extern const char *const terminal_color_helps[];

/* NO_COLOR, if it is not empty, decides where it is left to the terminal. */
enum terminal_colors terminal_colors(int fd, enum terminal_when when);

/*
 * The numbers of a background and of the text on it, black or white, among so many colours of a
 * terminal: 8, 16, 256, or 2^24.
 */
struct terminal_pair {
	int background, text;
};

struct terminal_pair terminal_pair(struct color background, unsigned colors);

/* Set background and text, black or white, which is more readable; COLORS_NONE: nothing. */
void terminal_add_color(struct buf *buf, enum terminal_colors colors, struct color background);
void terminal_add_reset(struct buf *buf, enum terminal_colors colors);

#endif
