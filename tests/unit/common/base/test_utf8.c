/* SPDX-License-Identifier: MIT */
#include "common/base/escape.h"
#include "common/base/utf8.h"

#include "tests/unit/check.h"

enum { REPLACEMENT = 0xFFFD };

/* XML 1.0, section 2.2: Char. */
static bool xml_allows(uint32_t code)
{
	return code == 0x9 || code == 0xA || code == 0xD || (code >= 0x20 && code <= 0xD7FF) ||
	       (code >= 0xE000 && code <= 0xFFFD) || (code >= 0x10000 && code <= 0x10FFFF);
}

CASE(every_character_is_read_as_it_was_written)
{
	struct buf buf = {0};
	uint32_t code;

	for (code = 0; code <= 0x10FFFF; code++) {
		struct slice text;
		uint32_t read;

		if (code >= 0xD800 && code <= 0xDFFF)
			continue;
		buf_reset(&buf);
		buf_add_code(&buf, code);
		text = buf_slice(&buf);
		read = utf8_next(&text);
		if (read != (xml_allows(code) ? code : REPLACEMENT) || text.len != 0) {
			fprintf(stderr, "U+%04X\n", (unsigned)code);
			CHECK(false && "reads what was written");
		}
	}
	buf_release(&buf);
}

/* True if the text is valid, by table 3-7 of the Unicode Standard, in the words of the table. */
static bool table_allows(const unsigned char *b, size_t len)
{
	switch (len) {
	case 1: return b[0] <= 0x7F;
	case 2: return b[0] >= 0xC2 && b[0] <= 0xDF && b[1] >= 0x80 && b[1] <= 0xBF;
	case 3:
		if (b[2] < 0x80 || b[2] > 0xBF)
			return false;
		return (b[0] == 0xE0 && b[1] >= 0xA0 && b[1] <= 0xBF) ||
		       (b[0] >= 0xE1 && b[0] <= 0xEC && b[1] >= 0x80 && b[1] <= 0xBF) ||
		       (b[0] == 0xED && b[1] >= 0x80 && b[1] <= 0x9F) ||
		       (b[0] >= 0xEE && b[0] <= 0xEF && b[1] >= 0x80 && b[1] <= 0xBF);
	default:
		if (b[2] < 0x80 || b[2] > 0xBF || b[3] < 0x80 || b[3] > 0xBF)
			return false;
		return (b[0] == 0xF0 && b[1] >= 0x90 && b[1] <= 0xBF) ||
		       (b[0] >= 0xF1 && b[0] <= 0xF3 && b[1] >= 0x80 && b[1] <= 0xBF) ||
		       (b[0] == 0xF4 && b[1] >= 0x80 && b[1] <= 0x8F);
	}
}

/* Bytes of the first character of table 3-7, 0 if there is none. */
static size_t valid_length(const unsigned char *bytes, size_t len)
{
	size_t n;

	for (n = 1; n <= len && n <= 4; n++) {
		if (table_allows(bytes, n))
			return n;
	}
	return 0;
}

/* The longest beginning of a sequence that the table could still complete, at least one byte. */
static size_t wrong_length(const unsigned char *bytes, size_t len)
{
	static const unsigned char fill[] = {0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF};
	unsigned char whole[4];
	size_t known, longest = 1, a;

	for (known = 2; known <= len && known <= 3; known++) {
		for (a = 0; a < sizeof(fill); a++) {
			memcpy(whole, bytes, known);
			memset(whole + known, fill[a], 4 - known);
			if (valid_length(whole, 4) > known)
				longest = known;
		}
	}
	return longest;
}

static bool is_valid(const unsigned char *bytes, size_t len)
{
	size_t length = 1;

	for (; len > 0 && length > 0; bytes += length, len -= length)
		length = valid_length(bytes, len);
	return length > 0;
}

static void check_sequence(const unsigned char *bytes, size_t len)
{
	struct slice text = slice_of((const char *)bytes, len);
	size_t valid = valid_length(bytes, len);
	size_t taken = valid > 0 ? valid : wrong_length(bytes, len);
	uint32_t code;

	CHECK(utf8_is_valid(text) == is_valid(bytes, len));
	code = utf8_next(&text);
	if (len - text.len != taken || (valid == 0 && code != REPLACEMENT)) {
		fprintf(stderr, "%02X %02X %02X %02X of %zu bytes: %zu taken, not %zu\n", bytes[0],
			bytes[1], bytes[2], bytes[3], len, len - text.len, taken);
		CHECK(false && "one character or one maximal wrong part is taken");
	}
}

