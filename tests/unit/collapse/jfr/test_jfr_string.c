/* SPDX-License-Identifier: MIT */
#include "collapse/jfr/jfr_cursor.h"

#include "tests/unit/check.h"

static bool take(struct slice bytes, struct buf *text, enum jfr_encoding *encoding)
{
	struct jfr_cursor cursor = jfr_cursor_of(bytes), skipping = cursor;
	uint64_t id = 0;

	buf_reset(text);
	return jfr_take_string(&cursor, text, encoding, &id) && jfr_skip_string(&skipping) &&
	       skipping.at == cursor.at && cursor.at == cursor.end;
}

static void is(struct slice bytes, enum jfr_encoding wanted, struct slice text)
{
	struct buf buf = {0};
	enum jfr_encoding encoding;

	CHECK(take(bytes, &buf, &encoding) && encoding == wanted);
	CHECK(slice_equal(buf_slice(&buf), text));
	buf_release(&buf);
}

static void is_damaged(struct slice bytes)
{
	struct buf buf = {0};
	enum jfr_encoding encoding;

	CHECK(!take(bytes, &buf, &encoding));
	buf_release(&buf);
}

CASE(every_encoding_becomes_utf8)
{
	is(SLICE("\0"), JFR_NULL, SLICE(""));
	is(SLICE("\1"), JFR_EMPTY, SLICE(""));
	is(SLICE("\2\x85\1"), JFR_IN_POOL, SLICE(""));
	is(SLICE("\3\3a\xC3\xA9"), JFR_UTF8, SLICE("a\xC3\xA9"));
	is(SLICE("\4\3a\xE9\1\xE5\xCA\1"), JFR_UTF16, SLICE("a\xC3\xA9\xE6\x95\xA5"));
	is(SLICE("\5\2a\xE9"), JFR_LATIN1, SLICE("a\xC3\xA9"));
}

/* U+1F6D2 is D83D DED2. */
CASE(surrogates_come_in_pairs)
{
	is(SLICE("\4\2\xBD\xB0\3\xD2\xBD\3"), JFR_UTF16, SLICE("\xF0\x9F\x9B\x92"));
	is(SLICE("\4\2\xBD\xB0\3a"), JFR_UTF16,
	   SLICE("\xEF\xBF\xBD"
		 "a"));
	is(SLICE("\4\1\xD2\xBD\3"), JFR_UTF16, SLICE("\xEF\xBF\xBD"));
	is(SLICE("\4\1\xBD\xB0\3"), JFR_UTF16, SLICE("\xEF\xBF\xBD"));
}

CASE(cut_or_unknown_strings_are_damaged)
{
	is_damaged(SLICE(""));
	is_damaged(SLICE("\6"));
	is_damaged(SLICE("\3\4abc"));
	is_damaged(SLICE("\4\4abc"));
	is_damaged(SLICE("\5\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"));
	is_damaged(SLICE("\4\1\x80\x80\4")); /* no unit of UTF-16 */
}

TEST_CASES(jfr_string)
