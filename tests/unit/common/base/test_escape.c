/* SPDX-License-Identifier: MIT */
#include "common/base/escape.h"

#include "tests/unit/check.h"

static bool is_json(struct slice text, const char *expected)
{
	struct buf buf = {0};
	bool equal;

	buf_add_json_exact(&buf, text);
	equal = slice_equal(buf_slice(&buf), slice_from(expected));
	buf_release(&buf);
	return equal;
}

CASE(exact_json_keeps_control_characters_and_odd_bytes)
{
	CHECK(is_json(SLICE("main"), "\"main\""));
	CHECK(is_json(SLICE("a\0b\x1F"), "\"a\\u0000b\\u001f\""));
	CHECK(is_json(SLICE("\"\\<"), "\"\\u0022\\u005c\\u003c\""));
	CHECK(is_json(SLICE("\xC3\xA9\xEF\xBF\xBD"), "\"\xC3\xA9\xEF\xBF\xBD\""));
	CHECK(is_json(SLICE("\x80\xFF"), "\"\\udc80\\udcff\""));
	CHECK(is_json(SLICE("\xC3(\xE2\x82"), "\"\\udcc3(\\udce2\\udc82\""));
	CHECK(is_json(SLICE("\xED\xB2\x80"), "\"\\udced\\udcb2\\udc80\"")); /* U+DC80 itself */
}

static bool is_original(struct slice text, struct slice expected)
{
	struct buf buf = {0};
	bool equal;

	buf_add_original(&buf, text);
	equal = slice_equal(buf_slice(&buf), expected);
	buf_release(&buf);
	return equal;
}

CASE(lone_surrogates_become_bytes_again)
{
	CHECK(is_original(SLICE("a\xED\xB2\x80z"), SLICE("a\x80z")));
	CHECK(is_original(SLICE("\xED\xB3\xBF\xED\xB3\x83"), SLICE("\xFF\xC3")));
	CHECK(is_original(SLICE("\xED\xB1\xBF"), SLICE("\xED\xB1\xBF"))); /* U+DC7F */
	CHECK(is_original(SLICE("\xED\xB4\x80"), SLICE("\xED\xB4\x80"))); /* U+DD00 */
	CHECK(is_original(SLICE("\xED\xB2"), SLICE("\xED\xB2")));
	CHECK(is_original(SLICE(""), SLICE("")));
}

enum { LONGEST = 40 };

/* A text of so many a, with one other byte among them: is it escaped, and nothing else? */
static bool is_escaped_at(char byte, size_t at, size_t len, const char *expected)
{
	char text[LONGEST];
	struct buf xml = {0}, wanted = {0};
	bool equal;

	memset(text, 'a', len);
	buf_add(&wanted, slice_of(text, at));
	buf_add_text(&wanted, expected);
	buf_add(&wanted, slice_of(text, len - at - 1));
	text[at] = byte;
	buf_add_xml(&xml, slice_of(text, len));
	equal = slice_equal(buf_slice(&xml), buf_slice(&wanted));
	buf_release(&xml);
	buf_release(&wanted);
	return equal;
}

/* Wherever it is in the words that are looked at at once. */
CASE(xml_is_escaped_at_any_place)
{
	static const struct {
		char byte;
		const char *xml;
	} rows[] = {
		{'&', "&amp;"},
		{'<', "&lt;"},
		{'>', "&gt;"},
		{'"', "&quot;"},
		{'#', "#"},
		{'\'', "&apos;"},
		{'\n', "&#10;"},
		{'\x7F', "\x7F"},
		{'\\', "\\"},
		{'\x01', "\xEF\xBF\xBD"},
		{'\x80', "\xEF\xBF\xBD"},
	};
	size_t len, at, i;

	for (len = 1; len <= LONGEST; len++) {
		for (at = 0; at < len; at++) {
			for (i = 0; i < ARRAY_LEN(rows); i++)
				CHECK(is_escaped_at(rows[i].byte, at, len, rows[i].xml));
		}
	}
}

TEST_CASES(escape)
