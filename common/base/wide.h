/* SPDX-License-Identifier: MIT */
/*
 * wide.h - products of two counts, which 64 bits do not hold.
 */
#ifndef FLAMBEAU_WIDE_H
#define FLAMBEAU_WIDE_H

#include "common/base/base.h"

/* high * 2^64 + low */
struct wide {
	uint64_t high, low;
};

struct wide wide_multiply(uint64_t a, uint64_t b);

/* Divides *number by anything but 0, and returns the remainder. */
uint64_t wide_divide(struct wide *number, uint64_t by);

/* sum += a * b, modulo 2^128 */
static inline void wide_add_product(struct wide *sum, uint64_t a, uint64_t b)
{
#if defined(__SIZEOF_INT128__)
	__extension__ unsigned __int128 product = (unsigned __int128)a * b;
	const struct wide more = {.high = (uint64_t)(product >> 64), .low = (uint64_t)product};
#else
	const struct wide more = wide_multiply(a, b);
#endif

	sum->low += more.low;
	sum->high += more.high + (sum->low < more.low);
}

#endif
