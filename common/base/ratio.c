/* SPDX-License-Identifier: MIT */
#include "common/base/ratio.h"

#include "common/base/u128.h"

/* Quotient and remainder of part * scale / whole. */
static uint64_t ratio_divide(uint64_t part, uint64_t whole, uint64_t scale, uint64_t *rest)
{
	struct u128 product = u128_multiply(part, scale);

	assert(part <= whole && whole > 0);
	*rest = u128_divide(&product, whole);
	return product.low;
}

uint64_t ratio_floor(uint64_t part, uint64_t whole, uint64_t scale)
{
	uint64_t rest;

	return ratio_divide(part, whole, scale, &rest);
}

uint64_t ratio_ceil(uint64_t part, uint64_t whole, uint64_t scale)
{
	uint64_t rest, quotient = ratio_divide(part, whole, scale, &rest);

	return quotient + (rest > 0);
}

uint64_t ratio_round(uint64_t part, uint64_t whole, uint64_t scale)
{
	uint64_t rest, quotient = ratio_divide(part, whole, scale, &rest);

	return quotient + (rest > 0 && rest >= whole - rest);
}
