/* SPDX-License-Identifier: MIT */
/*
 * intern.h - frame name <-> frame id. Ids count up from 0 in the order of first
 * sight, so they index arrays. A zeroed struct is empty; it owns copies of the names.
 */
#ifndef FLAMBEAU_INTERN_H
#define FLAMBEAU_INTERN_H

#include "common/arena.h"
#include "common/hash.h"

typedef uint32_t frame_id;

struct intern {
	struct arena arena;  /* the names' bytes */
	struct slice *names; /* by id */
	size_t count, cap;
	struct hash_numbers index;
};

void intern_release(struct intern *intern);

/* The id of `name`, new if it has none; the name is copied then. */
frame_id intern_add(struct intern *intern, struct slice name);

/* The name of an id that intern_add() gave; good until intern_release(). */
static inline struct slice intern_name(const struct intern *intern, frame_id id)
{
	return intern->names[id];
}

#endif
