/* SPDX-License-Identifier: MIT */
/*
 * processor.h - what the processor that runs this can do. A function for those that can more is
 * marked WITH_AVX2 and stands beside one that does the same on any of them.
 */
#ifndef FLAMBEAU_PROCESSOR_H
#define FLAMBEAU_PROCESSOR_H

#include <stdbool.h>

#if defined(__x86_64__) && defined(__GNUC__)
#define HAVE_AVX2 1 /* and what came before it */
#define WITH_AVX2 __attribute__((target("avx2,bmi,popcnt")))

static inline bool processor_has_avx2(void)
{
	return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
	       __builtin_cpu_supports("popcnt");
}
#endif

#endif
