/* SPDX-License-Identifier: MIT */
#include "common/base/scan.h"
#include "tests/unit/check.h"
#include "tests/unit/scratch.h"

enum { SIZE = 1000 };

typedef size_t find_fn(struct slice text, char byte, size_t wanted, uint32_t *places);

/* The first places of the byte in the text, none left out. */
static void check(find_fn *find, struct slice text, char byte, size_t wanted)
{
	uint32_t places[SIZE + SCAN_MORE];
	size_t count = find(text, byte, wanted, places), all = slice_count(text, byte), at = 0, i;

	CHECK(count >= (wanted < all ? wanted : all));
	CHECK(count <= all && count <= wanted + SCAN_MORE);
	for (i = 0; i < count; i++) {
		at += slice_find(slice_tail(text, at), byte);
		CHECK(places[i] == at);
		at++;
	}
}

static void all_are_found_wherever_they_are(find_fn *find, char byte)
{
	char text[SIZE];
	uint64_t state = 1;
	size_t len, every, i;

	for (every = 1; every < 200; every = every * 2 + 1) {
		for (len = 0; len < SIZE; len += 13) {
			for (i = 0; i < len; i++)
				text[i] = scratch_below(&state, every) == 0 ? byte : 'x';
			check(find, slice_of(text, len), byte, SIZE);
			check(find, slice_of(text, len), byte, 1 + len / 7);
		}
	}
}

static void a_text_without_the_byte_has_no_place(find_fn *find)
{
	uint32_t places[1 + SCAN_MORE];

	CHECK(find(SLICE(""), ';', 1, places) == 0);
	CHECK(find(SLICE("text"), ';', 1, places) == 0);
}

TEST(scan)
{
	static find_fn *const all[] = {scan_bytes, scan_bytes_portable};
	size_t i;

	for (i = 0; i < ARRAY_LEN(all); i++) {
		all_are_found_wherever_they_are(all[i], '\n');
		all_are_found_wherever_they_are(all[i], (char)0xff);
		a_text_without_the_byte_has_no_place(all[i]);
	}
	return check_done();
}
