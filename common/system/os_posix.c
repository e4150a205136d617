/* SPDX-License-Identifier: MIT */
/* Any other system, by POSIX alone. The rest of what it does is in os_others.c. */
#include "common/system/os.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

uint64_t os_peak_memory(void)
{
	return 0;
}

/* The least that is known of any system. */
size_t os_thread_stack(void)
{
	return 128 << 10;
}

unsigned os_cpus(void)
{
	return 0;
}

ssize_t os_program(char *path, size_t size)
{
	(void)path;
	(void)size;
	return -1;
}

bool os_copy_acl(int folder, const char *name, int to)
{
	(void)folder;
	(void)name;
	(void)to;
	return true;
}

bool os_is_remote(int fd)
{
	(void)fd;
	return true;
}

/* POSIX has no parts of a device's number. */
uint32_t os_major(dev_t device)
{
	return (uint32_t)((uint64_t)device >> 32);
}

uint32_t os_minor(dev_t device)
{
	return (uint32_t)device;
}

int64_t os_written(const struct stat *status)
{
	return os_nanoseconds(status->st_mtim);
}

int64_t os_changed(const struct stat *status)
{
	return os_nanoseconds(status->st_ctim);
}

bool os_entropy(void *bytes, size_t size)
{
	const int fd = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
	unsigned char *at = bytes;
	ssize_t n = 1;

	while (fd >= 0 && size > 0 && (n > 0 || (n < 0 && errno == EINTR))) {
		n = read(fd, at, size);
		at += n > 0 ? n : 0;
		size -= n > 0 ? (size_t)n : 0;
	}
	if (fd >= 0)
		close(fd);
	return fd >= 0 && size == 0;
}

unsigned os_columns(int fd)
{
	(void)fd;
	return 0;
}
