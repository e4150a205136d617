/* SPDX-License-Identifier: MIT */
#include "common/base/slice.h"
#include "tests/unit/check.h"

CASE(it_is_found_wherever_it_stands)
{
	char text[600];
	size_t at, len;

	for (len = 1; len < sizeof(text); len += 7) {
		for (at = 1; at < len; at++) {
			memset(text, 'x', len);
			text[at - 1] = text[at] = '\n';
			CHECK(slice_find_twice(slice_of(text, len), '\n') == at - 1);
			text[at - 1] = 'x';
			CHECK(slice_find_twice(slice_of(text, len), '\n') == SLICE_NONE);
		}
	}
}

CASE(the_first_of_several_counts)
{
	CHECK(slice_find_twice(SLICE("a\n\nb\n\n"), '\n') == 1);
	CHECK(slice_find_twice(SLICE("a\n\n\n"), '\n') == 1);
	CHECK(slice_find_twice(SLICE("\n\n"), '\n') == 0);
	CHECK(slice_find_twice(SLICE("\n"), '\n') == SLICE_NONE);
	CHECK(slice_find_twice(SLICE(""), '\n') == SLICE_NONE);
}

/* Lines everywhere, as in a stack, and one LF more somewhere. */
CASE(single_ones_are_passed_over)
{
	char text[400];
	size_t at;

	for (at = 3; at < sizeof(text); at++) {
		size_t i;

		for (i = 0; i < sizeof(text); i++)
			text[i] = i % 5 == 2 ? '\n' : '\t';
		CHECK(slice_find_twice(slice_of(text, sizeof(text)), '\n') == SLICE_NONE);
		text[at] = '\n';
		if (at % 5 == 1 || at % 5 == 3)
			CHECK(slice_find_twice(slice_of(text, sizeof(text)), '\n') ==
			      (at % 5 == 1 ? at : at - 1));
	}
}

TEST_CASES(slice_twice)
