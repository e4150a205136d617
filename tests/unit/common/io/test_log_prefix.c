/* SPDX-License-Identifier: MIT */
#include "common/io/source.h"
#include "tests/unit/check.h"

#include "common/base/buf.h"

CASE(prefixes_are_known_where_all_lines_have_them)
{
	static const struct {
		const char *text;
		enum log_prefix form;
	} cases[] = {
		{"2026-11-28T10:00:00.1Z a\n2026-11-28T10:00:00+01:00 \tb\n2026-11-28T10:00:00Z\n",
		 LOG_PREFIX_TIME},
		{"2026-11-28T10:00:00 a\r\n\r\n2026-11-28T10:00:00 b\n2026-11-28T10:00:00 c\n20",
		 LOG_PREFIX_TIME},
		{"-- Boot 1 --\nNov 28 10:00:00 h java[1]: a\nNov  8 10:00:00 h java[1]:\n"
		 "Nov 28 10:00:00.123 h java[1]: b c\n",
		 LOG_PREFIX_WRITER},
		{"2026-11-28T10:00:00+0100 h java[1]: a\n2026-11-28T10:00:00+0100 h java[1]: b\n"
		 "2026-11-28T10:00:00+0100 h java[1]: c\n",
		 LOG_PREFIX_WRITER},
		{"2026-11-28T10:00:00Z a\n2026-11-28T10:00:00Z b\n", LOG_PREFIX_NONE},
		{"2026-11-28T10:00:00Z a\n2026-11-28T10:00:00Z b\n2026-11-28T10:00:00Z c\n\tat d\n",
		 LOG_PREFIX_NONE},
		{"2026-11-28T10:00:00Z;a 1\n2026-11-28T10:00:00Z;b 1\n2026-11-28T10:00:00Z;c 1\n",
		 LOG_PREFIX_NONE},
		{"10:00:00 a\n10:00:00 b\n10:00:00 c\n", LOG_PREFIX_NONE},
		{"", LOG_PREFIX_NONE},
	};
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		CHECK(log_prefix_look(slice_from(cases[i].text)) == cases[i].form);
}

/* However the bytes come. */
static bool log_prefix_leaves(enum log_prefix form, struct slice text, struct slice wanted)
{
	size_t step, at;
	bool good = true;

	for (step = 1; step <= text.len; step++) {
		struct log_prefix_place place = {.form = form};
		struct buf out = {0};

		for (at = 0; at < text.len; at += step) {
			const size_t size = step < text.len - at ? step : text.len - at;
			char *to = buf_reserve(&out, size);

			memcpy(to, text.ptr + at, size);
			out.len += log_prefix_leave_out(&place, to, size);
		}
		good &= slice_equal(buf_slice(&out), wanted);
		buf_release(&out);
	}
	return good;
}

CASE(prefixes_are_left_out_with_the_blank_behind_them)
{
	CHECK(log_prefix_leaves(LOG_PREFIX_TIME,
				SLICE("2026-11-28T10:00:00Z a 1: b\n2026-11-28T10:00:00Z \tat c\n"
				      "2026-11-28T10:00:00Z\n\tbroken\n\n2026-11-28T10:00:00Z d"),
				SLICE("a 1: b\n\tat c\n\n\tbroken\n\nd")));
	CHECK(log_prefix_leaves(
		LOG_PREFIX_WRITER,
		SLICE("-- Boot 1 --\nNov 28 10:00:00 h java[1]: a: b\n"
		      "Nov 28 10:00:00 h java[1]:   c\nNov 28 10:00:00 h java[1]:\n"),
		SLICE("-- Boot 1 --\na: b\n  c\n\n")));
}

TEST_CASES(log_prefix)
