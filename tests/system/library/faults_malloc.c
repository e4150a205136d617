/* SPDX-License-Identifier: MIT */
/*
 * Linked with libflambeau's archive, in which malloc() and the like have been renamed to these: the
 * sanitizers keep their own.
 */
#include "tests/system/library/faults.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

static atomic_long left; /* until one fails; 0: none will */
static atomic_bool failed;

void faults_begin(long number)
{
	atomic_store(&failed, false);
	atomic_store(&left, number);
}

bool faults_end(void)
{
	atomic_store(&left, 0);
	return atomic_load(&failed);
}

static bool fails(void)
{
	long before = atomic_load(&left);

	while (before > 0 && !atomic_compare_exchange_weak(&left, &before, before - 1))
		;
	if (before != 1)
		return false;
	atomic_store(&failed, true);
	errno = ENOMEM;
	return true;
}

void *faulty_malloc(size_t size);
void *faulty_calloc(size_t count, size_t size);
void *faulty_realloc(void *old, size_t size);
void *faulty_aligned_alloc(size_t align, size_t size);
void *faulty_mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset);

void *faulty_malloc(size_t size)
{
	return fails() ? NULL : malloc(size);
}

void *faulty_calloc(size_t count, size_t size)
{
	return fails() ? NULL : calloc(count, size);
}

void *faulty_realloc(void *old, size_t size)
{
	return fails() ? NULL : realloc(old, size);
}

void *faulty_aligned_alloc(size_t align, size_t size)
{
	return fails() ? NULL : aligned_alloc(align, size);
}

void *faulty_mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset)
{
	return fails() ? MAP_FAILED : mmap(at, size, protection, flags, fd, offset);
}
