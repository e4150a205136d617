/* SPDX-License-Identifier: MIT */
/*
 * timed_ranges.h - ranges of addresses, each from a time on: the range that was added last, up to
 * a time, among those that hold an address. Filled by one thread; then any thread may search.
 */
#ifndef FLAMBEAU_TIMED_RANGES_H
#define FLAMBEAU_TIMED_RANGES_H

#include "common/base/slice.h"

struct timed_range {
	uint64_t time;       /* of its beginning; it ends where another one covers it */
	uint64_t start, end; /* [start, end) */
	struct slice name;   /* the caller's */
	uint32_t frames;     /* the caller's: jit_dump.h */
	uint32_t order;      /* of timed_ranges_add(): decides between equal times */
};

/* A zeroed struct is empty. */
struct timed_ranges {
	struct timed_range *at; /* after timed_ranges_index(): by time, order */
	size_t count, cap;

	/* private: where ranges begin and end, and a tree of segments over these addresses */
	uint64_t *borders;
	size_t border_count;
	uint32_t *owners;  /* of each segment, counted from 1; NULL: `lists` and `members` */
	size_t *lists;     /* ranges of node N: members[lists[N]] to members[lists[N + 1]] */
	uint32_t *members; /* indices into `at`, ascending in each node */
};

void timed_ranges_release(struct timed_ranges *ranges);

/* Add a range; one that holds no address is left out. Fewer than 2^32. */
void timed_ranges_add(struct timed_ranges *ranges, const struct timed_range *range);

/* Must be called once, after the last timed_ranges_add(). O(n log n). */
void timed_ranges_index(struct timed_ranges *ranges);

/* The last range, up to `time`, that holds the address; NULL: none. O(log^2 n). */
const struct timed_range *timed_ranges_find(const struct timed_ranges *ranges, uint64_t address,
					    uint64_t time);

#endif
