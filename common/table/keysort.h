/* SPDX-License-Identifier: MIT */
/*
 * keysort.h - a quicksort of things that are compared by keys of 8 bytes, level by level. It never
 * looks again at what things are known to have in common, and needs no memory but for itself.
 */
#ifndef FLAMBEAU_KEYSORT_H
#define FLAMBEAU_KEYSORT_H

#include "common/base/base.h"

/* A thing and its key at one level. */
struct keysort_item {
	uint64_t key;
	union {
		const void *thing;
		size_t number;
	} of;
};

struct keysort {
	const void *context; /* the caller's, for its functions */
	/* The key at a level; if two keys are equal the next level, `step` further, is compared. */
	uint64_t (*key)(const void *context, const struct keysort_item *item, uint32_t level);
	uint32_t step;
	/* True if two things with this key are equal, at any level. */
	bool (*ends)(uint64_t key);
	/*
	 * The order of two things, for few of them, and for things equal at all levels. NULL: any
	 * order.
	 */
	int (*compare)(const void *context, const struct keysort_item *a,
		       const struct keysort_item *b);
};

void keysort(const struct keysort *by, struct keysort_item *items, size_t count);

#endif
