/* SPDX-License-Identifier: MIT */
#include "common/base/buf.h"

#include <locale.h>

#include "tests/unit/check.h"

/* Compare what was appended, and forget it. */
static bool holds(struct buf *buf, const char *text)
{
	bool same = slice_equal(buf_slice(buf), slice_from(text));

	if (!same)
		fprintf(stderr, "'%.*s' instead of '%s'\n", SLICE_ARG(buf_slice(buf)), text);
	buf_reset(buf);
	return same;
}

CASE(an_empty_buffer_needs_no_memory)
{
	struct buf buf = {0};

	buf_add(&buf, (struct slice){0});
	buf_add_text(&buf, "");
	CHECK(buf.ptr == NULL && buf_slice(&buf).len == 0);
	buf_release(&buf);
}

CASE(bytes_come_out_as_they_went_in)
{
	struct buf buf = {0};
	unsigned c;

	for (c = 0; c < 100000; c++)
		buf_add_char(&buf, (char)(c * 7));
	CHECK(buf.len == 100000);
	for (c = 0; c < 100000; c++)
		CHECK(buf.ptr[c] == (char)(c * 7));
	buf_release(&buf);
	CHECK(buf.ptr == NULL && buf.len == 0 && buf.cap == 0);
}

CASE(reserved_room_is_behind_the_text)
{
	struct buf buf = {0};
	char *room;

	buf_add_text(&buf, "abc");
	room = buf_reserve(&buf, 100000);
	CHECK(buf.len == 3 && room == buf.ptr + 3 && buf.cap >= 100003);
	memset(room, 'x', 100000);
	CHECK(holds(&buf, "abc"));
	buf_release(&buf);
}

CASE(a_reset_buffer_keeps_its_memory)
{
	struct buf buf = {0};
	const char *memory;

	buf_add_text(&buf, "some text");
	memory = buf.ptr;
	buf_reset(&buf);
	CHECK(buf.ptr == memory && buf.len == 0 && buf.cap > 0);
	buf_release(&buf);
}

CASE(whole_numbers_are_exact_at_both_ends)
{
	static const struct {
		uint64_t value;
		const char *text;
	} rows[] = {
		{0, "0"},
		{9, "9"},
		{10, "10"},
		{1000000, "1000000"},
		{UINT64_MAX, "18446744073709551615"},
		{UINT64_MAX - 1, "18446744073709551614"},
	};
	struct buf buf = {0};
	size_t i;

	for (i = 0; i < ARRAY_LEN(rows); i++) {
		buf_add_u64(&buf, rows[i].value);
		CHECK(holds(&buf, rows[i].text));
	}
	buf_release(&buf);
}

CASE(shortest_decimals_drop_zeros_at_the_end)
{
	static const struct {
		uint64_t value;
		unsigned digits;
		const char *text;
	} rows[] = {
		{0, 0, "0"},
		{0, 9, "0"},
		{1, 0, "1"},
		{1, 1, "0.1"},
		{1, 9, "0.000000001"},
		{10, 1, "1"},
		{1250, 2, "12.5"},
		{1205, 2, "12.05"},
		{1000, 3, "1"},
		{1000000001, 9, "1.000000001"},
		{100, 0, "100"},
		{UINT64_MAX, 0, "18446744073709551615"},
		{UINT64_MAX, 1, "1844674407370955161.5"},
		{UINT64_MAX, 9, "18446744073.709551615"},
		{UINT64_MAX, 19, "1.8446744073709551615"},
	};
	struct buf buf = {0};
	size_t i;

	for (i = 0; i < ARRAY_LEN(rows); i++) {
		buf_add_decimal(&buf, rows[i].value, rows[i].digits);
		CHECK(holds(&buf, rows[i].text));
	}
	buf_release(&buf);
}

CASE(fixed_decimals_keep_zeros_and_the_sign)
{
	static const struct {
		int64_t value;
		unsigned digits;
		const char *text;
	} rows[] = {
		{0, 0, "0"},
		{0, 2, "0.00"},
		{-1, 0, "-1"},
		{-1, 2, "-0.01"},
		{-100, 2, "-1.00"},
		{1250, 2, "12.50"},
		{5, 1, "0.5"},
		{-5, 1, "-0.5"},
		{1205, 3, "1.205"},
		{INT64_MAX, 0, "9223372036854775807"},
		{INT64_MIN, 0, "-9223372036854775808"},
		{INT64_MIN, 2, "-92233720368547758.08"},
		{INT64_MIN, 18, "-9.223372036854775808"},
	};
	struct buf buf = {0};
	size_t i;

	for (i = 0; i < ARRAY_LEN(rows); i++) {
		buf_add_fixed(&buf, rows[i].value, rows[i].digits);
		CHECK(holds(&buf, rows[i].text));
	}
	buf_release(&buf);
}

CASE(groups_have_three_digits)
{
	static const struct {
		uint64_t value;
		const char *text;
	} rows[] = {
		{0, "0"},
		{12, "12"},
		{999, "999"},
		{1000, "1,000"},
		{12345, "12,345"},
		{999999, "999,999"},
		{1000000, "1,000,000"},
		{UINT64_MAX, "18,446,744,073,709,551,615"},
	};
	struct buf buf = {0};
	size_t i;

	for (i = 0; i < ARRAY_LEN(rows); i++) {
		buf_add_grouped(&buf, rows[i].value);
		CHECK(holds(&buf, rows[i].text));
	}
	buf_release(&buf);
}

CASE(formatted_text_may_be_of_any_length)
{
	struct buf buf = {0};
	size_t length;

	for (length = 0; length < 5000; length += length < 40 ? 1 : 611) {
		buf_add_char(&buf, '<');
		buf_printf(&buf, "%*s%s", (int)length, "", ">");
		CHECK(buf.len == length + 2);
		CHECK(buf.ptr[0] == '<' && buf.ptr[buf.len - 1] == '>');
		buf_reset(&buf);
	}
	buf_printf(&buf, "%.*s|%d", 0, "x", -5);
	CHECK(holds(&buf, "|-5"));
	buf_release(&buf);
}

CASE(numbers_do_not_depend_on_the_locale)
{
	static const char *const names[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE", "tr_TR.UTF-8"};
	struct buf buf = {0};
	size_t i;

	for (i = 0; i < ARRAY_LEN(names) && !setlocale(LC_ALL, names[i]); i++)
		;
	buf_add_decimal(&buf, 15, 1);
	buf_add_char(&buf, ' ');
	buf_add_fixed(&buf, 1234567, 2);
	buf_add_char(&buf, ' ');
	buf_add_grouped(&buf, 1234567);
	CHECK(holds(&buf, "1.5 12345.67 1,234,567"));
	setlocale(LC_ALL, "C");
	buf_release(&buf);
}

TEST_CASES(buf)
