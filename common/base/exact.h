/* SPDX-License-Identifier: MIT */
/*
 * exact.h - exact arithmetic with counts: products of 128 bits, ratios, decimal factors.
 */
#ifndef FLAMBEAU_EXACT_H
#define FLAMBEAU_EXACT_H

#include "common/base/base.h"
#include "common/base/slice.h"

/* ---- Unsigned numbers of 128 bits, for products of counts ---- */

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

/*
 * A part of a whole on another scale, exactly, for counts up to 2^64-1.
 * `part` is at most `whole`, and `whole` is not 0; so the result is at most `scale`.
 */

/* part * scale / whole, rounded down, up, or to the nearest integer (halves up). */
uint64_t ratio_floor(uint64_t part, uint64_t whole, uint64_t scale);
uint64_t ratio_ceil(uint64_t part, uint64_t whole, uint64_t scale);
uint64_t ratio_round(uint64_t part, uint64_t whole, uint64_t scale);

/*
 * An exact decimal that counts are multiplied by, "0.5", and how it is given with a
 * file, FILE:0.5.
 */

/* value * 10^-scale, above 0. */
struct factor {
	uint64_t value;
	unsigned scale; /* at most LIMIT_SCALE */
};

/* False if that is not a number above 0 with up to LIMIT_SCALE decimals. */
bool factor_parse(struct slice text, struct factor *factor);

/* True if it changes nothing. */
bool factor_is_one(const struct factor *factor);

/*
 * Take ":0.5" off the end of a file's name; 1 if it has none. What follows the last colon is a
 * factor if it looks like a number, so a file called cpu:2 is given as cpu:2:1. False if it looks
 * so and is none.
 */
bool factor_split(struct slice *name, struct factor *factor);

/* A count in units of 10^-scale, multiplied. */
struct product {
	uint64_t count; /* in units of 10^-scale */
	unsigned scale; /* at most LIMIT_SCALE */
	bool rounded;   /* half to even: there were more than LIMIT_SCALE decimals */
	bool overflow;  /* beyond 2^64-1 */
};

struct product factor_times(const struct factor *factor, uint64_t count, unsigned scale);

#endif
