/* SPDX-License-Identifier: MIT */
/*
 * check.h - helpers of unit tests. test_NAME.c has functions CASE(sentence), which list themselves,
 * and one TEST(NAME), which calls check_cases() and ends with `return check_done();` (77: skipped);
 * TEST_CASES(NAME) does that alone. unit.c runs it. CHECK goes on after a failure, so that one run
 * shows them all.
 */
#ifndef FLAMBEAU_CHECK_H
#define FLAMBEAU_CHECK_H

#include <stdio.h>

#define TEST(name)                                                                                 \
	int test_##name(void);                                                                     \
	int test_##name(void)

/* The functions of a file, in its order; a linker may call constructors in another one. */
struct check_case {
	void (*run)(void);
	int line;
	struct check_case *next;
};

static struct check_case *check_list;

static inline void check_list_add(struct check_case *one)
{
	struct check_case **at = &check_list;

	while (*at && (*at)->line < one->line)
		at = &(*at)->next;
	one->next = *at;
	*at = one;
}

#define CASE(name)                                                                                 \
	static void name(void);                                                                    \
	__attribute__((constructor)) static void list_##name(void)                                 \
	{                                                                                          \
		static struct check_case listed = {name, __LINE__, NULL};                          \
                                                                                                   \
		check_list_add(&listed);                                                           \
	}                                                                                          \
	static void name(void)

static inline void check_cases(void)
{
	const struct check_case *one;

	for (one = check_list; one; one = one->next)
		one->run();
}

static int check_failures;

#define CHECK(expression)                                                                          \
	do {                                                                                       \
		if (!(expression)) {                                                               \
			check_failures++;                                                          \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #expression);           \
		}                                                                                  \
	} while (0)

static inline int check_done(void)
{
	if (check_failures > 0)
		fprintf(stderr, "%d checks failed\n", check_failures);
	return check_failures > 0;
}

#define TEST_CASES(name)                                                                           \
	TEST(name)                                                                                 \
	{                                                                                          \
		check_cases();                                                                     \
		return check_done();                                                               \
	}

#endif
