/* SPDX-License-Identifier: MIT */
#include "common/folded/folded_count.h"

/* Digits after the point as an integer of at most LIMIT_SCALE digits, rounded half to even. */
static bool parse_fraction(struct slice digits, uint64_t *value, unsigned *scale, bool *carry)
{
	bool above = false, half;
	char next;

	while (digits.len > 0 && digits.ptr[digits.len - 1] == '0')
		digits.len--;
	*scale = digits.len < LIMIT_SCALE ? (unsigned)digits.len : LIMIT_SCALE;
	*value = 0;
	*carry = false;
	if (*scale > 0 && !slice_to_u64(slice_head(digits, *scale), value))
		return false;
	digits = slice_tail(digits, *scale);
	if (!slice_all(digits, char_is_digit))
		return false;
	if (digits.len == 0)
		return true;
	next = digits.ptr[0];
	above = next > '5' || (next == '5' && digits.len > 1); /* no zeros at the end */
	half = next == '5' && digits.len == 1;
	if (above || (half && *value % 2 == 1))
		++*value;
	*carry = true;
	return true;
}

bool folded_count(struct slice text, uint64_t *value, unsigned *scale, bool *rounded)
{
	struct slice whole = text, fraction = {text.ptr, 0};
	uint64_t below, unit = 1;
	size_t point = slice_find(text, '.');
	bool carry;
	unsigned i;

	if (point != SLICE_NONE) {
		whole = slice_head(text, point);
		fraction = slice_tail(text, point + 1);
	}
	if (!slice_to_u64(whole, value) || !parse_fraction(fraction, &below, scale, &carry))
		return false;
	for (i = 0; i < *scale; i++)
		unit *= 10;
	if (*value > (UINT64_MAX - below) / unit)
		return false;
	*value = *value * unit + below;
	*rounded |= carry;
	return true;
}

bool folded_take_digits(struct slice *line, struct slice *digits)
{
	size_t at = line->len;

	while (at > 0 && (char_is_digit(line->ptr[at - 1]) || line->ptr[at - 1] == '.'))
		at--;
	if (at == 0 || !char_is_blank(line->ptr[at - 1]))
		return false;
	*digits = slice_tail(*line, at);
	*line = slice_head(*line, at - 1);
	return true;
}

bool folded_take_count(struct slice *line, struct folded_number *number)
{
	struct slice rest = *line, digits;

	*number = (struct folded_number){0};
	if (!folded_take_digits(&rest, &digits) ||
	    !folded_count(digits, &number->value, &number->scale, &number->rounded))
		return false;
	*line = rest;
	return true;
}

bool folded_take_whole(struct slice *line, struct folded_number *number)
{
	size_t space = slice_rfind(*line, ' ');
	struct slice whole, decimals;

	*number = (struct folded_number){0};
	if (space == SLICE_NONE)
		return false;
	decimals = slice_tail(*line, space + 1);
	if (!slice_cut(&decimals, '.', &whole)) {
		whole = decimals;
		decimals.len = 0;
	}
	if (!slice_to_u64(whole, &number->value) || !slice_all(decimals, char_is_digit))
		return false;
	while (decimals.len > 0 && decimals.ptr[decimals.len - 1] == '0')
		decimals.len--;
	number->rounded = decimals.len > 0;
	*line = slice_trim_right(slice_head(*line, space));
	return true;
}
