/* SPDX-License-Identifier: MIT */
/*
 * inject.c - a library for LD_PRELOAD that makes reading and writing go wrong, as FAULT says:
 *
 *   short        reads and writes transfer a few bytes only
 *   interrupted  every other call is interrupted by a signal
 *   read=N       the Nth read and all after it fail (EIO)
 *   write=N      the Nth write to another file than stderr and all after it fail (ENOSPC)
 *   malloc=N     the Nth time that memory is wanted there is none, once
 *   memory=N     nor is there any after it
 *   mmap=N       the Nth mapping that a library asks for fails, and all after it (ENOMEM)
 *   thread=N     the Nth thread and all after it cannot be started (EAGAIN)
 *
 * Each time something fails, a letter is appended to the file $FAULT_LOG, if that is set. What is
 * counted begins with the program itself, and programs that it starts are left alone.
 */
#undef _FILE_OFFSET_BITS /* which renames pread */
#define _GNU_SOURCE      /* syscall, off64_t */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

static _Atomic unsigned calls, reads, writes, wishes, mappings, threads;

/* From here on; the library is loaded only once for it. */
static bool begun;

__attribute__((constructor)) static void begin(void)
{
	unsetenv("LD_PRELOAD");
	begun = true;
}

/* Said without any of the functions below. */
static bool injected(void)
{
	const char *log = getenv("FAULT_LOG");
	long fd = log ? syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND, 0666)
		      : -1;

	if (fd >= 0) {
		syscall(SYS_write, fd, "x", 1);
		syscall(SYS_close, fd);
	}
	return true;
}

static bool wanted(const char *fault)
{
	const char *have = getenv("FAULT");

	return have && strcmp(have, fault) == 0;
}

/* True if the first call has come that FAULT=<name>N lets fail. */
static bool reached(const char *name, unsigned number)
{
	const char *have = getenv("FAULT");
	size_t length = strlen(name);

	return have && strncmp(have, name, length) == 0 &&
	       number >= strtoul(have + length, NULL, 10);
}

static bool is_interrupted(void)
{
	if (!wanted("interrupted") || ++calls % 2 == 0)
		return false;
	injected();
	errno = EINTR;
	return true;
}

static size_t shortened(size_t size)
{
	size_t few = 1 + ++calls % 1009;

	return wanted("short") && size > few && injected() ? few : size;
}

static bool read_fails(void)
{
	static const struct timespec long_enough = {.tv_nsec = 5000000};

	if (!reached("read=", ++reads))
		return false;
	injected();
	nanosleep(&long_enough, NULL); /* for other threads to fail too */
	errno = EIO;
	return true;
}

ssize_t read(int fd, void *data, size_t size)
{
	if (is_interrupted() || read_fails())
		return -1;
	return syscall(SYS_read, fd, data, shortened(size));
}

/* Not by syscall(): how an offset of 64 bits is passed differs where registers have 32. */
ssize_t pread64(int fd, void *data, size_t size, off64_t at)
{
	static ssize_t (*real)(int, void *, size_t, off64_t);

	if (is_interrupted() || read_fails())
		return -1;
	if (!real)
		*(void **)&real = dlsym(RTLD_NEXT, "pread64");
	return real(fd, data, shortened(size), at);
}

ssize_t pread(int fd, void *data, size_t size, off_t at)
{
	return pread64(fd, data, size, at);
}

ssize_t write(int fd, const void *data, size_t size)
{
	if (is_interrupted())
		return -1;
	if (fd != STDERR_FILENO && reached("write=", ++writes)) {
		injected();
		errno = ENOSPC;
		return -1;
	}
	return syscall(SYS_write, fd, data, fd == STDERR_FILENO ? size : shortened(size));
}

/* The first part that is not empty: a short write. */
ssize_t writev(int fd, const struct iovec *parts, int count)
{
	int i;

	for (i = 0; i < count - 1 && parts[i].iov_len == 0; i++)
		;
	return write(fd, parts[i].iov_base, parts[i].iov_len);
}

/* The functions of the C library under the names that are not replaced here. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static bool memory_is_out(void)
{
	unsigned number;

	if (!begun)
		return false;
	number = ++wishes;
	if (!reached("memory=", number) &&
	    !(reached("malloc=", number) && !reached("malloc=", number - 1)))
		return false;
	injected();
	errno = ENOMEM;
	return true;
}

void *malloc(size_t size)
{
	return memory_is_out() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
	return memory_is_out() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
	return memory_is_out() ? NULL : __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
	return memory_is_out() ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size)
{
	if (memory_is_out())
		return ENOMEM;
	*memory = __libc_memalign(alignment, size);
	return *memory ? 0 : ENOMEM;
}

/* Nor this: the call has another name or other arguments on many machines. */
void *mmap64(void *address, size_t size, int protection, int flags, int fd, off64_t at)
{
	static void *(*real)(void *, size_t, int, int, int, off64_t);

	if (begun && reached("mmap=", ++mappings)) {
		injected();
		errno = ENOMEM;
		return MAP_FAILED;
	}
	if (!real)
		*(void **)&real = dlsym(RTLD_NEXT, "mmap64");
	return real(address, size, protection, flags, fd, at);
}

void *mmap(void *address, size_t size, int protection, int flags, int fd, off_t at)
{
	return mmap64(address, size, protection, flags, fd, at);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
		   void *argument)
{
	static int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

	if (reached("thread=", ++threads)) {
		injected();
		return EAGAIN;
	}
	if (!real)
		*(void **)&real = dlsym(RTLD_NEXT, "pthread_create");
	return real(thread, attributes, start, argument);
}
