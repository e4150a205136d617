/* SPDX-License-Identifier: MIT */
/*
 * cells.h - text in the cells of a terminal: how wide it is, and that nothing in it is obeyed. What
 * has no picture of its own (control and format characters, bytes that are not UTF-8) is shown as
 * `?`; built without utf8proc, so is what may not be one cell wide.
 */
#ifndef FLAMBEAU_CELLS_H
#define FLAMBEAU_CELLS_H

#include "common/base/buf.h"

/* Which part of a text that is too long is shown. */
enum label_rule {
	LABEL_HEAD,  /* its first characters */
	LABEL_TAIL,  /* its last characters */
	LABEL_BYTES, /* its first characters; in pictures also where its bytes just fill the room */
};

size_t cells_count(struct slice text);

/*
 * As much of the text as `room` cells show, the rest replaced by ".."; nothing below 3 where it
 * does not fit. How many cells that took.
 */
size_t cells_add(struct buf *buf, struct slice text, size_t room, enum label_rule rule);

/* A character `count` times. */
void cells_fill(struct buf *buf, const char *character, size_t count);

#endif
