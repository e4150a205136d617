/* SPDX-License-Identifier: MIT */
#include "common/io/source.h"
#include "tests/unit/check.h"

#include "common/base/buf.h"

CASE(doubled_lines_are_known_by_what_is_between_them)
{
	static const struct {
		const char *text;
		enum doubled verdict;
	} cases[] = {
		{"head:\n\n  a\n\n  b\n\n\n\nhead:\n\n  c\n", DOUBLED_YES},
		{"head:\r\n\r\n  a\r\n\r\n  b", DOUBLED_YES},
		{"\n\nhead:\n\n  a\n\n  b\n\n", DOUBLED_YES},
		{"  a\n\n  b\n\n\n\n  c\n\n", DOUBLED_YES},
		{"  a\n\n  b\n\n  c\n\n", DOUBLED_NOT}, /* stacks of one frame */
		{"head:\n\n  a\n\n", DOUBLED_NOT},
		{"head:\n\n  a\n\n\nhead:\n\n  b\n\n", DOUBLED_NOT},
		{"head:\n  a\n\n  b\n\n  c\n", DOUBLED_NOT},
		{"\1a\n\nb\n\nc\n\nd\n", DOUBLED_NOT},
		{"", DOUBLED_NOT},
		{"h:\n  a\n  b\n\nh:\n\n  a\n\n  b\n\n  c\n\n  d\n\n  e\n\n  f\n\n  g\n\n",
		 DOUBLED_PARTLY},
		{"h:\n\n  a\n\n  b\n\n  c\n\n  d\n\n  e\n\n  f\n\n  g\n\nh\n  b\n  c",
		 DOUBLED_PARTLY},
		{"a\nb\n\nc\n\nd\n\ne\n\n\n\nf\n\ng\n\nh\n\ni\n\n", DOUBLED_PARTLY},
		{"a\nb\n\nc\n\nd\n\ne\n\nf\n\ng\n\nh\n\ni\n\n", DOUBLED_NOT}, /* a list */
	};
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		CHECK(doubled_look(slice_from(cases[i].text), true) == cases[i].verdict);
	CHECK(doubled_look(SLICE("a\n\nb\n\nc"), false) == DOUBLED_UNSURE);
	CHECK(doubled_look(SLICE("a\nb"), false) == DOUBLED_UNSURE);
	CHECK(doubled_look(SLICE("\1a\nb\n"), false) == DOUBLED_NOT);
}

CASE(lines_left_out_are_the_same_however_the_bytes_come)
{
	const struct slice text = SLICE("\n\na\r\n\r\n\n\n  b\n\n\n\nc\nd\n\n");
	size_t step, at;

	for (step = 1; step <= text.len; step++) {
		struct doubled_place place = {.within = false};
		struct buf out = {0};

		for (at = 0; at < text.len; at += step) {
			const size_t size = step < text.len - at ? step : text.len - at;
			char *to = buf_reserve(&out, size);

			memcpy(to, text.ptr + at, size);
			out.len += doubled_leave_out(&place, to, size);
		}
		CHECK(slice_equal(buf_slice(&out), SLICE("\na\r\n\n  b\n\nc\nd\n")));
		buf_release(&out);
	}
}

TEST_CASES(doubled)
