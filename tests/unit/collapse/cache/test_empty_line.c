/* SPDX-License-Identifier: MIT */
#include "collapse/cache/stack_cache.h"
#include "tests/unit/check.h"

static void it_is_found_wherever_it_stands(void)
{
	char text[600];
	size_t at, len;

	for (len = 1; len < sizeof(text); len += 7) {
		for (at = 1; at < len; at++) {
			memset(text, 'x', len);
			text[at - 1] = text[at] = '\n';
			CHECK(empty_line_find(slice_of(text, len)) == at);
			text[at - 1] = 'x';
			CHECK(empty_line_find(slice_of(text, len)) == SLICE_NONE);
		}
	}
}

static void the_first_of_several_counts(void)
{
	CHECK(empty_line_find(SLICE("a\n\nb\n\n")) == 2);
	CHECK(empty_line_find(SLICE("a\n\n\n")) == 2);
	CHECK(empty_line_find(SLICE("\n\n")) == 1);
	CHECK(empty_line_find(SLICE("\n")) == SLICE_NONE);
	CHECK(empty_line_find(SLICE("")) == SLICE_NONE);
}

/* Lines everywhere, as in a stack, and one LF more somewhere. */
static void lines_that_are_not_empty_are_passed_over(void)
{
	char text[400];
	size_t at;

	for (at = 3; at < sizeof(text); at++) {
		size_t i;

		for (i = 0; i < sizeof(text); i++)
			text[i] = i % 5 == 2 ? '\n' : '\t';
		CHECK(empty_line_find(slice_of(text, sizeof(text))) == SLICE_NONE);
		text[at] = '\n';
		if (at % 5 == 1 || at % 5 == 3)
			CHECK(empty_line_find(slice_of(text, sizeof(text))) ==
			      (at % 5 == 1 ? at + 1 : at));
	}
}

TEST(empty_line)
{
	it_is_found_wherever_it_stands();
	the_first_of_several_counts();
	lines_that_are_not_empty_are_passed_over();
	return check_done();
}
