/* SPDX-License-Identifier: MIT */
/*
 * symbol_ranges.h - symbols that may be nested or overlap, found by address: the symbol that starts
 * last among those that hold the address. Filled and sorted by one thread; then any thread may
 * search.
 */
#ifndef FLAMBEAU_SYMBOL_RANGES_H
#define FLAMBEAU_SYMBOL_RANGES_H

#include "common/base/slice.h"

struct symbol_range {
	uint64_t start, end; /* [start, end) */
	struct slice name;   /* the caller's */
	uint32_t rank;       /* of several symbols with one start the lowest rank is used */
	uint32_t order;      /* of symbol_ranges_add(): decides between equal ranks */
};

/* A zeroed struct is empty. */
struct symbol_ranges {
	struct symbol_range *at; /* after symbol_ranges_sort(): by start, rank, order */
	size_t count, cap;
	struct range_span *spans; /* private */
	size_t span_count;
};

void symbol_ranges_release(struct symbol_ranges *ranges);

/* `end` may equal `start`. At most UINT32_MAX are kept. */
void symbol_ranges_add(struct symbol_ranges *ranges, uint64_t start, uint64_t end,
		       struct slice name, uint32_t rank);

/* Must be called once, after the last symbol_ranges_add(). O(n log n). */
void symbol_ranges_sort(struct symbol_ranges *ranges);

/*
 * For symbol tables in which an empty range has no known size, between sort and search: its end
 * becomes the next start; the end of the last one lies 4096 bytes after the next page border.
 */
void symbol_ranges_close(struct symbol_ranges *ranges);

/* Must be called once, after symbol_ranges_sort() and symbol_ranges_close(). Linear. */
void symbol_ranges_index(struct symbol_ranges *ranges);

/* NULL if no symbol holds the address. O(log n). */
const struct symbol_range *symbol_ranges_find(const struct symbol_ranges *ranges, uint64_t address);

/*
 * The end of the last symbol of a table that has no sizes: 4096 bytes after the next page border.
 */
uint64_t symbol_ranges_last_end(uint64_t start);

#endif