/* All first and second bytes; of the further ones those at the edges of the classes. */
CASE(each_wrong_part_is_one_replacement_character)
{
	static const unsigned char edges[] = {0x00, 0x7F, 0x80, 0xBF, 0xC0, 0xFF};
	size_t third, fourth, len;
	unsigned a, b;

	for (a = 0; a < 256; a++) {
		for (b = 0; b < 256; b++) {
			for (third = 0; third < sizeof(edges); third++) {
				for (fourth = 0; fourth < sizeof(edges); fourth++) {
					const unsigned char bytes[4] = {
						(unsigned char)a, (unsigned char)b, edges[third],
						edges[fourth]};

					for (len = 1; len <= 4; len++)
						check_sequence(bytes, len);
				}
			}
		}
	}
}

CASE(ascii_is_seen_at_each_place)
{
	char text[20];
	size_t len, at;

	memset(text, 0x7F, sizeof(text));
	for (len = 0; len <= sizeof(text); len++) {
		CHECK(utf8_is_ascii(slice_of(text, len)));
		for (at = 0; at < sizeof(text); at++) {
			text[at] = (char)0x80;
			CHECK(utf8_is_ascii(slice_of(text, len)) == (at >= len));
			text[at] = 0x7F;
		}
	}
}

static void xml_gets(const char *file, int line, struct slice text, const char *expected)
{
	struct buf buf = {0};

	buf_add_xml(&buf, text);
	if (!slice_equal(buf_slice(&buf), slice_from(expected))) {
		fprintf(stderr, "%s:%d: '%.*s' instead of '%s'\n", file, line,
			SLICE_ARG(buf_slice(&buf)), expected);
		check_failures++;
	}
	buf_release(&buf);
}

#define XML_GETS(text, expected) xml_gets(__FILE__, __LINE__, SLICE(text), expected)
#define R "\xEF\xBF\xBD"

/* The examples of the Unicode Standard, tables 3-8 to 3-11. */
CASE(the_examples_of_the_standard_come_out_so)
{
	XML_GETS("\xC0\xAF\xE0\x80\xBF\xF0\x81\x82\x41", R R R R R R R R "A");
	XML_GETS("\xED\xA0\x80\xED\xBF\xBF\xED\xAF\x41", R R R R R R R R "A");
	XML_GETS("\xF4\x91\x92\x93\xFF\x41\x80\xBF\x42", R R R R R "A" R R "B");
	XML_GETS("\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41", R R R R "A");
}

CASE(a_sequence_cut_by_the_end_is_one_replacement_character)
{
	XML_GETS("a\xC3", "a" R);
	XML_GETS("a\xE2\x82", "a" R);
	XML_GETS("a\xF0\x9F\x94", "a" R);
	XML_GETS("\xE2\x82\xAC", "\xE2\x82\xAC");
}

CASE(characters_that_xml_forbids_are_replaced)
{
	unsigned c;

	for (c = 0; c < 0x20; c++) {
		char byte = (char)c;
		struct buf buf = {0};

		buf_add_xml(&buf, slice_of(&byte, 1));
		CHECK(slice_equal(buf_slice(&buf), c == '\t'   ? SLICE("&#9;")
						   : c == '\n' ? SLICE("&#10;")
						   : c == '\r' ? SLICE("&#13;")
							       : SLICE(R)));
		buf_release(&buf);
	}
	XML_GETS("\xEF\xBF\xBE|\xEF\xBF\xBF", R "|" R);
	XML_GETS("\xEF\xBF\xBD", R);
	XML_GETS("\x7F\xC2\x80", "\x7F\xC2\x80"); /* discouraged, but allowed */
	XML_GETS("\xF0\x9F\xBF\xBE", "\xF0\x9F\xBF\xBE");
}

CASE(markup_characters_are_entities)
{
	XML_GETS("a<b>&'\"", "a&lt;b&gt;&amp;&apos;&quot;");
	XML_GETS("]]>", "]]&gt;");
	XML_GETS("&amp;", "&amp;amp;");
	XML_GETS("", "");
}

/* No control characters, no raw markup, valid UTF-8: whatever the bytes. */
CASE(any_bytes_are_good_xml)
{
	struct buf buf = {0}, bytes = {0};
	uint64_t state = 88172645463325252u;
	size_t round, i;

	for (round = 0; round < 300; round++) {
		buf_reset(&buf);
		buf_reset(&bytes);
		for (i = 0; i < 300; i++) {
			state ^= state << 13, state ^= state >> 7, state ^= state << 17;
			buf_add_char(&bytes, (char)(state >> 20));
		}
		buf_add_xml(&buf, buf_slice(&bytes));
		for (i = 0; i < buf.len;) {
			const unsigned char *at = (const unsigned char *)buf.ptr + i;
			size_t n = valid_length(at, buf.len - i);

			CHECK(n > 0 && (n > 1 || (*at >= 0x20 && *at != '<' && *at != '>')));
			CHECK(n != 3 || at[0] != 0xEF || at[1] != 0xBF || at[2] < 0xBE);
			i += n > 0 ? n : 1;
		}
	}
	buf_release(&buf);
	buf_release(&bytes);
}

