/* SPDX-License-Identifier: MIT */
#include "collapse/json/number.h"

#include "common/base/checked.h"

enum { MOST_EXPONENT = 100000 };

/*
 * digits * 10^exponent; more than 64 bits hold are dropped, which changes it by less than 10^-18 of
 * it.
 */
struct decimal {
	uint64_t digits;
	int exponent;
	bool negative, dropped;
};

/* Take digits off the front; returns how many. After the point each makes the exponent smaller. */
static size_t number_take_digits(struct slice *text, struct decimal *decimal, int behind)
{
	size_t count = 0;

	for (; count < text->len && char_is_digit(text->ptr[count]); count++) {
		const uint64_t digit = (uint64_t)(text->ptr[count] - '0');
		uint64_t more = decimal->digits;

		if (!decimal->dropped && u64_multiply(&more, 10) && u64_add(&more, digit)) {
			decimal->digits = more;
			decimal->exponent -= behind;
		} else {
			decimal->dropped = true;
			decimal->exponent += 1 - behind;
		}
	}
	*text = slice_tail(*text, count);
	return count;
}

static bool take_exponent(struct slice *text, struct decimal *decimal)
{
	bool negative;
	uint64_t value;

	if (text->len == 0)
		return true;
	if (!slice_skip(text, SLICE("e")) && !slice_skip(text, SLICE("E")))
		return false;
	negative = slice_skip(text, SLICE("-"));
	if (!negative)
		slice_skip(text, SLICE("+"));
	if (!slice_is_number(*text))
		return false;
	if (!slice_to_u64(*text, &value) || value > MOST_EXPONENT)
		value = MOST_EXPONENT;
	decimal->exponent += negative ? -(int)value : (int)value;
	return true;
}

static bool number_parse(struct slice text, struct decimal *decimal)
{
	size_t count;

	*decimal = (struct decimal){.negative = slice_skip(&text, SLICE("-"))};
	if (slice_to_u64(text, &decimal->digits)) /* most are such */
		return true;
	if (text.len > MOST_EXPONENT)
		return false;
	count = number_take_digits(&text, decimal, 0);
	if (slice_skip(&text, SLICE(".")))
		count += number_take_digits(&text, decimal, 1);
	return count > 0 && take_exponent(&text, decimal);
}

/* digits * 10^exponent as a whole number. */
static bool resolve(const struct decimal *decimal, uint64_t *value)
{
	int exponent = decimal->exponent;
	uint64_t last = 0;

	*value = decimal->digits;
	if (decimal->dropped && exponent > 0)
		return false;
	if (exponent > 0)
		return u64_scale(value, (unsigned)exponent);
	for (; exponent < 0 && (*value > 0 || last > 0); exponent++) {
		last = *value % 10;
		*value /= 10;
	}
	*value += last >= 5;
	return true;
}

static bool resolve_count(const struct decimal *decimal, uint64_t *value)
{
	return resolve(decimal, value) && (!decimal->negative || *value == 0);
}

bool number_count(struct slice text, unsigned digits, uint64_t *value)
{
	struct decimal decimal;

	if (!number_parse(text, &decimal))
		return false;
	decimal.exponent += (int)digits;
	return resolve_count(&decimal, value);
}

bool number_exact(struct slice text, unsigned digits, uint64_t *value, unsigned *scale)
{
	struct decimal decimal;

	if (!number_parse(text, &decimal))
		return false;
	for (; decimal.exponent < 0 && decimal.digits % 10 == 0; decimal.exponent++) {
		if (decimal.digits == 0)
			break;
		decimal.digits /= 10;
	}
	*scale = 0;
	if (decimal.exponent < 0 && decimal.digits > 0)
		*scale = decimal.exponent > -(int)digits ? (unsigned)-decimal.exponent : digits;
	decimal.exponent += (int)*scale;
	return resolve_count(&decimal, value);
}

bool number_scaled(struct slice text, unsigned digits, int64_t *value)
{
	struct decimal decimal;
	uint64_t size;

	if (!number_parse(text, &decimal))
		return false;
	decimal.exponent += (int)digits;
	if (!resolve(&decimal, &size) || size > INT64_MAX)
		return false;
	*value = decimal.negative ? -(int64_t)size : (int64_t)size;
	return true;
}
