/* SPDX-License-Identifier: MIT */
#include "collapse/cache/empty_line.h"
#include "tests/unit/check.h"

typedef size_t find_fn(struct slice text);

static void it_is_found_wherever_it_stands(find_fn *find)
{
	char text[600];
	size_t at, len;

	for (len = 1; len < sizeof(text); len += 7) {
		for (at = 1; at < len; at++) {
			memset(text, 'x', len);
			text[at - 1] = text[at] = '\n';
			CHECK(find(slice_of(text, len)) == at);
			text[at - 1] = 'x';
			CHECK(find(slice_of(text, len)) == SLICE_NONE);
		}
	}
}

static void the_first_of_several_counts(find_fn *find)
{
	CHECK(find(SLICE("a\n\nb\n\n")) == 2);
	CHECK(find(SLICE("a\n\n\n")) == 2);
	CHECK(find(SLICE("\n\n")) == 1);
	CHECK(find(SLICE("\n")) == SLICE_NONE);
	CHECK(find(SLICE("")) == SLICE_NONE);
}

/* Lines everywhere, as in a stack, and one LF more somewhere. */
static void lines_that_are_not_empty_are_passed_over(find_fn *find)
{
	char text[400];
	size_t at;

	for (at = 3; at < sizeof(text); at++) {
		size_t i;

		for (i = 0; i < sizeof(text); i++)
			text[i] = i % 5 == 2 ? '\n' : '\t';
		CHECK(find(slice_of(text, sizeof(text))) == SLICE_NONE);
		text[at] = '\n';
		if (at % 5 == 1 || at % 5 == 3)
			CHECK(find(slice_of(text, sizeof(text))) == (at % 5 == 1 ? at + 1 : at));
	}
}

TEST(empty_line)
{
	static find_fn *const all[] = {empty_line_find, empty_line_find_portable};
	size_t i;

	for (i = 0; i < ARRAY_LEN(all); i++) {
		it_is_found_wherever_it_stands(all[i]);
		the_first_of_several_counts(all[i]);
		lines_that_are_not_empty_are_passed_over(all[i]);
	}
	return check_done();
}
