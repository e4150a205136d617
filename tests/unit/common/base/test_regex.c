/* SPDX-License-Identifier: MIT */
#include "common/base/regex.h"

#include <time.h>

#include "common/base/arena.h"
#include "common/base/parallel.h"
#include "tests/unit/check.h"

static bool matches(const char *pattern, struct slice subject)
{
	char problem[128];
	struct regex *regex = regex_new(slice_from(pattern), problem, sizeof(problem));
	bool found;

	if (!regex) {
		fprintf(stderr, "'%s': %s\n", pattern, problem);
		CHECK(false && "is a pattern");
		return false;
	}
	found = regex_matches(regex, subject);
	regex_free(regex);
	return found;
}

CASE(a_pattern_matches_anywhere)
{
	CHECK(matches("b", SLICE("abc")) && !matches("d", SLICE("abc")));
	CHECK(matches("^a.c$", SLICE("abc")) && !matches("^b", SLICE("abc")));
	CHECK(matches("a|x", SLICE("zzx")) && matches("(?i)MAIN", SLICE("main")));
	CHECK(matches("", SLICE("")) && matches("", SLICE("abc")));
	CHECK(matches("\\boperator\\(\\)", SLICE("f::operator()")));
}

CASE(a_subject_ends_where_its_slice_ends)
{
	const struct slice inside = {"abcd", 2};

	CHECK(matches("b$", inside) && !matches("c", inside));
}

CASE(a_subject_may_be_empty)
{
	CHECK(matches("^$", SLICE("")) && !matches(".", SLICE("")));
	CHECK(matches("^$", (struct slice){0}) && !matches(".", (struct slice){0}));
}

CASE(patterns_see_bytes)
{
	int c;

	CHECK(matches("^a\\x00b$", SLICE("a\0b")));
	CHECK(matches("^..$", SLICE("\xc3\xa9")) && !matches("^.$", SLICE("\xc3\xa9")));
	CHECK(matches("\xc3\xa9", SLICE("caf\xc3\xa9")));
	for (c = 0; c < 256; c++) {
		char byte = (char)c;

		CHECK(matches("^[\\x00-\\xff]$", slice_of(&byte, 1)));
		CHECK(matches("^\\d$", slice_of(&byte, 1)) == (c >= '0' && c <= '9'));
	}
	CHECK(matches("b$", SLICE("\xff\xfe\xf0\x28\x8c\x28 b")));
}

CASE(a_pattern_may_hold_any_byte)
{
	char problem[64];
	struct regex *regex = regex_new(SLICE("^a\0b\xff$"), problem, sizeof(problem));

	CHECK(regex && regex_matches(regex, SLICE("a\0b\xff")));
	CHECK(regex && !regex_matches(regex, SLICE("a")));
	regex_free(regex);
	regex = regex_new((struct slice){0}, problem, sizeof(problem));
	CHECK(regex && regex_matches(regex, SLICE("a")));
	regex_free(regex);
}

CASE(a_wrong_pattern_says_where_and_why)
{
	static const struct {
		const char *pattern, *reason;
	} rows[] = {
		{"a(b", "parenthesis"},     {"*a", "quantifier"},      {"[a-", "character class"},
		{"a{2,1}", "out of order"}, {"a\\", "end of pattern"}, {")", "parenthesis"},
	};
	size_t i;

	for (i = 0; i < ARRAY_LEN(rows); i++) {
		char problem[200] = "";
		struct regex *regex = regex_new(slice_from(rows[i].pattern), problem,
						sizeof(problem));

		CHECK(regex == NULL);
		if (!strstr(problem, rows[i].reason) || !strstr(problem, "at character ")) {
			fprintf(stderr, "'%s': %s\n", rows[i].pattern, problem);
			CHECK(false && "says where and why");
		}
		regex_free(regex);
	}
}

