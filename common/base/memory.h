/* SPDX-License-Identifier: MIT */
/*
 * memory.h - memory, or the program ends with a message: no caller looks for NULL.
 */
#ifndef FLAMBEAU_MEMORY_H
#define FLAMBEAU_MEMORY_H

#include "common/base/base.h"

/* malloc, realloc (of count * size), calloc; free() gives the memory back. */
void *memory_get(size_t size);
void *memory_resize(void *old, size_t count, size_t size);
void *memory_clear(size_t count, size_t size);

/*
 * memory_clear() with the pages faulted in at once, for hash tables, which are read before they are
 * written. Otherwise each page would cost two faults, and with several threads the second one an
 * interrupt of every other thread.
 */
void *memory_touch(size_t count, size_t size);

/* One huge page, where the system has them: 1.15x where memory is walked through in no order. */
#define MEMORY_HUGE ((size_t)2 << 20)

/* `size` bytes, a multiple of MEMORY_HUGE, for free(). */
void *memory_huge(size_t size);

/* memory_get() of what will be used whole: a page fault for each huge page, where there are such. */
void *memory_large(size_t size);

/*
 * About so many bytes will be in use at once: where the system has huge pages malloc() gives memory
 * of those. A page of 4 KiB costs 2 us when it is first written, one of 2 MiB 50. Before the
 * threads start; does nothing for very much, and under a limit.
 */
void memory_expect(size_t size);

/*
 * Return freed pages to the system, which malloc() otherwise keeps between those in use. It takes
 * about a millisecond for 10 MB. Does nothing where the system's library cannot do it.
 */
void memory_trim(void);

/*
 * Addresses for `size` bytes of memory that grows but does not move; they take nothing of what
 * memory_limit() allows. Bytes `from` to `to` can be used when they have been opened; both are
 * multiples of MEMORY_STEP, or `size`.
 */
void *memory_reserve(size_t size);
void memory_open(void *memory, size_t from, size_t to);
void memory_unreserve(void *memory, size_t size);

#define MEMORY_STEP ((size_t)1 << 20)

/* Room for `need` elements in a growing array: *cap is its capacity in elements. */
void *memory_grow(void *old, size_t *cap, size_t need, size_t size);

#define MEMORY_NEED(array, need, cap)                                                              \
	((array) = memory_grow((array), &(cap), (need), sizeof(*(array))))

/* Room for one more element in an array of `count`: there is, most often. */
#define MEMORY_ROOM(array, count, cap)                                                             \
	((array) = (size_t)(count) < (cap)                                                         \
			   ? (array)                                                               \
			   : memory_grow((array), &(cap), (size_t)(count) + 1, sizeof(*(array))))

/* memory_grow(), counted by limits_use(); for memory_drop(). */
void *memory_grow_counted(void *old, size_t *cap, size_t need, size_t size);

/* Free `count` elements that limits_use() has counted. */
void memory_drop(void *memory, size_t count, size_t size);

/*
 * Reports that memory is out, and ends the program with EXIT_DATA: for libraries that only return
 * NULL.
 */
_Noreturn void memory_die(void);

/*
 * From now on a program gets no more than `bytes` of memory, its libraries included, besides the
 * stacks of so many threads. The system keeps the limit, so it costs nothing. False where it does
 * not know such a limit. In a library it is one of limits_met().
 */
bool memory_limit(uint64_t bytes, unsigned threads);

/*
 * Limits of a library's call (context.h), which readers ask for before each chunk, writers between
 * their steps: true, after one message, if memory or time is used up. Never in a program.
 */
bool limits_met(void);

enum { LIMITS_EACH = 4096 }; /* stacks, between two calls of limits_met() */

/* Count bytes of this call, below 0: given back. */
void limits_use(long long bytes);

/* Facts about the data read, for the message of memory_die(). */
struct memory_use {
	size_t stacks, frames;
};

/*
 * Adds up what there is; called when memory is out, by any thread and while others go on counting:
 * it reads what they publish, or what they do not write.
 */
typedef void memory_use_fn(const void *context, struct memory_use *use);

/* Set the function to ask; NULL: none from now on. */
void memory_explain(memory_use_fn *use, const void *of);

#endif
