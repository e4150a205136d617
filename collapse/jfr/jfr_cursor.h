/* SPDX-License-Identifier: MIT */
/*
 * jfr_cursor.h - bytes read from front to back, and the numbers of Java's recordings: base 128,
 * little-endian, at most nine bytes, of which the ninth holds eight bits. Nothing is read beyond
 * the end.
 */
#ifndef FLAMBEAU_JFR_CURSOR_H
#define FLAMBEAU_JFR_CURSOR_H

#include "common/base/buf.h"
#include "common/base/slice.h"

/*
 * After `end`, up to `limit`, are bytes that may be read but belong to something else: so the
 * numbers of short events can be loaded whole. What failed is not to be read on.
 */
struct jfr_cursor {
	const unsigned char *at, *end, *limit;
};

#define JFR_STOP_BITS UINT64_C(0x8080808080808080)

static inline struct jfr_cursor jfr_cursor_of(struct slice bytes)
{
	const unsigned char *begin = (const unsigned char *)bytes.ptr;

	const unsigned char *end = bytes.len > 0 ? begin + bytes.len : begin;

	return (struct jfr_cursor){begin, end, end};
}

static inline size_t jfr_left(const struct jfr_cursor *cursor)
{
	return (size_t)(cursor->end - cursor->at);
}

static inline bool jfr_skip(struct jfr_cursor *cursor, uint64_t size)
{
	if (size > jfr_left(cursor))
		return false;
	cursor->at += size;
	return true;
}

static inline bool jfr_take_byte(struct jfr_cursor *cursor, uint8_t *byte)
{
	if (cursor->at == cursor->end)
		return false;
	*byte = *cursor->at++;
	return true;
}

/* Eight bytes of seven bits each become 56 bits. */
static inline uint64_t jfr_join_groups(uint64_t word)
{
	word = (word & UINT64_C(0x007f007f007f007f)) | (word & UINT64_C(0x7f007f007f007f00)) >> 1;
	word = (word & UINT64_C(0x00003fff00003fff)) | (word & UINT64_C(0x3fff00003fff0000)) >> 2;
	return (word & UINT64_C(0x000000000fffffff)) | (word & UINT64_C(0x0fffffff00000000)) >> 4;
}

/* A number near the limit, byte by byte. */
bool jfr_take_last_number(struct jfr_cursor *cursor, uint64_t *number);

/*
 * The number there, and where it ends; so many bytes may be read. Without a branch on the length,
 * which would be mispredicted.
 */
enum { JFR_LONGEST_NUMBER = 9 };

static ALWAYS_INLINE const unsigned char *jfr_number_end(const unsigned char *at)
{
	const uint64_t stops = ~slice_load((const char *)at) & JFR_STOP_BITS;

	return at + (UNLIKELY(stops == 0) ? JFR_LONGEST_NUMBER
					  : ((unsigned)__builtin_ctzll(stops) + 1) / 8);
}

static ALWAYS_INLINE const unsigned char *jfr_number_at(const unsigned char *at, uint64_t *number)
{
	const uint64_t word = slice_load((const char *)at), stops = ~word & JFR_STOP_BITS;

	if (UNLIKELY(stops == 0))
		*number = jfr_join_groups(word) | (uint64_t)at[8] << 56;
	else
		*number = jfr_join_groups(word & (stops ^ (stops - 1)));
	return jfr_number_end(at);
}

static ALWAYS_INLINE bool jfr_take_number(struct jfr_cursor *cursor, uint64_t *number)
{
	if (UNLIKELY(cursor->limit - cursor->at < JFR_LONGEST_NUMBER))
		return jfr_take_last_number(cursor, number);
	cursor->at = jfr_number_at(cursor->at, number);
	return cursor->at <= cursor->end;
}

/* jfr_take_number() for numbers that are nearly always below 128. */
static ALWAYS_INLINE bool jfr_take_small(struct jfr_cursor *cursor, uint64_t *number)
{
	if (UNLIKELY(cursor->at >= cursor->end || *cursor->at >= 0x80))
		return jfr_take_number(cursor, number);
	*number = *cursor->at++;
	return true;
}

static inline bool jfr_skip_numbers(struct jfr_cursor *cursor, uint64_t count)
{
	uint64_t number;

	for (; count > 0; count--) {
		if (cursor->limit - cursor->at >= JFR_LONGEST_NUMBER)
			cursor->at = jfr_number_end(cursor->at);
		else if (!jfr_take_last_number(cursor, &number))
			return false;
		if (UNLIKELY(cursor->at > cursor->end))
			return false;
	}
	return true;
}

/*
 * Strings of Java's recordings: a byte of encoding, then the text in it.
 */

enum jfr_encoding {
	JFR_NULL,
	JFR_EMPTY,
	JFR_IN_POOL, /* the id of an entry of java.lang.String's pool follows */
	JFR_UTF8,    /* size and bytes */
	JFR_UTF16,   /* count and units, a number each */
	JFR_LATIN1,  /* size and bytes */
};

/* Pass over a string; false if it is damaged. */
bool jfr_skip_string(struct jfr_cursor *cursor);

/*
 * Append the text in UTF-8. *encoding is what the string had: of JFR_IN_POOL, nothing is appended
 * and *id is the entry's. False if it is damaged, with the text in an undefined state.
 */
bool jfr_take_string(struct jfr_cursor *cursor, struct buf *text, enum jfr_encoding *encoding,
		     uint64_t *id);

#endif
