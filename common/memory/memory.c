/* SPDX-License-Identifier: MIT */
#if defined(__linux__)
#define _DEFAULT_SOURCE /* madvise, MAP_ANONYMOUS, sbrk */
#include <sys/mman.h>
#include <unistd.h>
#endif

#include "common/memory/memory.h"

#include <errno.h>
#include <pthread.h>
#include <sys/resource.h>

#include "common/base/diag.h"

#if defined(__GLIBC__)
#include <malloc.h>
#endif

/*
 * Bytes that are worth a huge page, which costs as much as 25 to 100 small ones; and that
 * malloc() takes from the heap if it is asked to.
 */
enum { EXPECT_LEAST = 512 << 10, EXPECT_MOST = 16 << 20 };

/* The limit is the system's, for the whole program; so is the message when it is reached. */
static struct {
	uint64_t limit; /* bytes, 0: none */
	memory_use_fn *use;
	const void *context;
} budget;

/* "64M": the largest unit that divides it. */
static const char *size_text(char *room, size_t size, uint64_t bytes)
{
	static const char units[] = " KMGT";
	size_t unit = 0;

	while (bytes % 1024 == 0 && unit < sizeof(units) - 2) {
		bytes /= 1024;
		unit++;
	}
	snprintf(room, size, unit > 0 ? "%llu%c" : "%llu", (unsigned long long)bytes, units[unit]);
	return room;
}

/* Without memory: that is what there is none of. */
void memory_die(void)
{
	struct memory_use use = {0};
	char limit[32] = "", held[128] = "";

	if (budget.use)
		budget.use(budget.context, &use);
	if (use.stacks > 0)
		snprintf(held, sizeof(held),
			 "; read so far: %zu different stacks of %zu different frames", use.stacks,
			 use.frames);
	if (budget.limit == 0)
		diag_die("out of memory%s", held);
	diag_die("out of memory: --max-memory=%s is too small%s",
		 size_text(limit, sizeof(limit), budget.limit), held);
}

void memory_explain(memory_use_fn *use, const void *context)
{
	budget.use = use;
	budget.context = context;
}

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
	budget.limit = bytes;
	if (room >=
	    limit.rlim_cur) /* stricter already; or no limit at all, which is a large number */
		return true;
	limit.rlim_cur = (rlim_t)room;
	return setrlimit(RLIMIT_DATA, &limit) == 0;
}

void *memory_get(size_t size)
{
	void *memory = malloc(size > 0 ? size : 1);

	if (!memory)
		memory_die();
	return memory;
}

void *memory_resize(void *old, size_t count, size_t size)
{
	void *memory;

	if (size > 0 && count > SIZE_MAX / size)
		memory_die();
	memory = realloc(old, count * size > 0 ? count * size : 1);
	if (!memory)
		memory_die();
	return memory;
}

void *memory_clear(size_t count, size_t size)
{
	void *memory = calloc(count > 0 ? count : 1, size);

	if (!memory)
		memory_die();
	return memory;
}

/*
 * Slots of a large table are read in no order; in huge pages they take fewer misses of the
 * translation buffer. Without it flamegraph takes 1.11 x the time on 10,000,000 stacks of one
 * frame (trap-one-frame of tests/bench).
 */
static void advise_huge(void *memory, size_t size)
{
#if defined(MADV_HUGEPAGE)
	const size_t skip = -(uintptr_t)memory % MEMORY_HUGE;

	if (size >= 2 * MEMORY_HUGE)
		madvise((char *)memory + skip, (size - skip) / MEMORY_HUGE * MEMORY_HUGE,
			MADV_HUGEPAGE);
#else
	(void)memory;
	(void)size;
#endif
}

void *memory_touch(size_t count, size_t size)
{
	void *memory = memory_resize(NULL, count, size);

	advise_huge(memory, count * size);
	memset(memory, 0, count * size);
	return memory;
}

void *memory_huge(size_t size)
{
	void *memory;

	assert(size > 0 && size % MEMORY_HUGE == 0);
	memory = aligned_alloc(MEMORY_HUGE, size);

	if (!memory)
		memory_die();
#if defined(MADV_HUGEPAGE)
	madvise(memory, size, MADV_HUGEPAGE);
#endif
	return memory;
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

/* Elsewhere there is no limit, and memory that was never touched costs nothing. */
void *memory_reserve(size_t size)
{
#if defined(__linux__)
	void *memory = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (memory == MAP_FAILED)
		memory_die();
	return memory;
#else
	return memory_get(size);
#endif
}

void memory_open(void *memory, size_t from, size_t to)
{
	assert(from <= to);
#if defined(__linux__)
	if (mprotect((char *)memory + from, to - from, PROT_READ | PROT_WRITE) != 0)
		memory_die();
#else
	(void)memory;
	(void)from;
	(void)to;
#endif
}

void memory_unreserve(void *memory, size_t size)
{
#if defined(__linux__)
	munmap(memory, size);
#else
	(void)size;
	free(memory);
#endif
}

void *memory_grow(void *old, size_t *cap, size_t need, size_t size)
{
	size_t want = *cap > 0 ? *cap : need > 16 ? need : 16;

	if (need <= *cap)
		return old;
	while (want < need)
		want = want > SIZE_MAX / 2 ? need : want * 2;
	*cap = want;
	return memory_resize(old, want, size);
}
