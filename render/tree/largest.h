/* SPDX-License-Identifier: MIT */
/*
 * largest.h - which frame of a differential changed most.
 */
#ifndef FLAMBEAU_LARGEST_H
#define FLAMBEAU_LARGEST_H

#include "render/measure/caption.h"
#include "render/tree/tree.h"

/*
 * The frame whose share changed by the most percentage points: of equals one that is further
 * from the root, which is where the change of the others comes from, then the first. NULL if
 * no share changed. The root's is always 100 %.
 */
const struct node *largest_change(const struct tree *tree, const struct caption *caption);

#endif
