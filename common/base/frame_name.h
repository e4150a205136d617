/* SPDX-License-Identifier: MIT */
/*
 * frame_name.h - any text as the name of a frame of folded stacks.
 */
#ifndef FLAMBEAU_FRAME_NAME_H
#define FLAMBEAU_FRAME_NAME_H

#include "common/base/buf.h"

/*
 * Replace what a frame's name cannot contain: `;`, which separates frames, becomes `:`, and control
 * characters become blanks. A name without text becomes [unknown]. Returns `name` itself, or text
 * in `room`.
 */
struct slice frame_name_clean(struct slice name, struct buf *room);

#endif
