/* SPDX-License-Identifier: MIT */
#include "common/base/exact.h"

#include "common/base/checked.h"

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

bool factor_parse(struct slice text, struct factor *factor)
{
	struct slice whole = text, decimals = slice_tail(text, text.len);
	uint64_t front = 0, behind = 0;

	if (slice_cut(&text, '.', &whole))
		decimals = text;
	if (whole.len + decimals.len == 0 || decimals.len > LIMIT_SCALE ||
	    (whole.len > 0 && (!slice_is_number(whole) || !slice_to_u64(whole, &front))) ||
	    (decimals.len > 0 && (!slice_is_number(decimals) || !slice_to_u64(decimals, &behind))))
		return false;
	factor->scale = (unsigned)decimals.len;
	factor->value = front;
	return u64_scale(&factor->value, factor->scale) && u64_add(&factor->value, behind) &&
	       factor->value > 0;
}

static bool is_of_number(char c)
{
	return char_is_digit(c) || c == '.';
}

bool factor_split(struct slice *name, struct factor *factor)
{
	size_t colon = slice_rfind(*name, ':');
	struct slice number = slice_tail(*name, colon == SLICE_NONE ? name->len : colon + 1);

	*factor = (struct factor){1, 0};
	if (number.len == 0 || !slice_all(number, is_of_number))
		return true;
	*name = slice_head(*name, colon);
	return factor_parse(number, factor);
}

bool factor_is_one(const struct factor *factor)
{
	return factor->value == 1 && factor->scale == 0;
}

struct product factor_times(const struct factor *factor, uint64_t count, unsigned scale)
{
	const unsigned digits = scale + factor->scale;
	const unsigned kept = digits < LIMIT_SCALE ? digits : LIMIT_SCALE;
	const uint64_t unit = u64_power_of_ten(digits - kept);
	struct u128 product = u128_multiply(count, factor->value);
	uint64_t rest = u128_divide(&product, unit);
	struct product result = {product.low, kept, rest > 0, product.high > 0};

	if (rest > unit - rest || (rest > 0 && rest == unit - rest && product.low % 2 == 1)) {
		result.overflow |= result.count == UINT64_MAX;
		result.count++;
	}
	return result;
}
