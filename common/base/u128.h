/* SPDX-License-Identifier: MIT */
/*
 * u128.h - unsigned numbers of 128 bits, for products of counts.
 */
#ifndef FLAMBEAU_U128_H
#define FLAMBEAU_U128_H

#include "common/base/base.h"

/* high * 2^64 + low */
struct u128 {
	uint64_t high, low;
};

struct u128 u128_multiply(uint64_t a, uint64_t b);

/* Divides *number by anything but 0, and returns the remainder. */
uint64_t u128_divide(struct u128 *number, uint64_t by);

/* sum += a * b, modulo 2^128 */
static inline void u128_add_product(struct u128 *sum, uint64_t a, uint64_t b)
{
#if defined(__SIZEOF_INT128__)
	__extension__ unsigned __int128 product = (unsigned __int128)a * b;
	const struct u128 more = {.high = (uint64_t)(product >> 64), .low = (uint64_t)product};
#else
	const struct u128 more = u128_multiply(a, b);
#endif

	sum->low += more.low;
	sum->high += more.high + (sum->low < more.low);
}

#endif
