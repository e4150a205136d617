/* SPDX-License-Identifier: MIT */
/*
 * A program's requests to the system for all of its memory, a limit and huge pages. libflambeau
 * makes neither: the process is the host's. It owns what other libraries got, a program need not.
 */
#if defined(__linux__)
#define _DEFAULT_SOURCE /* madvise, sbrk */
#include <sys/mman.h>
#include <unistd.h>
#endif

#include "common/base/memory.h"

#include <pthread.h>
#include <sys/resource.h>

#include "common/base/context.h"

#if defined(__GLIBC__)
#include <malloc.h>
#endif

/*
 * Bytes that are worth a huge page, which costs as much as 25 to 100 small ones; and that
 * malloc() takes from the heap if it is asked to.
 */
enum { EXPECT_LEAST = 512 << 10, EXPECT_MOST = 16 << 20 };

/* The stacks of all but the first are room that is hardly ever used: they do not count. */
static uint64_t thread_stacks(unsigned threads)
{
	pthread_attr_t attributes;
	size_t size = 0;

	if (pthread_attr_init(&attributes) != 0)
		return 0;
	pthread_attr_getstacksize(&attributes, &size);
	pthread_attr_destroy(&attributes);
	return (uint64_t)size * (threads > 1 ? threads - 1 : 0);
}

bool memory_limit(uint64_t bytes, unsigned threads)
{
	uint64_t room = thread_stacks(threads);
	struct rlimit limit;

	if (getrlimit(RLIMIT_DATA, &limit) != 0)
		return false;
	room = bytes > UINT64_MAX - room ? UINT64_MAX : bytes + room;
	context()->memory_limit = bytes;
	if (room >=
	    limit.rlim_cur) /* stricter already; or no limit at all, which is a large number */
		return true;
	limit.rlim_cur = (rlim_t)room;
	return setrlimit(RLIMIT_DATA, &limit) == 0;
}

void memory_own(uintptr_t object, memory_release_fn *release)
{
	(void)object;
	(void)release;
}

void memory_disown(uintptr_t object, memory_release_fn *release)
{
	(void)object;
	(void)release;
}

#if defined(__GLIBC__) && defined(MADV_HUGEPAGE)
/* True if a limit on the address space or on the data segment is set. */
static bool is_limited(void)
{
	struct rlimit all, data;

	return getrlimit(RLIMIT_AS, &all) != 0 || getrlimit(RLIMIT_DATA, &data) != 0 ||
	       all.rlim_cur != RLIM_INFINITY || data.rlim_cur != RLIM_INFINITY;
}

/*
 * The heap goes on a page before the next huge one, since malloc() writes in front of what it
 * gives, and a huge page is taken only where nothing was written yet. Other allocators get
 * theirs from elsewhere.
 */
void memory_expect(size_t size)
{
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);
	uintptr_t end = (uintptr_t)sbrk(0), huge;
	char *memory;

	if (size < EXPECT_LEAST || size > EXPECT_MOST || end > UINTPTR_MAX - 2 * MEMORY_HUGE ||
	    is_limited())
		return;
	huge = (end + page + MEMORY_HUGE - 1) / MEMORY_HUGE * MEMORY_HUGE;
	size = (size + MEMORY_HUGE - 1) / MEMORY_HUGE * MEMORY_HUGE;
	mallopt(M_MMAP_THRESHOLD, EXPECT_MOST);
	mallopt(M_TRIM_THRESHOLD, EXPECT_MOST);
	sbrk((intptr_t)(huge - page - end));
	memory = malloc(size + page);
	if (memory && (uintptr_t)memory < huge && (uintptr_t)memory >= huge - page)
		madvise(memory + (huge - (uintptr_t)memory), size, MADV_HUGEPAGE);
	free(memory);
}
#else
void memory_expect(size_t size)
{
	(void)size;
}
#endif

void memory_trim(void)
{
#if defined(__GLIBC__)
	malloc_trim(0);
#endif
}
