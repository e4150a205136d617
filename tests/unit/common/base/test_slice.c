/* SPDX-License-Identifier: MIT */
#include "common/base/slice.h"
#include "tests/unit/check.h"

static const struct slice nothing = {NULL, 0};

static bool is(struct slice s, const char *text)
{
	return slice_equal(s, slice_from(text));
}

CASE(counts_that_do_not_fit_are_refused)
{
	uint64_t n;

	CHECK(slice_to_u64(SLICE("18446744073709551614"), &n) && n == UINT64_MAX - 1);
	CHECK(slice_to_u64(SLICE("18446744073709551615"), &n) && n == UINT64_MAX);
	CHECK(!slice_to_u64(SLICE("18446744073709551616"), &n));
	CHECK(!slice_to_u64(SLICE("18446744073709551620"), &n));
	CHECK(!slice_to_u64(SLICE("28446744073709551615"), &n));
	CHECK(!slice_to_u64(SLICE("99999999999999999999"), &n));
	CHECK(!slice_to_u64(SLICE("184467440737095516150"), &n));
}

CASE(leading_zeros_are_no_matter)
{
	uint64_t n;

	CHECK(slice_to_u64(SLICE("0"), &n) && n == 0);
	CHECK(slice_to_u64(SLICE("007"), &n) && n == 7);
	CHECK(slice_to_u64(SLICE("00000000000000000000018446744073709551615"), &n) &&
	      n == UINT64_MAX);
}

CASE(only_digits_are_numbers)
{
	static const char *const wrong[] = {"",    " 1", "1 ", "+1",  "-1",   "0x1",
					    "1e3", "1.", ".1", "1_0", "\xb2", "1,0"};
	uint64_t n = 42;
	size_t i;
	int c;

	for (i = 0; i < ARRAY_LEN(wrong); i++) {
		CHECK(!slice_to_u64(slice_from(wrong[i]), &n));
		CHECK(!slice_is_number(slice_from(wrong[i])));
	}
	CHECK(!slice_to_u64(nothing, &n));
	CHECK(!slice_to_u64(SLICE("1\0"), &n));
	for (c = 0; c < 256; c++) {
		char byte = (char)c;

		CHECK(slice_to_u64(slice_of(&byte, 1), &n) == (c >= '0' && c <= '9'));
	}
}

CASE(a_number_that_is_refused_leaves_the_variable_alone)
{
	uint64_t n = 42;

	CHECK(!slice_to_u64(SLICE("12x"), &n) && n == 42);
	CHECK(!slice_to_u64(SLICE("18446744073709551616"), &n) && n == 42);
}

CASE(blanks_are_five_characters_and_a_line_feed_is_none)
{
	int c;

	for (c = 0; c < 256; c++) {
		char byte = (char)c;
		bool blank = c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';

		CHECK(char_is_blank(byte) == blank);
		CHECK((slice_trim(slice_of(&byte, 1)).len == 0) == blank);
	}
}

