/* SPDX-License-Identifier: MIT */
/*
 * delta_member.h - the mapping from changes to colours, for scripts that compute colours anew.
 */
#ifndef FLAMBEAU_DELTA_MEMBER_H
#define FLAMBEAU_DELTA_MEMBER_H

#include "render/palette/paint.h"

/* Append the member "delta" of a JSON object, with the comma before it. */
void delta_member_add(struct buf *buf, const struct paint_deltas *deltas);

#endif
