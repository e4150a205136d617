/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "common/library/seam.h"

#include <errno.h>
#include <sys/mman.h>

#include "common/base/memory.h"
#include "common/base/process.h"

static struct heap *heap_here(void)
{
	const struct seat *seat = seat_get();

	if (!seat)
		return NULL;
	call_check(seat);
	return seat->call->heap;
}

/* The heap of a call that may have been left: for what gives something back. */
static struct heap *heap_giving(void)
{
	const struct seat *seat = seat_get();

	return seat ? seat->call->heap : NULL;
}

void *seam_malloc(size_t size)
{
	return heap_get(heap_here(), size, false);
}

void *seam_calloc(size_t count, size_t size)
{
	if (size > 0 && count > SIZE_MAX / size)
		return NULL;
	return heap_get(heap_here(), count * size, true);
}

void *seam_realloc(void *old, size_t size)
{
	return heap_resize(heap_here(), old, size);
}

static void give_aligned(uintptr_t thing, size_t size)
{
	(void)size;
	free((void *)thing);
}

/* No header stands in front of a block of memory_huge(). */
void *seam_aligned_alloc(size_t align, size_t size)
{
	struct heap *heap = heap_here();
	void *memory;

	if (align < MEMORY_HUGE)
		return heap_get_aligned(heap, align, size);
	memory = aligned_alloc(align, size);
	if (!heap)
		return memory;
	if (!memory) {
		heap->failed = true;
		return NULL;
	}
	if (!heap_own(heap, &(struct heap_resource){.thing = (uintptr_t)memory,
						    .size = size,
						    .release = give_aligned}))
		return NULL;
	return memory;
}

void seam_free(void *memory)
{
	struct heap *heap = heap_giving();

	if (memory && heap && (uintptr_t)memory % MEMORY_HUGE == 0 &&
	    heap_disown(heap, (uintptr_t)memory, give_aligned))
		free(memory);
	else
		heap_free(memory);
}

static void unmap(uintptr_t thing, size_t size)
{
	munmap((void *)thing, size);
}

/*
 * A file is read into memory: the host's process must not meet SIGBUS when the file becomes
 * shorter.
 */
static bool seam_memory_fill(int fd, char *to, size_t size, off_t at)
{
	size_t done = 0;

	while (done < size) {
		ssize_t n = seam_pread(fd, to + done, size - done, at + (off_t)done);

		if (n == 0)
			break;
		if (n < 0 && errno != EINTR)
			return false;
		done += n > 0 ? (size_t)n : 0;
	}
	return true;
}

void *seam_mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset)
{
	struct heap *heap = heap_here();
	void *memory = mmap(at, size, fd >= 0 ? PROT_READ | PROT_WRITE : protection,
			    flags | MAP_ANONYMOUS, -1, 0);
	const bool counts = fd >= 0 || (protection & PROT_WRITE);

	if (memory == MAP_FAILED || !heap)
		return memory;
	if (!heap_own(heap, &(struct heap_resource){.thing = (uintptr_t)memory,
						    .extra = size,
						    .size = counts ? size : 0,
						    .release = unmap}))
		return MAP_FAILED;
	if (fd >= 0 && !seam_memory_fill(fd, memory, size, offset)) {
		seam_munmap(memory, size);
		return MAP_FAILED;
	}
	return memory;
}

/* memory_open(): what can be used counts, and is not counted off before the call ends. */
int seam_mprotect(void *at, size_t size, int protection)
{
	struct heap *heap = heap_here();

	if (heap && (protection & PROT_WRITE) && !heap_charge(heap, size)) {
		errno = ENOMEM;
		return -1;
	}
	return mprotect(at, size, protection);
}

int seam_munmap(void *at, size_t size)
{
	struct heap *heap = heap_giving();

	if (heap)
		heap_disown(heap, (uintptr_t)at, unmap);
	return munmap(at, size);
}

/* The library maps no file, so it needs no guard. */
void bus_guard_take(void)
{
}

void bus_guard_leave(void)
{
}

/* Signals are the host's. */
void interrupt_bear(void)
{
}

void interrupt_leave(void)
{
}

void interrupt_end(void)
{
}

/* The process is the host's, and so is its heap. */
void memory_expect(size_t size)
{
	(void)size;
}

void memory_trim(void)
{
}

bool memory_limit(uint64_t bytes, unsigned threads)
{
	struct heap *heap = heap_here();

	(void)threads;
	if (heap && (heap->limit == 0 || bytes < heap->limit))
		heap->limit = bytes;
	context()->memory_limit = bytes;
	return true;
}