CASE(a_reason_fits_in_the_room_there_is)
{
	char room[24];
	size_t size;

	for (size = 1; size <= 20; size++) {
		memset(room, '~', sizeof(room));
		CHECK(regex_new(SLICE("a(b"), room, size) == NULL);
		CHECK(memchr(room, '\0', size) != NULL && room[size] == '~');
	}
}

CASE(single_bytes_of_characters_cannot_be_matched)
{
	char problem[128];

	CHECK(regex_new(SLICE("\\C"), problem, sizeof(problem)) == NULL);
}

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Exponential without a limit: 2^60 ways to split the letters. */
CASE(hopeless_matches_are_given_up)
{
	static const char *const patterns[] = {"^(a+)+$", "^(a|aa)+$", "^(a|a?)+$", "(.*)*=(.*)*;"};
	char subject[64];
	double start = seconds();
	size_t i;

	memset(subject, 'a', sizeof(subject));
	subject[sizeof(subject) - 1] = 'b';
	for (i = 0; i < ARRAY_LEN(patterns); i++)
		CHECK(!matches(patterns[i], slice_of(subject, sizeof(subject))));
	CHECK(seconds() - start < 5);
}

/* Going back takes exponential time; trying all ways at the same time decides. */
CASE(exponential_patterns_are_decided)
{
	static const char *const patterns[] = {"^(?:a+)+b$", "^(?:a|aa)+b$", "(?:a?){40}a{40}b"};
	char subject[60];
	size_t i;

	memset(subject, 'a', sizeof(subject));
	subject[sizeof(subject) - 1] = 'b';
	for (i = 0; i < ARRAY_LEN(patterns); i++)
		CHECK(matches(patterns[i], slice_of(subject, sizeof(subject))));
}

/* 3,000 names whose matches are all as expensive, and one of 200,000 bytes. */
CASE(all_matches_of_a_pattern_have_a_limit)
{
	enum { LENGTH = 200000 };
	char problem[128], *subject = memory_get(LENGTH);
	struct regex *back = regex_new(SLICE("^((a|aa)+)\\1+$"), problem, sizeof(problem));
	struct regex *far = regex_new(SLICE("[ab]+(?:x|y)+[cd]+z"), problem, sizeof(problem));
	const double start = seconds();
	size_t i;

	memset(subject, 'a', LENGTH);
	subject[60] = 'X';
	for (i = 0; i < 3000; i++)
		CHECK(!regex_matches(back, slice_of(subject, 61)));
	subject[60] = 'a';
	memcpy(subject + LENGTH - 8, "yzcyzcyz", 8);
	CHECK(!regex_matches(far, slice_of(subject, LENGTH)));
	CHECK(regex_matches(back, SLICE("aa"))); /* names of few steps are matched as before */
	CHECK(seconds() - start < 5);
	regex_free(back);
	regex_free(far);
	free(subject);
}

/* What is left of the steps of all names makes no difference to a name by itself. */
CASE(names_may_be_matched_alone)
{
	char problem[128], subject[60];
	struct regex *regex = regex_new(SLICE("^(?:a|aa)+$|b$"), problem, sizeof(problem));
	struct regex *alone = regex_new(SLICE("^(?:a|aa)+$|b$"), problem, sizeof(problem));
	size_t i;

	regex_set_alone(alone);
	memset(subject, 'a', sizeof(subject));
	subject[sizeof(subject) - 1] = 'b';
	CHECK(regex_matches(regex, slice_of(subject, sizeof(subject))));
	CHECK(regex_matches(alone, slice_of(subject, sizeof(subject))));
	for (i = 0; i < 3000; i++) {
		regex_matches(regex, slice_of(subject, sizeof(subject)));
		regex_matches(alone, slice_of(subject, sizeof(subject)));
	}
	CHECK(!regex_matches(regex, slice_of(subject, sizeof(subject))));
	CHECK(regex_matches(alone, slice_of(subject, sizeof(subject))));
	regex_free(regex);
	regex_free(alone);
}

