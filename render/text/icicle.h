/* SPDX-License-Identifier: MIT */
/*
 * icicle.h - the picture as text for a terminal: a row of cells for each depth, a frame as many of
 * them as its share of the whole, but at least one. Coloured, or as "|name____". And the colours of
 * the terminal where text goes.
 */
#ifndef FLAMBEAU_ICICLE_H
#define FLAMBEAU_ICICLE_H

#include "common/base/buf.h"
#include "common/base/system.h"
#include "render/palette/paint.h"
#include "render/palette/states.h"
#include "render/tree/caption.h"
#include "render/tree/layout.h"
#include "render/tree/tree.h"

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

struct icicle_style {
	struct slice title, subtitle; /* empty: none */
	enum terminal_colors colors;
	size_t columns;      /* of the terminal */
	uint64_t depth;      /* rows below the root that are shown; 0: all */
	bool root_at_bottom; /* flames */
	enum label_rule label;
};

struct icicle {
	const struct icicle_style *style;
	const struct layout *layout; /* of frames no narrower than a cell */
	const struct paint *paint;
	const struct intern *names;
	const struct caption *caption;
	const struct paint_deltas *deltas;
	const struct node *largest;  /* change of a differential, or NULL */
	const struct states *states; /* of the palette wall; NULL: it is another one */
};

void icicle_write(struct buf *buf, const struct icicle *icicle);

#endif
