/* SPDX-License-Identifier: MIT */
/*
 * stacks.h - changes to the stacks before the call tree is built: profile in, profile out.
 */
#ifndef FLAMBEAU_STACKS_H
#define FLAMBEAU_STACKS_H

#include "common/profile.h"

/* Turn every stack round: the leaf becomes the frame at the root. */
void stacks_reverse(struct profile *profile);

#endif
