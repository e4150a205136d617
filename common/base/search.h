/* SPDX-License-Identifier: MIT */
/* search.h - places in a sorted array, by halving. */
#ifndef FLAMBEAU_SEARCH_H
#define FLAMBEAU_SEARCH_H

#include "common/base/base.h"

/*
 * Narrow [low, high), of size_t, until `low` is the first place that is not `before`: an expression
 * of the place `at`, true up to some place and false from there on.
 */
#define SEARCH(low, high, at, before)                                                              \
	do {                                                                                       \
		while ((low) < (high)) {                                                           \
			const size_t at = (low) + ((high) - (low)) / 2;                            \
                                                                                                   \
			if (before)                                                                \
				(low) = at + 1;                                                    \
			else                                                                       \
				(high) = at;                                                       \
		}                                                                                  \
	} while (0)

/* See SEARCH_UP_TO; `key` points to the first key, the others follow every `stride` bytes. */
static inline size_t search_up_to(const uint64_t *key, size_t count, size_t stride, uint64_t value)
{
	size_t low = 0, high = count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		uint64_t there;

		memcpy(&there, (const char *)key + middle * stride, sizeof(there));
		if (there <= value)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* For SORT(), of uint64_t, or of structs that begin with one. */
static inline int u64_compare(const void *a, const void *b)
{
	uint64_t left, right;

	memcpy(&left, a, sizeof(left));
	memcpy(&right, b, sizeof(right));
	return left < right ? -1 : left > right;
}

/* For SORT(), of structs that begin with two uint64_t. */
static inline int u64_compare_pairs(const void *a, const void *b)
{
	const int first = u64_compare(a, b);

	return first != 0 ? first
			  : u64_compare((const char *)a + sizeof(uint64_t),
					(const char *)b + sizeof(uint64_t));
}

/*
 * How many elements have at most that value in a uint64_t by which they are in order: in a list of
 * ranges by their starts, the one that an address may be in is the one before.
 */
#define SEARCH_UP_TO(at, count, member, value)                                                     \
	((count) > 0 ? search_up_to(&(at)->member, (count), sizeof(*(at)), (value)) : 0)

#endif
