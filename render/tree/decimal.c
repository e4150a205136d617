/* SPDX-License-Identifier: MIT */
#include "render/tree/decimal.h"

#include "common/base/checked.h"
#include "common/base/exact.h"

static const uint64_t exact_max = (uint64_t)1 << 53; /* integers up to it are exact as doubles */

/* Take the digits with at most one point; the value is *value * 10^-*digits. */
static bool take_digits(struct slice *text, uint64_t *value, int *digits)
{
	bool point = false, some = false, full = false;
	size_t i;

	*value = 0;
	*digits = 0;
	for (i = 0; i < text->len; i++) {
		char c = text->ptr[i];

		if (c == '.' && !point) {
			point = true;
			continue;
		}
		if (!char_is_digit(c))
			break;
		some = true;
		full |= *value > (UINT64_MAX - (uint64_t)(c - '0')) / 10;
		if (full && !point)
			return false;
		if (full)
			continue;
		*value = *value * 10 + (uint64_t)(c - '0');
		*digits += point;
	}
	*text = slice_tail(*text, i);
	return some;
}

/* Take "e-3", if it is there. */
static int take_exponent(struct slice *text)
{
	const int most = 1000;
	struct slice rest = *text;
	int exponent = 0, sign = 1;

	if (!slice_skip(&rest, SLICE("e")) && !slice_skip(&rest, SLICE("E")))
		return 0;
	if (slice_skip(&rest, SLICE("-")))
		sign = -1;
	else
		slice_skip(&rest, SLICE("+"));
	if (rest.len == 0 || !char_is_digit(rest.ptr[0]))
		return 0;
	for (; rest.len > 0 && char_is_digit(rest.ptr[0]); rest = slice_tail(rest, 1)) {
		if (exponent < most)
			exponent = exponent * 10 + (rest.ptr[0] - '0');
	}
	*text = rest;
	return sign * exponent;
}

static bool take_decimal(struct slice *text, struct decimal *decimal)
{
	uint64_t value;
	int digits;

	if (!take_digits(text, &value, &digits))
		return false;
	digits -= take_exponent(text);
	if (digits < 0 && !u64_scale(&value, (unsigned)-digits))
		return false;
	while (digits > 0 && (value % 10 == 0 || digits > DECIMAL_DIGITS)) {
		if (value == 0)
			digits = 1;
		else if (value < 10 && digits > DECIMAL_DIGITS)
			return false;
		value /= 10;
		digits--;
	}
	*decimal = (struct decimal){value, digits > 0 ? (unsigned)digits : 0};
	return true;
}

bool decimal_parse(struct slice text, struct decimal *decimal)
{
	return take_decimal(&text, decimal) && text.len == 0;
}

struct decimal decimal_prefix(struct slice text)
{
	struct decimal decimal;

	text = slice_trim_left(text);
	slice_skip(&text, SLICE("+"));
	return take_decimal(&text, &decimal) ? decimal : (struct decimal){0};
}

bool decimal_shorten(struct decimal *decimal)
{
	while (decimal->value > exact_max && decimal->digits > 0) {
		decimal->value = decimal->value / 10 + (decimal->value % 10 >= 5);
		decimal->digits--;
	}
	return decimal->value <= exact_max;
}

double decimal_double(struct decimal decimal)
{
	return (double)decimal.value / (double)u64_power_of_ten(decimal.digits);
}

bool decimal_times(struct decimal decimal, uint64_t count, unsigned scale, uint64_t *product)
{
	struct u128 number = u128_multiply(count, decimal.value);
	unsigned digits = decimal.digits + scale;
	unsigned last = digits < DECIMAL_DIGITS ? digits : DECIMAL_DIGITS;
	uint64_t unit = u64_power_of_ten(last), rest;

	u128_divide(&number, u64_power_of_ten(digits - last));
	rest = u128_divide(&number, unit);
	*product = number.low;
	if (rest > 0 && rest >= unit - rest)
		++*product;
	return number.high == 0 && (number.low < UINT64_MAX || *product == UINT64_MAX);
}
