/* SPDX-License-Identifier: MIT */
/* faults.h - allocations of the process fail at will. */
#ifndef FLAMBEAU_TESTS_FAULTS_H
#define FLAMBEAU_TESTS_FAULTS_H

#include <stdbool.h>

/* From now on the number-th allocation fails, of any thread, and no other. */
void faults_begin(long number);

/* Back to what malloc() is. Has one failed? */
bool faults_end(void);

#endif
