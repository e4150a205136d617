/* SPDX-License-Identifier: MIT */
/* macOS. The rest of what it does is in os_others.c. */
#include "common/system/os.h"

#include <copyfile.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <mach-o/dyld.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/sysctl.h>
#include <unistd.h>

/* ru_maxrss is in bytes. */
uint64_t os_peak_memory(void)
{
	struct rusage usage;

	return getrusage(RUSAGE_SELF, &usage) == 0 ? (uint64_t)usage.ru_maxrss : 0;
}

size_t os_thread_stack(void)
{
	return 512 << 10;
}

unsigned os_cpus(void)
{
	int cpus = 0;
	size_t size = sizeof(cpus);

	return sysctlbyname("hw.activecpu", &cpus, &size, NULL, 0) == 0 && cpus > 0 ? (unsigned)cpus
										    : 0;
}

/* _NSGetExecutablePath() may give a path with links. */
ssize_t os_program(char *path, size_t size)
{
	char given[PATH_MAX], real[PATH_MAX];
	uint32_t room = sizeof(given);
	size_t length;

	if (_NSGetExecutablePath(given, &room) != 0 || !realpath(given, real))
		return -1;
	length = strlen(real);
	if (length > size)
		return -1;
	memcpy(path, real, length);
	return (ssize_t)length;
}

bool os_copy_acl(int folder, const char *name, int to)
{
	const int old = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	bool good;

	if (old < 0)
		return false;
	good = fcopyfile(old, to, NULL, COPYFILE_ACL) == 0 || errno == ENOTSUP;
	close(old);
	return good;
}

bool os_is_remote(int fd)
{
	struct statfs status;

	return fstatfs(fd, &status) != 0 || !(status.f_flags & MNT_LOCAL);
}

uint32_t os_major(dev_t device)
{
	return (uint32_t)major(device);
}

uint32_t os_minor(dev_t device)
{
	return (uint32_t)minor(device);
}

int64_t os_written(const struct stat *status)
{
	return os_nanoseconds(status->st_mtimespec);
}

int64_t os_changed(const struct stat *status)
{
	return os_nanoseconds(status->st_ctimespec);
}

bool os_entropy(void *bytes, size_t size)
{
	return getentropy(bytes, size) == 0;
}

unsigned os_columns(int fd)
{
	struct winsize size;

	return ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}