CASE(characters_are_counted_not_bytes)
{
	CHECK(utf8_count(SLICE("")) == 0);
	CHECK(utf8_count(SLICE("abc")) == 3);
	CHECK(utf8_count(SLICE("\xC3\xA9\xE2\x82\xAC\xF0\x9F\x94\xA5")) == 3);
	CHECK(utf8_count(SLICE("\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41")) == 5);
	CHECK(utf8_count(SLICE("\0\0")) == 2);
}

CASE(head_and_tail_do_not_cut_characters)
{
	const struct slice text = SLICE("a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x94\xA5z");

	CHECK(utf8_head(text, 0).len == 0 && utf8_tail(text, 0).len == 0);
	CHECK(slice_equal(utf8_head(text, 2), SLICE("a\xC3\xA9")));
	CHECK(slice_equal(utf8_head(text, 4), SLICE("a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x94\xA5")));
	CHECK(slice_equal(utf8_tail(text, 2), SLICE("\xF0\x9F\x94\xA5z")));
	CHECK(slice_equal(utf8_tail(text, 4), SLICE("\xC3\xA9\xE2\x82\xAC\xF0\x9F\x94\xA5z")));
	CHECK(slice_equal(utf8_head(text, 5), text) && slice_equal(utf8_tail(text, 5), text));
	CHECK(slice_equal(utf8_head(text, 99), text) && slice_equal(utf8_tail(text, 99), text));
	CHECK(utf8_head(SLICE(""), 3).len == 0 && utf8_tail(SLICE(""), 3).len == 0);
}

CASE(head_and_tail_make_the_whole)
{
	const struct slice text = SLICE("x\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41\xC3\xA9");
	size_t all = utf8_count(text), n;

	for (n = 0; n <= all; n++)
		CHECK(utf8_head(text, n).len + utf8_tail(text, all - n).len == text.len);
}

static void json_gets(const char *file, int line, struct slice text, const char *expected)
{
	struct buf buf = {0};

	buf_add_json(&buf, text);
	if (!slice_equal(buf_slice(&buf), slice_from(expected))) {
		fprintf(stderr, "%s:%d: '%.*s' instead of '%s'\n", file, line,
			SLICE_ARG(buf_slice(&buf)), expected);
		check_failures++;
	}
	buf_release(&buf);
}

#define JSON_GETS(text, expected) json_gets(__FILE__, __LINE__, SLICE(text), expected)

CASE(json_strings_are_safe_in_a_script)
{
	JSON_GETS("", "\"\"");
	JSON_GETS("a b", "\"a b\"");
	JSON_GETS("\"\\", "\"\\u0022\\u005c\"");
	JSON_GETS("</script>", "\"\\u003c/script\\u003e\"");
	JSON_GETS("a&b", "\"a\\u0026b\"");
	JSON_GETS("\t\n\r\x7F", "\"\\u0009\\u000a\\u000d\\u007f\"");
	JSON_GETS("\xE2\x80\xA8\xE2\x80\xA9", "\"\\u2028\\u2029\"");
	JSON_GETS("\xC3\xA9\xF0\x9F\x94\xA5", "\"\xC3\xA9\xF0\x9F\x94\xA5\"");
	JSON_GETS("\x01\xFF", "\"" R R "\"");
}

CASE(characters_without_a_picture_are_invisible)
{
	static const uint32_t invisible[] = {
		0,      0x1B,   0x1F,   0x7F,   0x85,    0x9F,    0xAD,   0x61C,  0x180E,
		0x200B, 0x200E, 0x200F, 0x2028, 0x2029,  0x202A,  0x202E, 0x2060, 0x2066,
		0x2069, 0x206F, 0xFEFF, 0xFFF9, 0xE0001, 0xE0041, 0xE007F};
	static const uint32_t visible[] = {' ',    '~',    0xA0,   0xAC,   0xAE,    0x600,  0x200A,
					   0x200C, 0x200D, 0x2010, 0x2027, 0x202F,  0x205F, 0x2070,
					   0x4E00, 0xFEFE, 0xFFFC, 0xFFFD, 0x1F525, 0xE0080};
	size_t i;

	for (i = 0; i < ARRAY_LEN(invisible); i++)
		CHECK(utf8_is_invisible(invisible[i]));
	for (i = 0; i < ARRAY_LEN(visible); i++)
		CHECK(!utf8_is_invisible(visible[i]));
}

TEST_CASES(utf8)
