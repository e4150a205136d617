/* SPDX-License-Identifier: MIT */
#include "common/base/slice.h"
#include "tests/unit/check.h"
#include "tests/unit/scratch.h"

enum { SIZE = 1000 };

/* The first places of the byte in the text, none left out. */
static void check(struct slice text, char byte, size_t wanted)
{
	uint32_t places[SIZE + SLICE_SCAN_MORE];
	size_t count = slice_scan(text, byte, wanted, places), all = slice_count(text, byte),
	       at = 0, i;

	CHECK(count >= (wanted < all ? wanted : all));
	CHECK(count <= all && count <= wanted + SLICE_SCAN_MORE);
	for (i = 0; i < count; i++) {
		at += slice_find(slice_tail(text, at), byte);
		CHECK(places[i] == at);
		at++;
	}
}

static void all_are_found_wherever_they_are(char byte)
{
	char text[SIZE];
	uint64_t state = 1;
	size_t len, every, i;

	for (every = 1; every < 200; every = every * 2 + 1) {
		for (len = 0; len < SIZE; len += 13) {
			for (i = 0; i < len; i++)
				text[i] = scratch_below(&state, every) == 0 ? byte : 'x';
			check(slice_of(text, len), byte, SIZE);
			check(slice_of(text, len), byte, 1 + len / 7);
		}
	}
}

CASE(a_text_without_the_byte_has_no_place)
{
	uint32_t places[1 + SLICE_SCAN_MORE];

	CHECK(slice_scan(SLICE(""), ';', 1, places) == 0);
	CHECK(slice_scan(SLICE("text"), ';', 1, places) == 0);
}

TEST(slice_scan)
{
	all_are_found_wherever_they_are('\n');
	all_are_found_wherever_they_are((char)0xff);
	check_cases();
	return check_done();
}
