/* SPDX-License-Identifier: MIT */
#include "render/measure/ratio.h"

/* *rest += more, modulo `whole`; true if that passed it. Both are at most `whole`. */
static bool add_modulo(uint64_t *rest, uint64_t more, uint64_t whole)
{
	if (more >= whole - *rest) {
		*rest = more - (whole - *rest);
		return true;
	}
	*rest += more;
	return false;
}

/* Quotient and remainder of part * scale / whole; long division where the product is too long. */
static uint64_t divide(uint64_t part, uint64_t whole, uint64_t scale, uint64_t *rest)
{
	uint64_t quotient = 0, bit;

	assert(part <= whole && whole > 0);
	*rest = 0;
	if (part == 0)
		return 0;
	if (scale <= UINT64_MAX / part) {
		*rest = part * scale % whole;
		return part * scale / whole;
	}
	for (bit = (uint64_t)1 << 63; bit > 0; bit >>= 1) {
		quotient <<= 1;
		quotient += add_modulo(rest, *rest, whole);
		if (scale & bit)
			quotient += add_modulo(rest, part, whole);
	}
	return quotient;
}

uint64_t ratio_floor(uint64_t part, uint64_t whole, uint64_t scale)
{
	uint64_t rest;

	return divide(part, whole, scale, &rest);
}

uint64_t ratio_ceil(uint64_t part, uint64_t whole, uint64_t scale)
{
	uint64_t rest, quotient = divide(part, whole, scale, &rest);

	return quotient + (rest > 0);
}

uint64_t ratio_round(uint64_t part, uint64_t whole, uint64_t scale)
{
	uint64_t rest, quotient = divide(part, whole, scale, &rest);

	return quotient + (rest > 0 && rest >= whole - rest);
}
