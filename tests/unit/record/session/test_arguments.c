/* SPDX-License-Identifier: MIT */
#include "record/session/arguments.h"

#include "tests/unit/check.h"

/* True if the text splits into these words, separated by |. */
static bool splits(const char *text, const char *wanted, bool is_good)
{
	struct arguments arguments = {0};
	struct buf joined = {0};
	bool good = arguments_split(&arguments, slice_from(text)) == is_good;
	size_t i;

	for (i = 0; i < arguments.count; i++)
		buf_printf(&joined, "%s%s", i > 0 ? "|" : "", arguments.at[i]);
	good = good && (!is_good || slice_equal(buf_slice(&joined), slice_from(wanted)));
	good = good && (arguments.count == 0 || !arguments.at[arguments.count]);
	arguments_release(&arguments);
	buf_release(&joined);
	return good;
}

CASE(blanks_separate_and_quotes_join)
{
	CHECK(splits("", "", true));
	CHECK(splits(" a  b\tc\nd ", "a|b|c|d", true));
	CHECK(splits("'a b' \"c d\" e\\ f", "a b|c d|e f", true));
	CHECK(splits("a'b c'd", "ab cd", true));
	CHECK(splits("'' a \"\"", "|a|", true));
	CHECK(splits("'it\\s' \"a\\\"b\" \\'", "it\\s|a\"b|'", true));
}

CASE(a_quote_that_is_open_is_wrong)
{
	CHECK(splits("'a", "", false));
	CHECK(splits("a \"b", "", false));
	CHECK(splits("\"a'", "", false));
}

CASE(written_words_split_into_the_same_words)
{
	static const char *const hard[] = {"a",  "",     "a b",  "it's", "\"",   "\\",      "a\\b",
					   "$x", "`y`;", "a\nb", "*",    "-x=1", "\xc3\xa9"};
	struct arguments arguments = {0};
	struct buf line = {0};
	size_t i;

	arguments_write(&line, hard, ARRAY_LEN(hard));
	CHECK(arguments_split(&arguments, buf_slice(&line)) && arguments.count == ARRAY_LEN(hard));
	for (i = 0; i < ARRAY_LEN(hard); i++)
		CHECK(i < arguments.count && strcmp(arguments.at[i], hard[i]) == 0);
	arguments_release(&arguments);
	buf_release(&line);
}

TEST_CASES(arguments)
