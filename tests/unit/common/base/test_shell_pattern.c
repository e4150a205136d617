/* SPDX-License-Identifier: MIT */
#include "common/base/regex.h"

#include "common/base/buf.h"
#include "tests/unit/check.h"

static bool matches(const char *pattern, const char *text)
{
	return shell_pattern_matches(slice_from(pattern), slice_from(text));
}

CASE(a_text_matches_itself_alone)
{
	CHECK(matches("cycles:u", "cycles:u"));
	CHECK(!matches("cycles:u", "cycles"));
	CHECK(!matches("cycles", "cycles:u"));
	CHECK(matches("", ""));
	CHECK(!matches("", "a"));
	CHECK(!matches("a", ""));
}

CASE(a_star_matches_any_text)
{
	CHECK(matches("syscalls:sys_enter_*", "syscalls:sys_enter_read"));
	CHECK(matches("syscalls:sys_enter_*", "syscalls:sys_enter_"));
	CHECK(!matches("syscalls:sys_enter_*", "syscalls:sys_exit_read"));
	CHECK(matches("*", ""));
	CHECK(matches("**", "abc"));
	CHECK(matches("*/cycles/*", "cpu_core/cycles/P"));
	CHECK(matches("*ab*ab", "abaab"));
	CHECK(!matches("*ab*ab*ab", "abaab"));
	CHECK(matches("a*b*c", "aXbbYc"));
	CHECK(!matches("a*b*c", "aXbbY"));
}

CASE(a_question_mark_matches_one_byte)
{
	CHECK(matches("?", "a"));
	CHECK(!matches("?", ""));
	CHECK(!matches("?", "ab"));
	CHECK(matches("cpu?", "cpu0"));
}

CASE(a_set_matches_one_of_its_bytes)
{
	CHECK(matches("cpu[0-3x]", "cpu2"));
	CHECK(matches("cpu[0-3x]", "cpux"));
	CHECK(!matches("cpu[0-3x]", "cpu4"));
	CHECK(matches("cpu[!0-3]", "cpu4"));
	CHECK(!matches("cpu[!0-3]", "cpu0"));
	CHECK(matches("[^a]", "b"));
	CHECK(matches("[]]", "]"));
	CHECK(matches("[!]]", "a"));
	CHECK(matches("[a-]", "-"));
	CHECK(matches("[\\]x]", "]"));
	CHECK(matches("[\\]x]", "x"));
	CHECK(!matches("[z-a]", "m"));
	CHECK(matches("[\x80-\xff]", "\xc3"));
}

CASE(a_set_without_an_end_is_itself)
{
	CHECK(matches("a[b", "a[b"));
	CHECK(!matches("a[b", "ab"));
	CHECK(matches("[", "["));
	CHECK(matches("[]", "[]"));
	CHECK(matches("[\\]", "[]"));
}

CASE(a_backslash_takes_the_meaning)
{
	CHECK(matches("\\*", "*"));
	CHECK(!matches("\\*", "a"));
	CHECK(matches("a\\", "a\\"));
	CHECK(matches("\\[a]", "[a]"));
}

CASE(patterns_are_told_from_names)
{
	CHECK(shell_pattern_is(SLICE("a*")) && shell_pattern_is(SLICE("?")) &&
	      shell_pattern_is(SLICE("a[b")));
	CHECK(!shell_pattern_is(SLICE("")) && !shell_pattern_is(SLICE("cpu_core/cycles/P")));
}

/* Each star doubles the time of a matcher that tries all of them. */
CASE(many_stars_take_no_time)
{
	struct buf text = {0}, pattern = {0};
	int i;

	for (i = 0; i < 2000; i++) {
		buf_add_text(&text, "aaaaaaaaaa");
		if (i < 100)
			buf_add_text(&pattern, "a*a");
	}
	buf_add_char(&pattern, 'b');
	CHECK(!shell_pattern_matches(buf_slice(&pattern), buf_slice(&text)));
	buf_release(&text);
	buf_release(&pattern);
}

TEST_CASES(shell_pattern)
