/* SPDX-License-Identifier: MIT */
#include "collapse/jfr/jfr_cursor.h"

#include "tests/unit/check.h"

/* The bytes alone, and in front of others: near the limit numbers are read byte by byte. */
static void takes(const char *bytes, size_t size, uint64_t wanted)
{
	char room[32] = {0};
	size_t more;

	memset(room, 0xFF, sizeof(room));
	memcpy(room, bytes, size);
	for (more = 0; more < 12; more += 11) {
		struct jfr_cursor cursor = jfr_cursor_of(slice_of(room, size + more));
		struct jfr_cursor skipping = cursor;
		uint64_t number = 0;

		CHECK(jfr_take_number(&cursor, &number) && number == wanted);
		CHECK(cursor.at == (const unsigned char *)room + size);
		CHECK(jfr_skip_numbers(&skipping, 1) && skipping.at == cursor.at);
		cursor = jfr_cursor_of(slice_of(room, size + more));
		CHECK(jfr_take_small(&cursor, &number) && number == wanted);
	}
}

CASE(numbers_have_seven_bits_a_byte_and_eight_in_the_ninth)
{
	takes("\0", 1, 0);
	takes("\x7f", 1, 127);
	takes("\x80\x01", 2, 128);
	takes("\xF9\xFF\x03", 3, 0xFFF9);
	takes("\xFF\xFF\xFF\xFF\x0F", 5, 0xFFFFFFFF);
	takes("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x7F", 8, (UINT64_C(1) << 56) - 1);
	takes("\x80\x80\x80\x80\x80\x80\x80\x80\x01", 9, UINT64_C(1) << 56);
	takes("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF", 9, UINT64_MAX);
}

CASE(numbers_may_be_longer_than_needed)
{
	takes("\x85\x80\x00", 3, 5);
	takes("\x85\x80\x80\x80\x80\x80\x80\x80\x00", 9, 5);
}

CASE(numbers_that_are_cut_are_none)
{
	const char bytes[] = "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF";
	uint64_t number;
	size_t size;

	for (size = 0; size < 9; size++) {
		struct jfr_cursor cursor = jfr_cursor_of(slice_of(bytes, size));
		struct jfr_cursor skipping = cursor;

		CHECK(!jfr_take_number(&cursor, &number));
		CHECK(!jfr_skip_numbers(&skipping, 1));
	}
}

/* A number may be loaded with what stands after its event, but does not reach into that. */
CASE(numbers_end_with_their_event)
{
	const char bytes[] = "\x80\x80\x01 and what else is there";
	struct jfr_cursor cursor = jfr_cursor_of(SLICE("\x80\x80\x01 and what else is there"));
	struct jfr_cursor skipping;
	uint64_t number;

	cursor = jfr_cursor_of(slice_of(bytes, sizeof(bytes) - 1));
	cursor.end = cursor.at + 2;
	skipping = cursor;
	CHECK(!jfr_take_number(&cursor, &number));
	CHECK(!jfr_skip_numbers(&skipping, 1));
}

TEST_CASES(jfr_cursor)
