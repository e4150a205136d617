/* SPDX-License-Identifier: MIT */
/*
 * processor.h - features of the processor at run time. A function that needs AVX2 is marked
 * WITH_AVX2; next to it is one with the same result for any processor.
 */
#ifndef FLAMBEAU_PROCESSOR_H
#define FLAMBEAU_PROCESSOR_H

#include <stdbool.h>

#if defined(__x86_64__) && defined(__GNUC__) && !defined(NO_CPU_MODEL)
#define HAVE_AVX2 1 /* and what came before it */
#define WITH_AVX2 __attribute__((target("avx2,bmi,popcnt")))

static inline bool processor_has_avx2(void)
{
	return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
	       __builtin_cpu_supports("popcnt");
}
#endif

#endif
