/* SPDX-License-Identifier: MIT */
/*
 * check.h - helpers of unit tests. test_NAME.c has one TEST(NAME), which calls its test functions
 * and ends with `return check_done();` (77: skipped). unit.c runs it. CHECK goes on after a failure,
 * so that one run shows them all.
 */
#ifndef FLAMBEAU_CHECK_H
#define FLAMBEAU_CHECK_H

#include <stdio.h>

#define TEST(name)                                                                                 \
	int test_##name(void);                                                                     \
	int test_##name(void)

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

#endif
