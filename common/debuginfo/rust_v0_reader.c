/* SPDX-License-Identifier: MIT */
/*
 * The words of Rust's v0 mangling: numbers, identifiers, back references; and the limits of its
 * output.
 */
#include "common/debuginfo/rust_v0.h"

#include "common/base/escape.h"

/*
 * Depth: 300 levels need some 60 KiB of stack, which the smallest stacks of threads have (musl: 128
 * KiB). Steps: a chain of back references that print nothing would pass no other limit.
 */
enum { DEEPEST = 300, MOST_STEPS = 10000, MOST_CODES = 128 };

bool rust_v0_enter(struct rust_v0 *v0)
{
	return ++v0->depth <= DEEPEST && ++v0->steps <= MOST_STEPS;
}

bool rust_v0_print(struct rust_v0 *v0, struct slice text)
{
	if (v0->is_quiet)
		return true;
	buf_add_few(v0->out, text.ptr, text.len);
	return v0->out->len <= v0->longest;
}

bool rust_v0_print_u64(struct rust_v0 *v0, uint64_t value)
{
	if (v0->is_quiet)
		return true;
	buf_add_u64(v0->out, value);
	return v0->out->len <= v0->longest;
}

/* The value of a digit of base 62; 62 if it is none. */
static unsigned digit_of(char c)
{
	if (char_is_digit(c))
		return (unsigned)(c - '0');
	if (c >= 'a' && c <= 'z')
		return (unsigned)(c - 'a') + 10;
	if (c >= 'A' && c <= 'Z')
		return (unsigned)(c - 'A') + 36;
	return 62;
}

/* "_" is 0, "0_" is 1, "a_" is 11. */
bool rust_v0_base62(struct rust_v0 *v0, uint64_t *value)
{
	uint64_t sum = 0;
	unsigned digit;

	if (rust_v0_eat(v0, '_')) {
		*value = 0;
		return true;
	}
	while (!rust_v0_eat(v0, '_')) {
		digit = digit_of(rust_v0_peek(v0));
		if (digit == 62 || sum > (UINT64_MAX - digit - 1) / 62)
			return false;
		sum = sum * 62 + digit;
		v0->at++;
	}
	*value = sum + 1;
	return true;
}

bool rust_v0_optional(struct rust_v0 *v0, char tag, uint64_t *value)
{
	*value = 0;
	if (!rust_v0_eat(v0, tag))
		return true;
	if (!rust_v0_base62(v0, value) || *value == UINT64_MAX)
		return false;
	++*value;
	return true;
}

/* A number without leading zeros, at most what is left of the name. */
static bool take_length(struct rust_v0 *v0, size_t *len)
{
	*len = 0;
	if (!char_is_digit(rust_v0_peek(v0)))
		return false;
	if (rust_v0_eat(v0, '0'))
		return true;
	while (char_is_digit(rust_v0_peek(v0))) {
		*len = *len * 10 + (size_t)(v0->name.ptr[v0->at++] - '0');
		if (*len > v0->name.len)
			return false;
	}
	return true;
}

bool rust_v0_identifier(struct rust_v0 *v0, struct rust_identifier *identifier)
{
	const bool is_punycode = rust_v0_eat(v0, 'u');
	struct slice text;
	size_t len, split;

	if (!take_length(v0, &len))
		return false;
	rust_v0_eat(v0, '_');
	if (len > v0->name.len - v0->at)
		return false;
	text = slice_of(v0->name.ptr + v0->at, len);
	v0->at += len;
	*identifier = (struct rust_identifier){.ascii = text};
	if (!is_punycode)
		return true;
	split = slice_rfind(text, '_');
	if (split == SLICE_NONE)
		*identifier = (struct rust_identifier){.punycode = text};
	else
		*identifier = (struct rust_identifier){slice_head(text, split),
						       slice_tail(text, split + 1)};
	return identifier->punycode.len > 0;
}

/* The weight of the next digits: RFC 3492, section 6.1. */
static size_t adapt(size_t delta, size_t count, bool is_first)
{
	size_t k = 0;

	delta = is_first ? delta / 700 : delta / 2;
	for (delta += delta / count; delta > 35 * 26 / 2; k += 36)
		delta /= 35;
	return k + 36 * delta / (delta + 38);
}

/* One number of variable length: RFC 3492, section 3.3. */
static bool take_delta(struct slice *digits, size_t bias, size_t *delta)
{
	size_t sum = 0, weight = 1, k, digit, threshold;

	for (k = 36;; k += 36) {
		if (digits->len == 0)
			return false;
		digit = digits->ptr[0] >= 'a' && digits->ptr[0] <= 'z'
				? (size_t)(digits->ptr[0] - 'a')
				: (size_t)(digits->ptr[0] - '0') + 26;
		if (digit >= 36 || digit > (UINT32_MAX - sum) / weight)
			return false;
		*digits = slice_tail(*digits, 1);
		sum += digit * weight;
		threshold = k <= bias ? 1 : k >= bias + 26 ? 26 : k - bias;
		if (digit < threshold)
			break;
		weight *= 36 - threshold;
		if (weight > UINT32_MAX)
			return false;
	}
	*delta = sum;
	return true;
}

/*
 * RFC 3492, section 6.2: each number encodes the next character and its position. False: too many,
 * or none.
 */
static bool decode(struct rust_identifier identifier, uint32_t *codes, size_t *count)
{
	size_t n = 0x80, i = 0, bias = 72, delta, code;

	if (identifier.ascii.len >= MOST_CODES)
		return false;
	for (*count = 0; *count < identifier.ascii.len; ++*count)
		codes[*count] = (unsigned char)identifier.ascii.ptr[*count];
	while (identifier.punycode.len > 0) {
		if (*count == MOST_CODES || !take_delta(&identifier.punycode, bias, &delta))
			return false;
		i += delta;
		code = n + i / (*count + 1);
		i %= *count + 1;
		if (code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF))
			return false;
		memmove(codes + i + 1, codes + i, (*count - i) * sizeof(*codes));
		codes[i++] = (uint32_t)code;
		bias = adapt(delta, ++*count, n == 0x80);
		n = code;
	}
	return true;
}

bool rust_v0_print_identifier(struct rust_v0 *v0, struct rust_identifier identifier)
{
	uint32_t codes[MOST_CODES];
	size_t count, i;

	if (identifier.punycode.len == 0)
		return rust_v0_print(v0, identifier.ascii);
	if (v0->is_quiet)
		return true;
	if (!decode(identifier, codes, &count))
		return false;
	for (i = 0; i < count; i++)
		buf_add_code(v0->out, codes[i]);
	return v0->out->len <= v0->longest;
}

bool rust_v0_backref(struct rust_v0 *v0, bool (*production)(struct rust_v0 *v0, bool in_value),
		     bool in_value)
{
	const size_t tag = v0->at - 1;
	uint64_t target;
	size_t behind;
	bool good;

	if (!rust_v0_base62(v0, &target) || target >= tag)
		return false;
	if (v0->is_quiet)
		return true;
	behind = v0->at;
	v0->at = (size_t)target;
	good = production(v0, in_value);
	v0->at = behind;
	return good;
}
