/* SPDX-License-Identifier: MIT */
/*
 * check.h - helpers of unit tests. A test program calls its test functions from main and ends with
 * `return check_done();`. CHECK goes on after a failure, so that one run shows them all.
 */
#ifndef FLAMBEAU_CHECK_H
#define FLAMBEAU_CHECK_H

#include <stdio.h>

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
