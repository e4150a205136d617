/* SPDX-License-Identifier: MIT */
/*
 * nearest.h - the word that was probably meant. Words are compared by their edit distance: letters
 * inserted, deleted, replaced, or swapped with their neighbours. Case is ignored.
 */
#ifndef FLAMBEAU_NEAREST_H
#define FLAMBEAU_NEAREST_H

#include "common/base/buf.h"

struct nearest {
	struct slice typed;
	struct slice word; /* the nearest of the words offered so far; empty: none is near */
	size_t distance;   /* of it; at first the least that is too far */
};

/*
 * Words of less than 3 bytes have no neighbours; longer ones may have an edit for each 3 bytes, up
 * to 3.
 */
struct nearest nearest_to(struct slice typed);

/* Offer a word, which is not copied. Of equally near words the first one offered wins. */
void nearest_offer(struct nearest *nearest, struct slice word);

/* Append " (did you mean WORD?)", with `before` before the word; nothing if none is near. */
void nearest_add(struct buf *buf, const struct nearest *nearest, const char *before);

#endif
