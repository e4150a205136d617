/* SPDX-License-Identifier: MIT */
#include "common/base/wide.h"

struct wide wide_multiply(uint64_t a, uint64_t b)
{
	const uint64_t half = UINT32_MAX;
	uint64_t low = (a & half) * (b & half);
	uint64_t middle = (a >> 32) * (b & half) + (low >> 32);
	uint64_t other = (a & half) * (b >> 32) + (middle & half);

	return (struct wide){(a >> 32) * (b >> 32) + (middle >> 32) + (other >> 32),
			     other << 32 | (low & half)};
}

uint64_t wide_divide(struct wide *number, uint64_t by)
{
	uint64_t rest = number->high % by, quotient = 0;
	int bit;

	assert(by > 0);
	if (number->high == 0) {
		rest = number->low % by;
		number->low /= by;
		return rest;
	}
	number->high /= by;
	for (bit = 63; bit >= 0; bit--) {
		bool carry = rest >> 63;

		rest = rest << 1 | (number->low >> bit & 1);
		quotient <<= 1;
		if (carry || rest >= by) {
			rest -= by;
			quotient |= 1;
		}
	}
	number->low = quotient;
	return rest;
}
