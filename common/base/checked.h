/* SPDX-License-Identifier: MIT */
/*
 * checked.h - sums and products of counts that fit in 64 bits, or do not.
 */
#ifndef FLAMBEAU_CHECKED_H
#define FLAMBEAU_CHECKED_H

#include "common/base/base.h"

/* *sum += more. False, with *sum as it was, if the sum does not fit. */
static inline bool u64_add(uint64_t *sum, uint64_t more)
{
	if (more > UINT64_MAX - *sum)
		return false;
	*sum += more;
	return true;
}

/* *value *= factor, which is not 0. False, with *value as it was, if the product does not fit. */
static inline bool u64_multiply(uint64_t *value, uint64_t factor)
{
	assert(factor > 0);
	if (*value > UINT64_MAX / factor)
		return false;
	*value *= factor;
	return true;
}

/* Whole hundredths, 100 at most. */
static inline unsigned u64_percent(uint64_t part, uint64_t whole)
{
	if (part >= whole)
		return 100;
	return (unsigned)(part > UINT64_MAX / 100 ? part / (whole / 100) : part * 100 / whole);
}

/* The greatest common divisor; of 0 and a number, that number. */
static inline uint64_t u64_gcd(uint64_t a, uint64_t b)
{
	while (b > 0) {
		const uint64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

/* 10^digits, for at most 19 digits. */
static inline uint64_t u64_power_of_ten(unsigned digits)
{
	uint64_t power = 1;

	assert(digits <= 19);
	for (; digits > 0; digits--)
		power *= 10;
	return power;
}

/* The number of decimal digits: 1 for 0. */
static inline unsigned u64_digits(uint64_t value)
{
	unsigned digits = 1;

	for (; value >= 10; value /= 10)
		digits++;
	return digits;
}

/*
 * *value *= 10^digits, for any number of digits. False, with *value undefined, if that does not
 * fit.
 */
static inline bool u64_scale(uint64_t *value, unsigned digits)
{
	for (; digits > 0 && *value > 0; digits--) {
		if (!u64_multiply(value, 10))
			return false;
	}
	return true;
}

#endif
