/* SPDX-License-Identifier: MIT */
/*
 * tally.h - counts occurrences of values: to list what options could have selected. A zeroed struct
 * is empty; it owns copies of the values: of 65536 different ones at most, and of their first 128
 * bytes.
 */
#ifndef FLAMBEAU_TALLY_H
#define FLAMBEAU_TALLY_H

#include "common/base/buf.h"
#include "common/table/intern.h"

struct tally {
	struct intern values;
	uint64_t *counts; /* by id of the value */
	size_t cap;
};

/* Values that are empty, or too many, are not counted. */
void tally_add(struct tally *tally, struct slice value, uint64_t count);

/* Add all counts of `from`, which is empty then. */
void tally_move(struct tally *into, struct tally *from);

/*
 * Append "make (1,200), cc1 (30) and 4 more": the ten most frequent ones, the most frequent first.
 */
void tally_write(const struct tally *tally, struct buf *out);

/* Append "make, cc1 and 4 more", in the same order. */
void tally_write_values(const struct tally *tally, struct buf *out);

void tally_release(struct tally *tally);

#endif
