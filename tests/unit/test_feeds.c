/* SPDX-License-Identifier: MIT */
#include "collapse/feeds.h"
#include "tests/unit/check.h"
#include "tests/unit/scratch.h"

enum { SIZE = 1000 };

typedef size_t find_fn(struct slice text, size_t wanted, uint32_t *feeds);

/* The first of those of the text, each in its place. */
static void check(find_fn *find, struct slice text, size_t wanted)
{
	uint32_t feeds[SIZE + FEEDS_MORE];
	size_t count = find(text, wanted, feeds), all = slice_count(text, '\n'), at = 0, i;

	CHECK(count >= (wanted < all ? wanted : all));
	CHECK(count <= all && count <= wanted + FEEDS_MORE);
	for (i = 0; i < count; i++) {
		at += slice_find(slice_tail(text, at), '\n');
		CHECK(feeds[i] == at);
		at++;
	}
}

static void all_are_found_wherever_they_are(find_fn *find)
{
	char text[SIZE];
	uint64_t state = 1;
	size_t len, every, i;

	for (every = 1; every < 200; every = every * 2 + 1) {
		for (len = 0; len < SIZE; len += 13) {
			for (i = 0; i < len; i++)
				text[i] = scratch_below(&state, every) == 0 ? '\n' : 'x';
			check(find, slice_of(text, len), SIZE);
			check(find, slice_of(text, len), 1 + len / 7);
		}
	}
}

static void none_are_no_matter(find_fn *find)
{
	uint32_t feeds[1 + FEEDS_MORE];

	CHECK(find(SLICE(""), 1, feeds) == 0);
	CHECK(find(SLICE("text"), 1, feeds) == 0);
}

int main(void)
{
	static find_fn *const all[] = {feeds_find, feeds_find_portable};
	size_t i;

	for (i = 0; i < ARRAY_LEN(all); i++) {
		all_are_found_wherever_they_are(all[i]);
		none_are_no_matter(all[i]);
	}
	return check_done();
}
