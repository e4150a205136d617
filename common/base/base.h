/* SPDX-License-Identifier: MIT */
/*
 * base.h - basics for every file: compiler attributes, exit codes, limits, and the libc functions
 * that are forbidden here.
 */
#ifndef FLAMBEAU_BASE_H
#define FLAMBEAU_BASE_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FLAMBEAU_VERSION "0.3.0"

#define ARRAY_LEN(array) (sizeof(array) / sizeof((array)[0]))
/* qsort() of an array, which may be NULL if it is empty. */
#define SORT(array, count, compare)                                                                \
	do {                                                                                       \
		if ((count) > 1)                                                                   \
			qsort((array), (count), sizeof(*(array)), (compare));                      \
	} while (0)
#define PRINTF_LIKE(text, first) __attribute__((format(printf, text, first)))
/* For functions that do nothing but prefetch: gcc takes them for idle and drops the calls. */
#define ALWAYS_INLINE inline __attribute__((always_inline))
/* For functions that are large when inlined, and whose calls cost little. */
#define NOINLINE __attribute__((noinline))
/*
 * For functions that run once in a program, or wait for others: built to be small, and with them the
 * functions that they alone call.
 */
#define COLD __attribute__((cold))
/* Runs when the program or the library is loaded, before any other code of ours. */
#define AT_LOAD __attribute__((constructor(101)))
#define LIKELY(condition) __builtin_expect(!!(condition), 1)
#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)
/*
 * Ask for the 64 bytes of the processor's cache at `at`, any address: they come while other work is
 * done. Pays where many look-ups in tables larger than the cache wait together.
 */
#define PREFETCH(at) __builtin_prefetch(at)

/* Exit codes under our own names; personality.h has the originals' codes. */
enum exit_code {
	EXIT_DONE = 0,
	EXIT_DATA = 1,  /* input unreadable or not recognised, no stacks, write failed */
	EXIT_USAGE = 2, /* the command line is wrong */
};

/* Limits of hostile input; each has a test. */
enum limit {
	LIMIT_DEPTH = 1 << 16, /* frames in one stack; the rest is cut at the leaf and counted */
	LIMIT_THREADS = 256,   /* worker threads of one run */
	LIMIT_MESSAGE = 1024,  /* bytes of one line on stderr */
	LIMIT_EXAMPLES = 10,   /* warnings shown of one kind, the others are only counted */
	LIMIT_SCALE = 9,       /* decimal digits a count may have after its point */
};

/*
 * strcpy and the like do not know the size of their target; atoi and the like do not report errors.
 */
#define BANNED(name) flambeau_bans_##name
#undef strcpy
#define strcpy(a, b) BANNED(strcpy)
#undef strcat
#define strcat(a, b) BANNED(strcat)
#undef strncpy
#define strncpy(a, b, n) BANNED(strncpy)
#undef sprintf
#define sprintf(...) BANNED(sprintf)
#undef vsprintf
#define vsprintf(...) BANNED(vsprintf)
#undef strtok
#define strtok(a, b) BANNED(strtok)
#undef atoi
#define atoi(a) BANNED(atoi)
#undef atol
#define atol(a) BANNED(atol)
#undef atof
#define atof(a) BANNED(atof)

#endif
