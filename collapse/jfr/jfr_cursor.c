/* SPDX-License-Identifier: MIT */
#include "collapse/jfr/jfr_cursor.h"

bool jfr_take_last_number(struct jfr_cursor *cursor, uint64_t *number)
{
	unsigned shift;
	uint8_t byte;

	*number = 0;
	for (shift = 0; shift < 56; shift += 7) {
		if (!jfr_take_byte(cursor, &byte))
			return false;
		*number |= (uint64_t)(byte & 0x7f) << shift;
		if (byte < 0x80)
			return true;
	}
	if (!jfr_take_byte(cursor, &byte))
		return false;
	*number |= (uint64_t)byte << 56;
	return true;
}

enum { REPLACEMENT = 0xFFFD };

bool jfr_skip_string(struct jfr_cursor *cursor)
{
	uint64_t count;
	uint8_t encoding;

	if (!jfr_take_byte(cursor, &encoding))
		return false;
	switch (encoding) {
	case JFR_NULL:
	case JFR_EMPTY: return true;
	case JFR_IN_POOL: return jfr_skip_numbers(cursor, 1);
	case JFR_UTF8:
	case JFR_LATIN1: return jfr_take_number(cursor, &count) && jfr_skip(cursor, count);
	case JFR_UTF16: return jfr_take_number(cursor, &count) && jfr_skip_numbers(cursor, count);
	default: return false;
	}
}

static void add_character(struct buf *text, uint32_t c)
{
	if (c < 0x80) {
		buf_add_char(text, (char)c);
		return;
	}
	if (c < 0x800) {
		buf_add_char(text, (char)(0xC0 | c >> 6));
	} else if (c < 0x10000) {
		buf_add_char(text, (char)(0xE0 | c >> 12));
		buf_add_char(text, (char)(0x80 | (c >> 6 & 0x3F)));
	} else {
		buf_add_char(text, (char)(0xF0 | c >> 18));
		buf_add_char(text, (char)(0x80 | (c >> 12 & 0x3F)));
		buf_add_char(text, (char)(0x80 | (c >> 6 & 0x3F)));
	}
	buf_add_char(text, (char)(0x80 | (c & 0x3F)));
}

/* A surrogate without its other half becomes U+FFFD. */
static bool take_utf16(struct jfr_cursor *cursor, uint64_t count, struct buf *text)
{
	uint32_t high = 0; /* a first surrogate that waits for the second one */
	uint64_t unit;

	if (count > jfr_left(cursor))
		return false;
	for (; count > 0; count--) {
		if (!jfr_take_number(cursor, &unit) || unit > 0xFFFF)
			return false;
		if (high > 0 && unit >> 10 == 0xDC00 >> 10) {
			add_character(text, 0x10000 + ((high - 0xD800) << 10) +
						    ((uint32_t)unit - 0xDC00));
			high = 0;
			continue;
		}
		if (high > 0)
			add_character(text, REPLACEMENT);
		high = unit >> 10 == 0xD800 >> 10 ? (uint32_t)unit : 0;
		if (high == 0)
			add_character(text,
				      unit >> 10 == 0xDC00 >> 10 ? REPLACEMENT : (uint32_t)unit);
	}
	if (high > 0)
		add_character(text, REPLACEMENT);
	return true;
}

static bool jfr_string_take_bytes(struct jfr_cursor *cursor, uint64_t size, bool is_latin1,
				  struct buf *text)
{
	const unsigned char *at = cursor->at;

	if (!jfr_skip(cursor, size))
		return false;
	if (!is_latin1) {
		buf_add(text, slice_of((const char *)at, (size_t)size));
		return true;
	}
	for (; at < cursor->at; at++)
		add_character(text, *at);
	return true;
}

bool jfr_take_string(struct jfr_cursor *cursor, struct buf *text, enum jfr_encoding *encoding,
		     uint64_t *id)
{
	uint64_t count;
	uint8_t byte;

	if (!jfr_take_byte(cursor, &byte) || byte > JFR_LATIN1)
		return false;
	*encoding = (enum jfr_encoding)byte;
	switch (*encoding) {
	case JFR_NULL:
	case JFR_EMPTY: return true;
	case JFR_IN_POOL: return jfr_take_number(cursor, id);
	default: break;
	}
	if (!jfr_take_number(cursor, &count))
		return false;
	if (*encoding == JFR_UTF16)
		return take_utf16(cursor, count, text);
	return jfr_string_take_bytes(cursor, count, *encoding == JFR_LATIN1, text);
}
