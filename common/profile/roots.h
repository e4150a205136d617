/* SPDX-License-Identifier: MIT */
/*
 * roots.h - processes of different names as one. The root frame of a stack is the process, so the
 * stacks of ./old and ./new differ in nothing but a name that is not a function.
 */
#ifndef FLAMBEAU_ROOTS_H
#define FLAMBEAU_ROOTS_H

#include "common/profile/profile.h"

/* Which roots are compared as one. */
enum roots_rule {
	ROOTS_PAIR, /* the only one of each side, if both call the same functions */
	ROOTS_ALL,
	ROOTS_NONE,
};

/* Owns its memory; a zeroed struct changes nothing. */
struct roots {
	struct buf name;         /* the new name of the roots; empty: no change */
	struct slice members[2]; /* the roots that get it, parts of `name`; empty: all roots */
};

/*
 * Find roots of a profile with two columns that are one process. ROOTS_PAIR: the only root that is
 * on the first side alone and the only one on the second side alone, if at least half of the samples
 * of each begin, below the root, with a frame that the other one has, too.
 */
void roots_find(struct roots *roots, const struct profile *joined, enum roots_rule rule);

/* Rename the roots of a profile; stacks that become equal are added up. */
void roots_join(const struct roots *roots, struct profile *profile);

void roots_release(struct roots *roots);

#endif
