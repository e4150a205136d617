/* SPDX-License-Identifier: MIT */
/*
 * drawing.h - run flamegraph on files of folded stacks, and put the picture where it belongs when
 * it is complete.
 */
#ifndef FLAMBEAU_DRAWING_H
#define FLAMBEAU_DRAWING_H

#include "record/options/request.h"

struct drawing {
	const struct request *request; /* its options are passed to flamegraph */
	const struct buf *folded;      /* path of the stacks, NUL-terminated */
	const struct buf *target;      /* path of the picture, NUL-terminated; "-": it is printed */
	struct slice title, subtitle;  /* unless --title and --subtitle are given */
	const char *width;             /* for --diff-width, or NULL */
};

/* False after a message; the old picture stays then. */
bool drawing_make(const struct drawing *drawing);

/* Copy an existing picture instead; false after a message, the old picture stays then. */
bool drawing_copy(const char *from, const struct buf *target);

#endif
