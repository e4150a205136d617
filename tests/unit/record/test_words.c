/* SPDX-License-Identifier: MIT */
#include "record/words.h"

#include "tests/unit/check.h"

/* Does the text split into these words, apart by |? */
static bool splits(const char *text, const char *wanted, bool is_good)
{
	struct words words = {0};
	struct buf joined = {0};
	bool good = words_split(&words, slice_from(text)) == is_good;
	size_t i;

	for (i = 0; i < words.count; i++)
		buf_printf(&joined, "%s%s", i > 0 ? "|" : "", words.at[i]);
	good = good && (!is_good || slice_equal(buf_slice(&joined), slice_from(wanted)));
	good = good && (words.count == 0 || !words.at[words.count]);
	words_release(&words);
	buf_release(&joined);
	return good;
}

static void blanks_separate_and_quotes_join(void)
{
	CHECK(splits("", "", true));
	CHECK(splits(" a  b\tc\nd ", "a|b|c|d", true));
	CHECK(splits("'a b' \"c d\" e\\ f", "a b|c d|e f", true));
	CHECK(splits("a'b c'd", "ab cd", true));
	CHECK(splits("'' a \"\"", "|a|", true));
	CHECK(splits("'it\\s' \"a\\\"b\" \\'", "it\\s|a\"b|'", true));
}

static void a_quote_that_is_open_is_wrong(void)
{
	CHECK(splits("'a", "", false));
	CHECK(splits("a \"b", "", false));
	CHECK(splits("\"a'", "", false));
}

static void what_is_written_splits_into_the_same_words(void)
{
	static const char *const hard[] = {"a",  "",     "a b",  "it's", "\"",   "\\",      "a\\b",
					   "$x", "`y`;", "a\nb", "*",    "-x=1", "\xc3\xa9"};
	struct words words = {0};
	struct buf line = {0};
	size_t i;

	words_write(&line, hard, ARRAY_LEN(hard));
	CHECK(words_split(&words, buf_slice(&line)) && words.count == ARRAY_LEN(hard));
	for (i = 0; i < ARRAY_LEN(hard); i++)
		CHECK(i < words.count && strcmp(words.at[i], hard[i]) == 0);
	words_release(&words);
	buf_release(&line);
}

int main(void)
{
	blanks_separate_and_quotes_join();
	a_quote_that_is_open_is_wrong();
	what_is_written_splits_into_the_same_words();
	return check_done();
}
