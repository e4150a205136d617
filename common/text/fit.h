/* SPDX-License-Identifier: MIT */
/*
 * fit.h - names of anything as frames of folded stacks.
 */
#ifndef FLAMBEAU_FIT_H
#define FLAMBEAU_FIT_H

#include "common/text/buf.h"

/*
 * A name as a frame: `;` separates frames, so it becomes `:`; control characters become blanks; a
 * name of nothing is [unknown]. What is returned is `name` itself, or text in `room`.
 */
struct slice fit_frame(struct slice name, struct buf *room);

#endif
