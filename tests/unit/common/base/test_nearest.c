/* SPDX-License-Identifier: MIT */
#include "common/base/nearest.h"

#include "tests/unit/check.h"

/* Words between commas are offered one after the other; "" is none. */
static bool is_nearest(const char *typed, const char *words, const char *expected)
{
	struct nearest nearest = nearest_to(slice_from(typed));
	struct slice rest = slice_from(words), word;

	while (slice_cut(&rest, ',', &word))
		nearest_offer(&nearest, word);
	nearest_offer(&nearest, rest);
	return slice_equal(nearest.word, slice_from(expected));
}

CASE(one_edit_of_each_kind_is_near)
{
	CHECK(is_nearest("titel", "width,title,height", "title")); /* swapped */
	CHECK(is_nearest("colours", "width,colors", "colors"));    /* one too many */
	CHECK(is_nearest("colrs", "width,colors", "colors"));      /* one too few */
	CHECK(is_nearest("heighd", "width,height", "height"));     /* another one */
	CHECK(is_nearest("jaava", "hot,mem,java,js", "java"));
	CHECK(is_nearest("tdi", "pid,tid", "tid"));
	CHECK(is_nearest("itd", "pid,tid", "tid"));
}

CASE(case_is_no_edit)
{
	CHECK(is_nearest("TITLE", "title", "title"));
	CHECK(is_nearest("title", "TITEL", "TITEL"));
}

CASE(edits_are_limited_by_what_was_typed)
{
	CHECK(is_nearest("cq", "cp", ""));
	CHECK(is_nearest("", "a,cp", ""));
	CHECK(is_nearest("abc", "abx", "abx"));
	CHECK(is_nearest("abc", "axy", ""));
	CHECK(is_nearest("abcde", "abcxy", ""));
	CHECK(is_nearest("abcdef", "abcdxy", "abcdxy"));
	CHECK(is_nearest("abcdef", "abcxyz", ""));
	CHECK(is_nearest("abcdefghi", "abcdefxyz", "abcdefxyz"));
	CHECK(is_nearest("abcdefghijklmno", "abcdefghijkwxyz", ""));
	CHECK(is_nearest("nosuch", "notes,no-sort,hash,search-color", ""));
}

CASE(a_swap_is_one_edit_but_nothing_moves_further)
{
	CHECK(is_nearest("acb", "abc", "abc"));
	CHECK(is_nearest("cab", "abc", ""));
	CHECK(is_nearest("abdcef", "abcdef", "abcdef"));
}

CASE(the_nearest_counts_and_of_equals_the_first)
{
	CHECK(is_nearest("depths", "dept,depth,depthx", "depth"));
	CHECK(is_nearest("pat", "cat,bat,pit", "cat"));
	CHECK(is_nearest("width", "wit,width", "width"));
}

CASE(words_of_any_length_are_no_harm)
{
	char text[200];

	memset(text, 'a', sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	CHECK(is_nearest(text, text, ""));
	CHECK(is_nearest("aaaaaa", text, ""));
	CHECK(is_nearest(text, "aaaaaa", ""));
	text[48] = '\0';
	CHECK(is_nearest(text, text, text));
	CHECK(is_nearest("aaaaaa", text, ""));
	CHECK(is_nearest("aaa", "", ""));
}

CASE(the_message_ends_in_the_word)
{
	struct nearest nearest = nearest_to(SLICE("titel"));
	struct buf buf = {0};

	nearest_add(&buf, &nearest, "--");
	CHECK(buf.len == 0);
	nearest_offer(&nearest, SLICE("title"));
	nearest_add(&buf, &nearest, "--");
	CHECK(slice_equal(buf_slice(&buf), SLICE(" (did you mean --title?)")));
	buf_release(&buf);
}

TEST_CASES(nearest)