CASE(classes_of_characters_are_those_of_ascii)
{
	int c;

	for (c = 0; c < 256; c++) {
		char byte = (char)c;
		bool digit = c >= '0' && c <= '9';
		bool alpha = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');

		CHECK(char_is_digit(byte) == digit);
		CHECK(char_is_alpha(byte) == alpha);
		CHECK(char_is_word(byte) == (digit || alpha || c == '_'));
		CHECK(char_is_hex(byte) ==
		      (digit || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')));
	}
}

CASE(order_is_that_of_unsigned_bytes)
{
	int a, b;

	for (a = 0; a < 256; a++) {
		for (b = 0; b < 256; b++) {
			char left = (char)a, right = (char)b;
			int order = slice_compare(slice_of(&left, 1), slice_of(&right, 1));

			CHECK((order < 0) == (a < b) && (order > 0) == (a > b));
		}
	}
}

CASE(a_prefix_comes_first)
{
	CHECK(slice_compare(nothing, nothing) == 0);
	CHECK(slice_compare(nothing, SLICE("\0")) < 0);
	CHECK(slice_compare(SLICE("ab"), SLICE("abc")) < 0);
	CHECK(slice_compare(SLICE("abc"), SLICE("ab")) > 0);
	CHECK(slice_compare(SLICE("ab\0"), SLICE("ab")) > 0);
}

CASE(equality_sees_every_byte_and_no_terminator)
{
	CHECK(slice_equal(nothing, SLICE("")));
	CHECK(slice_equal(SLICE("a\0b"), SLICE("a\0b")));
	CHECK(!slice_equal(SLICE("a\0b"), SLICE("a\0c")));
	CHECK(!slice_equal(SLICE("a"), SLICE("a\0")));
}

CASE(every_slice_starts_and_ends_with_nothing)
{
	CHECK(slice_starts(nothing, nothing) && slice_ends(nothing, nothing));
	CHECK(slice_starts(SLICE("a"), nothing) && slice_ends(SLICE("a"), nothing));
	CHECK(!slice_starts(nothing, SLICE("a")) && !slice_ends(nothing, SLICE("a")));
	CHECK(slice_starts(SLICE("ab"), SLICE("ab")) && slice_ends(SLICE("ab"), SLICE("ab")));
	CHECK(!slice_starts(SLICE("ab"), SLICE("abc")) && !slice_ends(SLICE("bc"), SLICE("abc")));
	CHECK(slice_starts(SLICE("ab"), SLICE("a")) && !slice_starts(SLICE("ab"), SLICE("b")));
	CHECK(slice_ends(SLICE("ab"), SLICE("b")) && !slice_ends(SLICE("ab"), SLICE("a")));
}

CASE(a_byte_is_found_from_either_side)
{
	CHECK(slice_find(SLICE("abcabc"), 'b') == 1 && slice_rfind(SLICE("abcabc"), 'b') == 4);
	CHECK(slice_find(SLICE("abc"), 'a') == 0 && slice_rfind(SLICE("abc"), 'a') == 0);
	CHECK(slice_find(SLICE("abc"), 'c') == 2 && slice_rfind(SLICE("abc"), 'c') == 2);
	CHECK(slice_find(SLICE("abc"), 'd') == SLICE_NONE);
	CHECK(slice_rfind(SLICE("abc"), 'd') == SLICE_NONE);
	CHECK(slice_find(SLICE("a\0b"), '\0') == 1 && slice_find(SLICE("a\xff"), '\xff') == 1);
	CHECK(slice_find(nothing, 'a') == SLICE_NONE && slice_rfind(nothing, 'a') == SLICE_NONE);
}

CASE(a_byte_is_found_from_the_end_at_any_distance)
{
	char text[64];
	size_t at, len;

	for (len = 1; len <= sizeof(text); len++) {
		for (at = 0; at < len; at++) {
			memset(text, 'a' + 1, len);
			text[at] = 'a';
			CHECK(slice_rfind(slice_of(text, len), 'a') == at);
			CHECK(slice_rfind(slice_of(text, len), '\0') == SLICE_NONE);
			CHECK(slice_rfind(slice_of(text, at), 'a') == SLICE_NONE);
			text[0] = text[at] = '\x80';
			CHECK(slice_rfind(slice_of(text, len), '\x80') == at);
			CHECK(slice_rfind(slice_of(text, len), '\0') == SLICE_NONE);
		}
	}
}

CASE(the_byte_behind_the_end_is_not_seen)
{
	const struct slice inside = {"abcd", 2};

	CHECK(slice_find(inside, 'c') == SLICE_NONE && slice_rfind(inside, 'c') == SLICE_NONE);
	CHECK(slice_search(inside, SLICE("bc")) == SLICE_NONE);
	CHECK(slice_rsearch(inside, SLICE("bc")) == SLICE_NONE);
	CHECK(!slice_starts(inside, SLICE("abc")));
}

CASE(a_needle_is_found_from_either_side)
{
	CHECK(slice_search(SLICE("aabaab"), SLICE("ab")) == 1);
	CHECK(slice_rsearch(SLICE("aabaab"), SLICE("ab")) == 4);
	CHECK(slice_search(SLICE("aaa"), SLICE("aa")) == 0);
	CHECK(slice_rsearch(SLICE("aaa"), SLICE("aa")) == 1);
	CHECK(slice_search(SLICE("ab"), SLICE("abc")) == SLICE_NONE);
	CHECK(slice_rsearch(SLICE("ab"), SLICE("abc")) == SLICE_NONE);
	CHECK(slice_search(SLICE("aac"), SLICE("ab")) == SLICE_NONE);
	CHECK(slice_contains(SLICE("a\0b"), SLICE("\0b")) &&
	      !slice_contains(SLICE("ab"), SLICE("ba")));
}

CASE(nothing_is_found_at_both_ends)
{
	CHECK(slice_search(SLICE("ab"), nothing) == 0 && slice_search(nothing, nothing) == 0);
	CHECK(slice_rsearch(SLICE("ab"), nothing) == 2 && slice_rsearch(nothing, nothing) == 0);
	CHECK(slice_search(nothing, SLICE("a")) == SLICE_NONE);
	CHECK(slice_rsearch(nothing, SLICE("a")) == SLICE_NONE);
	CHECK(slice_contains(nothing, nothing));
}

CASE(trimming_takes_blanks_from_the_ends_alone)
{
	CHECK(is(slice_trim(SLICE(" \t\r\f\va b\v\f\r\t ")), "a b"));
	CHECK(is(slice_trim_left(SLICE("  a ")), "a "));
	CHECK(is(slice_trim_right(SLICE(" a  ")), " a"));
	CHECK(slice_trim(SLICE(" \t ")).len == 0 && slice_trim(nothing).len == 0);
	CHECK(is(slice_trim(SLICE("\na\n")), "\na\n"));
}

CASE(a_prefix_or_suffix_is_taken_only_if_it_is_there)
{
	struct slice s = SLICE("a->b->");

	CHECK(slice_skip(&s, SLICE("a")) && is(s, "->b->"));
	CHECK(!slice_skip(&s, SLICE("a")) && is(s, "->b->"));
	CHECK(slice_drop(&s, SLICE("->")) && is(s, "->b"));
	CHECK(!slice_drop(&s, SLICE("->")) && is(s, "->b"));
	CHECK(slice_skip(&s, SLICE("->b")) && s.len == 0);
	CHECK(!slice_skip(&s, SLICE("x")) && !slice_drop(&s, SLICE("x")));
	s = nothing;
	CHECK(slice_skip(&s, nothing) && slice_drop(&s, nothing));
}

CASE(cutting_stops_at_the_first_separator)
{
	struct slice s = SLICE(";a;;b"), before = SLICE("x");

	CHECK(slice_cut(&s, ';', &before) && before.len == 0 && is(s, "a;;b"));
	CHECK(slice_cut(&s, ';', &before) && is(before, "a") && is(s, ";b"));
	CHECK(slice_cut(&s, ';', &before) && before.len == 0 && is(s, "b"));
	CHECK(!slice_cut(&s, ';', &before) && is(s, "b"));
	s = nothing;
	CHECK(!slice_cut(&s, ';', &before) && s.len == 0);
	s = SLICE("a;");
	CHECK(slice_cut(&s, ';', &before) && is(before, "a") && s.len == 0);
}

CASE(lines_end_at_line_feeds_and_the_last_one_may_lack_it)
{
	struct slice text = SLICE("a\n\nb\r\nc"), line;

	CHECK(slice_line(&text, &line) && is(line, "a"));
	CHECK(slice_line(&text, &line) && line.len == 0);
	CHECK(slice_line(&text, &line) && is(line, "b\r"));
	CHECK(slice_line(&text, &line) && is(line, "c"));
	CHECK(!slice_line(&text, &line) && is(line, "c"));
	text = nothing;
	CHECK(!slice_line(&text, &line));
}

CASE(a_line_feed_at_the_end_begins_no_line)
{
	struct slice text = SLICE("a\n"), line;

	CHECK(slice_line(&text, &line) && is(line, "a"));
	CHECK(!slice_line(&text, &line));
}

CASE(words_are_taken_with_the_blanks_before_them)
{
	struct slice s = SLICE(" \ta b\vc "), word;

	CHECK(slice_word(&s, &word) && is(word, "a") && is(s, " b\vc "));
	CHECK(slice_word(&s, &word) && is(word, "b"));
	CHECK(slice_word(&s, &word) && is(word, "c") && is(s, " "));
	CHECK(!slice_word(&s, &word) && is(s, " "));
	s = nothing;
	CHECK(!slice_word(&s, &word));
}

CASE(last_words_are_taken_with_the_blanks_behind_them)
{
	struct slice s = SLICE(" a  b\v "), word;

	CHECK(slice_last_word(&s, &word) && is(word, "b") && is(s, " a  "));
	CHECK(slice_last_word(&s, &word) && is(word, "a") && is(s, " "));
	CHECK(!slice_last_word(&s, &word) && is(s, " "));
	s = SLICE("abc");
	CHECK(slice_last_word(&s, &word) && is(word, "abc") && s.len == 0);
	s = nothing;
	CHECK(!slice_last_word(&s, &word));
}

CASE(all_of_nothing_is_anything_but_a_number)
{
	CHECK(slice_all(nothing, char_is_digit));
	CHECK(!slice_is_number(nothing) && !slice_is_hex(nothing));
	CHECK(slice_is_hex(SLICE("0fA9")) && !slice_is_hex(SLICE("0g")));
	CHECK(slice_all(SLICE("123"), char_is_digit) && !slice_all(SLICE("12a"), char_is_digit));
}

CASE(hexadecimal_numbers_have_up_to_16_digits)
{
	uint64_t value = 0;

	CHECK(slice_hex_to_u64(SLICE("fF01"), &value) && value == 0xff01);
	CHECK(slice_hex_to_u64(SLICE("ffffffffffffffff"), &value) && value == UINT64_MAX);
	CHECK(!slice_hex_to_u64(SLICE("10000000000000000"), &value));
	CHECK(!slice_hex_to_u64(SLICE("0x1"), &value) && !slice_hex_to_u64(nothing, &value));
}

CASE(lists_have_parts)
{
	struct slice list = SLICE("a,,b,"), part;

	CHECK(slice_part(&list, ',', &part) && is(part, "a"));
	CHECK(slice_part(&list, ',', &part) && is(part, ""));
	CHECK(slice_part(&list, ',', &part) && is(part, "b"));
	CHECK(!slice_part(&list, ',', &part));
	list = SLICE("a");
	CHECK(slice_part(&list, ',', &part) && is(part, "a") && list.len == 0);
	list = nothing;
	CHECK(!slice_part(&list, ',', &part));
}

CASE(groups_end_where_the_text_ends)
{
	CHECK(slice_group(SLICE("f(a(b))")) == 1);
	CHECK(slice_group(SLICE("f(a)(b)")) == 4);
	CHECK(slice_group(SLICE("(a)")) == 0);
	CHECK(slice_group(SLICE("f(a) b")) == SLICE_NONE);
	CHECK(slice_group(SLICE("a))")) == SLICE_NONE && slice_group(SLICE("(")) == SLICE_NONE);
	CHECK(slice_group(nothing) == SLICE_NONE);
}

CASE(one_of_a_list_does)
{
	static const struct slice list[] = {SLICE_INIT("ab"), SLICE_INIT("c")};

	CHECK(SLICE_ANY(SLICE("cd"), list, slice_starts));
	CHECK(!SLICE_ANY(SLICE("cd"), list, slice_equal));
	CHECK(!SLICE_ANY(nothing, list, slice_starts));
}

CASE(names_are_behind_folders)
{
	CHECK(is(slice_without_folders(SLICE("/a/b.c")), "b.c"));
	CHECK(is(slice_without_folders(SLICE("a")), "a"));
	CHECK(is(slice_without_folders(SLICE("/a/")), "/a/"));
}

CASE(files_have_base_names)
{
	CHECK(slice_equal(slice_base(SLICE("run/one.folded")), SLICE("one")));
	CHECK(slice_equal(slice_base(SLICE("/a.b/c.tar.gz")), SLICE("c")));
	CHECK(slice_equal(slice_base(SLICE(".hidden")), SLICE(".hidden")));
	CHECK(slice_equal(slice_base(SLICE("a/.b.c")), SLICE(".b")));
	CHECK(slice_base(SLICE("a/")).len == 0);
}

TEST_CASES(slice)
