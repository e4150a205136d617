/* SPDX-License-Identifier: MIT */
#include "common/base/u128.h"

struct u128 u128_multiply(uint64_t a, uint64_t b)
{
	const uint64_t half = UINT32_MAX;
	uint64_t low = (a & half) * (b & half);
	uint64_t middle = (a >> 32) * (b & half) + (low >> 32);
	uint64_t other = (a & half) * (b >> 32) + (middle & half);

	return (struct u128){(a >> 32) * (b >> 32) + (middle >> 32) + (other >> 32),
			     other << 32 | (low & half)};
}

uint64_t u128_divide(struct u128 *number, uint64_t by)
{
	uint64_t rest, low = number->low;
	int bit;

	assert(by > 0);
	if (number->high == 0) {
		number->low = low / by;
		return low % by;
	}
	rest = number->high % by;
	number->high /= by;
	for (bit = 0; bit < 64; bit++) { /* the quotient moves in where the number moves out */
		bool carry = rest >> 63;

		rest = rest << 1 | low >> 63;
		low <<= 1;
		if (carry || rest >= by) {
			rest -= by;
			low |= 1;
		}
	}
	number->low = low;
	return rest;
}
