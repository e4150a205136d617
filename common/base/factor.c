/* SPDX-License-Identifier: MIT */
#include "common/base/factor.h"

#include "common/base/checked.h"
#include "common/base/u128.h"

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
