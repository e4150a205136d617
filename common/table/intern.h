/* SPDX-License-Identifier: MIT */
/*
 * intern.h - frame name <-> frame id. Ids count up from 0 in the order of first
 * sight, so they index arrays. A zeroed struct is empty; it owns copies of the names.
 *
 * Several threads may share their names, each with a struct of its own: a view of the table as it
 * was when the thread last interned a new name. Names are found without a lock and added under one.
 */
#ifndef FLAMBEAU_INTERN_H
#define FLAMBEAU_INTERN_H

#include "common/base/arena.h"
#include "common/table/hash.h"

typedef uint32_t frame_id;

struct intern_shared;

struct intern {
	struct arena arena; /* the names, each after its length */
	char **names;       /* by id */
	size_t count, cap;
	struct hash_ids index;
	struct intern_shared *shared; /* NULL: they are its own */
};

void intern_release(struct intern *intern);

/* From now on both give a name the same id; `other` is empty. Before the threads start. */
void intern_share(struct intern *intern, struct intern *other);

/* True if both share one table of names. */
static inline bool intern_shares(const struct intern *a, const struct intern *b)
{
	return a->shared && a->shared == b->shared;
}

/* All names are its own again: those it shared them with have been released. */
void intern_own(struct intern *intern);

/* No name will be added: give back what finds them. */
void intern_freeze(struct intern *intern);

/* The id of `name`, new if it has none; the name is copied then. */
frame_id intern_add(struct intern *intern, struct slice name);

/* intern_add() of several names at once: what finds them is fetched meanwhile. */
enum { INTERN_TOGETHER = 16 };
void intern_add_together(struct intern *intern, const struct slice *names, size_t count,
			 frame_id *ids);

/* intern_add() of all names of `from`, whose ids are indexes of `ids`. */
void intern_add_all(struct intern *intern, const struct intern *from, frame_id *ids);

/* The id of a name; HASH_NONE if it has none. */
frame_id intern_find(const struct intern *intern, struct slice name);

/* A name's length comes before it, in one byte, or after a byte that marks a long name. */
enum { INTERN_LONG = 255 };

/*
 * The name of an id that intern_add() gave; good until intern_release(). Where names are shared
 * this struct must have given it.
 */
static inline struct slice intern_name(const struct intern *intern, frame_id id)
{
	const char *name;
	size_t len;

	assert(id < intern->cap);
	name = intern->names[id];
	len = (unsigned char)*name++;
	if (UNLIKELY(len == INTERN_LONG)) {
		memcpy(&len, name, sizeof(len));
		name += sizeof(len);
	}
	return slice_of(name, len);
}

/* The name of an id that intern_add() gave to this struct or to one that it shares names with. */
struct slice intern_shared_name(struct intern *intern, frame_id id);

#endif
