/* SPDX-License-Identifier: MIT */
/*
 * inject.c - a library for LD_PRELOAD that makes reading and writing go wrong, as FAULT says:
 *
 *   short        reads and writes transfer a few bytes only
 *   interrupted  every other call is interrupted by a signal
 *   read=N       the Nth read and all after it fail (EIO)
 *   write=N      the Nth write to another file than stderr and all after it fail (ENOSPC)
 */
#undef _FILE_OFFSET_BITS /* which renames pread */
#define _GNU_SOURCE      /* syscall, off64_t */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static _Atomic unsigned calls, reads, writes;

static bool wanted(const char *fault)
{
	const char *have = getenv("FAULT");

	return have && strcmp(have, fault) == 0;
}

/* Has the first call come that FAULT=<name>N lets fail? */
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
	errno = EINTR;
	return true;
}

static size_t shortened(size_t size)
{
	size_t few = 1 + ++calls % 1009;

	return wanted("short") && size > few ? few : size;
}

static bool read_fails(void)
{
	if (!reached("read=", ++reads))
		return false;
	errno = EIO;
	return true;
}

ssize_t read(int fd, void *data, size_t size)
{
	if (is_interrupted() || read_fails())
		return -1;
	return syscall(SYS_read, fd, data, shortened(size));
}

ssize_t pread64(int fd, void *data, size_t size, off64_t at)
{
	if (is_interrupted() || read_fails())
		return -1;
	return syscall(SYS_pread64, fd, data, shortened(size), at);
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
		errno = ENOSPC;
		return -1;
	}
	return syscall(SYS_write, fd, data, fd == STDERR_FILENO ? size : shortened(size));
}