CASE(endless_recursion_is_given_up)
{
	char *subject = memory_get(100000);

	memset(subject, '(', 100000);
	CHECK(!matches("^(\\((?1)*\\))+$", slice_of(subject, 100000)));
	free(subject);
}

/* Names of templates are long; the stack of the compiled code must not decide. */
CASE(long_subjects_match)
{
	enum { LENGTH = 100000 };
	char *subject = memory_get(LENGTH);

	memset(subject, 'a', LENGTH);
	CHECK(matches("^a*$", slice_of(subject, LENGTH)));
	CHECK(matches("^(?:a|b)*$", slice_of(subject, LENGTH)));
	CHECK(matches("^(?:a|b)*?$", slice_of(subject, LENGTH)));
	subject[LENGTH - 1] = 'c';
	CHECK(matches("(?:a|b)+c$", slice_of(subject, LENGTH)));
	free(subject);
}

struct shared {
	const struct regex *regex;
	unsigned found[8];
};

static void search(void *context, unsigned index)
{
	struct shared *shared = context;
	char subject[16];
	unsigned i;

	for (i = 0; i < 5000; i++) {
		int len = snprintf(subject, sizeof(subject), "f%u", i);

		shared->found[index] += regex_matches(shared->regex,
						      slice_of(subject, (size_t)len));
	}
}

CASE(threads_share_a_pattern)
{
	char problem[64];
	struct regex *regex = regex_new(SLICE("^f[0-9]*7$"), problem, sizeof(problem));
	struct shared shared = {.regex = regex};
	unsigned i;

	parallel_run(8, search, &shared);
	for (i = 0; i < 8; i++)
		CHECK(shared.found[i] == 500);
	regex_free(regex);
}

CASE(freeing_nothing_does_nothing)
{
	regex_free(NULL);
}

static bool replaces(const char *pattern, struct slice subject, struct slice replacement,
		     struct slice expected)
{
	char problem[128];
	struct regex *regex = regex_new(slice_from(pattern), problem, sizeof(problem));
	struct buf out = {0};
	bool good;

	buf_add_char(&out, '>'); /* what is there stays there */
	good = regex_replace(regex, subject, replacement, &out) &&
	       slice_equal(slice_tail(buf_slice(&out), 1), expected);
	buf_release(&out);
	regex_free(regex);
	return good;
}

CASE(the_first_match_is_replaced)
{
	char large[5000];

	memset(large, 'x', sizeof(large));
	CHECK(replaces("b", SLICE("abcb"), SLICE("-"), SLICE("a-cb")));
	CHECK(replaces("(a)(z)?", SLICE("abc"), SLICE("$2${1}$$"), SLICE("a$bc")));
	CHECK(replaces("(?<n>b)", SLICE("abc"), SLICE("${n}${n}"), SLICE("abbc")));
	CHECK(replaces("^.*$", SLICE("abc"), SLICE(""), SLICE("")));
	CHECK(replaces("$", SLICE(""), slice_of(large, sizeof(large)),
		       slice_of(large, sizeof(large))));
	CHECK(!replaces("d", SLICE("abc"), SLICE("-"), SLICE("abc")));
}

CASE(replacements_are_checked_before_they_are_used)
{
	char problem[200];

	CHECK(regex_can_replace(SLICE("(a)"), SLICE("$1 $0 $$"), problem, sizeof(problem)));
	CHECK(regex_can_replace(SLICE("(?x) (a) # comment"), SLICE("$1"), problem,
				sizeof(problem)));
	CHECK(!regex_can_replace(SLICE("a"), SLICE("$1"), problem, sizeof(problem)));
	CHECK(!regex_can_replace(SLICE("a"), SLICE("${n}"), problem, sizeof(problem)));
	CHECK(!regex_can_replace(SLICE("a"), SLICE("${"), problem, sizeof(problem)));
}

TEST_CASES(regex)
