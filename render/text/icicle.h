/* SPDX-License-Identifier: MIT */
/*
 * icicle.h - the picture as text for a terminal: a row of cells for each depth, a frame as many of
 * them as its share of the whole, but at least one. Coloured, or as "|name____".
 */
#ifndef FLAMBEAU_ICICLE_H
#define FLAMBEAU_ICICLE_H

#include "render/palette/paint.h"
#include "render/palette/states.h"
#include "render/text/terminal_colors.h"
#include "render/tree/caption.h"
#include "render/tree/layout.h"
#include "render/tree/tree.h"

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
