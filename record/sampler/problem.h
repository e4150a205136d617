/* SPDX-License-Identifier: MIT */
/*
 * problem.h - the last error, for the caller: a result and a text per thread. An error that would
 * end a program of flambeau (out of memory) ends only the call in here.
 */
#ifndef FLAMBEAU_PROBLEM_H
#define FLAMBEAU_PROBLEM_H

#include "record/sampler/flamesample.h"

#include "common/base/base.h"

/* Keep the text for flamesample_problem(); returns `result`. */
int problem_set(enum flamesample_result result, const char *format, ...) PRINTF_LIKE(2, 3);

/*
 * work(context), which may use all of common/, one at a time in the process. What it returns, or
 * FLAMESAMPLE_NO_MEMORY; then it was left in the middle, and what it had got is lost.
 */
int problem_contain(int (*work)(void *context), void *context);

#endif
