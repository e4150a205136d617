/* SPDX-License-Identifier: MIT */
#include "common/base/utf8.h"

enum { REPLACEMENT = 0xFFFD };

/* Lead byte ranges with what the second byte may be: Unicode 15, table 3-7. */
static const struct sequence {
	unsigned char first, last; /* lead byte */
	unsigned char low, high;   /* second byte; any further one is 80 to BF */
	unsigned char extra;       /* bytes after the lead */
} sequences[] = {
	{0xC2, 0xDF, 0x80, 0xBF, 1}, {0xE0, 0xE0, 0xA0, 0xBF, 2}, {0xE1, 0xEC, 0x80, 0xBF, 2},
	{0xED, 0xED, 0x80, 0x9F, 2}, {0xEE, 0xEF, 0x80, 0xBF, 2}, {0xF0, 0xF0, 0x90, 0xBF, 3},
	{0xF1, 0xF3, 0x80, 0xBF, 3}, {0xF4, 0xF4, 0x80, 0x8F, 3},
};

static bool is_forbidden(uint32_t code)
{
	return (code < 0x20 && code != '\t' && code != '\n' && code != '\r') || code == 0xFFFE ||
	       code == 0xFFFF;
}

/* A sequence that starts with a byte of 0x80 or above. */
static uint32_t next_long(struct slice *text)
{
	const unsigned char *byte = (const unsigned char *)text->ptr;
	const struct sequence *sequence = NULL;
	uint32_t code;
	size_t i, n = 1;

	for (i = 0; i < ARRAY_LEN(sequences) && !sequence; i++) {
		if (byte[0] >= sequences[i].first && byte[0] <= sequences[i].last)
			sequence = &sequences[i];
	}
	if (!sequence) {
		*text = slice_tail(*text, 1);
		return REPLACEMENT;
	}
	code = byte[0] & (0x3Fu >> sequence->extra);
	while (n <= sequence->extra && n < text->len) {
		unsigned low = n == 1 ? sequence->low : 0x80, high = n == 1 ? sequence->high : 0xBF;

		if (byte[n] < low || byte[n] > high)
			break;
		code = code << 6 | (byte[n] & 0x3F);
		n++;
	}
	*text = slice_tail(*text, n);
	return n <= sequence->extra || is_forbidden(code) ? REPLACEMENT : code;
}

uint32_t utf8_next(struct slice *text)
{
	unsigned char first = (unsigned char)text->ptr[0];

	if (first >= 0x80)
		return next_long(text);
	*text = slice_tail(*text, 1);
	return is_forbidden(first) ? REPLACEMENT : first;
}

static const uint64_t highs = UINT64_MAX / 255 << 7; /* the highest bit of each byte */

/* Eight bytes that are a character each? */
static bool starts_ascii(struct slice text)
{
	return text.len >= 8 && (slice_load(text.ptr) & highs) == 0;
}

bool utf8_is_invisible(uint32_t code)
{
	/* the signs of Cf that are shown (U+0600 and others) are left out */
	static const uint32_t ranges[][2] = {
		{0x00, 0x1F},       {0x7F, 0x9F},       {0xAD, 0xAD},     {0x61C, 0x61C},
		{0x180E, 0x180E},   {0x200B, 0x200B},   {0x200E, 0x200F}, {0x2028, 0x202E},
		{0x2060, 0x206F},   {0xFEFF, 0xFEFF},   {0xFFF9, 0xFFFB}, {0x1BCA0, 0x1BCA3},
		{0x1D173, 0x1D17A}, {0xE0000, 0xE007F},
	};
	size_t i;

	for (i = 0; i < ARRAY_LEN(ranges) && code >= ranges[i][0]; i++) {
		if (code <= ranges[i][1])
			return true;
	}
	return false;
}

bool utf8_is_ascii(struct slice text)
{
	uint64_t seen = 0;
	size_t at = 0;

	for (; text.len - at >= 8; at += 8)
		seen |= slice_load(text.ptr + at);
	for (; at < text.len; at++)
		seen |= (unsigned char)text.ptr[at];
	return (seen & highs) == 0;
}

bool utf8_is_valid(struct slice text)
{
	if (utf8_is_ascii(text))
		return true;
	while (text.len > 0) {
		struct slice rest = text;

		/* U+FFFD also replaces characters that are valid UTF-8, but not allowed in XML */
		if (utf8_next(&rest) == REPLACEMENT && (unsigned char)text.ptr[0] >= 0x80 &&
		    !(slice_starts(text, SLICE("\xEF\xBF")) && text.len - rest.len == 3))
			return false;
		text = rest;
	}
	return true;
}

size_t utf8_count(struct slice text)
{
	size_t count = 0;

	while (text.len > 0) {
		if (starts_ascii(text)) {
			text = slice_tail(text, 8);
			count += 8;
		} else {
			utf8_next(&text);
			count++;
		}
	}
	return count;
}

struct slice utf8_head(struct slice text, size_t count)
{
	struct slice rest = text;

	while (rest.len > 0 && count > 0) {
		if (count >= 8 && starts_ascii(rest)) {
			rest = slice_tail(rest, 8);
			count -= 8;
		} else {
			utf8_next(&rest);
			count--;
		}
	}
	return slice_head(text, text.len - rest.len);
}

struct slice utf8_tail(struct slice text, size_t count)
{
	size_t all = utf8_count(text);

	if (all <= count)
		return text;
	return slice_tail(text, utf8_head(text, all - count).len);
}
