/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* madvise */
#include "common/io/guarded_map.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/base/diag.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards: */
static unsigned guards;
static struct sigaction before;

static char message[256]; /* composed before the handler is installed: it may only call write() */
static size_t message_size;

static void on_bus_error(int signal)
{
	size_t at = 0;
	ssize_t n;

	(void)signal;
	while (at < message_size && (n = write(STDERR_FILENO, message + at, message_size - at)) > 0)
		at += (size_t)n;
	_exit(EXIT_DATA);
}

static void guard(void)
{
	struct sigaction action = {.sa_handler = on_bus_error};
	int n;

	pthread_mutex_lock(&lock);
	if (guards++ == 0) {
		n = snprintf(message, sizeof(message),
			     "%s: the file was truncated while it was read\n", diag_tool());
		message_size = diag_shows(DIAG_ERRORS) && n > 0 && (size_t)n < sizeof(message)
				       ? (size_t)n
				       : 0;
		sigemptyset(&action.sa_mask);
		sigaction(SIGBUS, &action, &before);
	}
	pthread_mutex_unlock(&lock);
}

static void unguard(void)
{
	pthread_mutex_lock(&lock);
	if (--guards == 0)
		sigaction(SIGBUS, &before, NULL);
	pthread_mutex_unlock(&lock);
}

bool guarded_map_fd(struct guarded_map *map, int fd)
{
	struct stat status;
	void *memory;

	*map = (struct guarded_map){.changed = 0};
	if (fstat(fd, &status) != 0)
		return false;
	errno = EINVAL; /* not a regular file */
	if (!S_ISREG(status.st_mode))
		return false;
	map->changed = status.st_mtime;
	if (status.st_size == 0)
		return true;
	errno = EFBIG;
	if ((uint64_t)status.st_size > SIZE_MAX / 2)
		return false;
	memory = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (memory == MAP_FAILED)
		return false;
	map->bytes = slice_of(memory, (size_t)status.st_size);
	guard();
	return true;
}

bool guarded_map_open(struct guarded_map *map, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	bool good;

	if (fd < 0) {
		diag_error("%s: %s", path, strerror(errno));
		*map = (struct guarded_map){.changed = 0};
		return false;
	}
	good = guarded_map_fd(map, fd);
	if (!good)
		diag_error("%s: %s", path,
			   errno == EINVAL ? "not a regular file" : strerror(errno));
	close(fd);
	return good;
}

void guarded_map_close(struct guarded_map *map)
{
	if (map->bytes.len > 0) {
		munmap((void *)(uintptr_t)map->bytes.ptr, map->bytes.len);
		unguard();
	}
	map->bytes = slice_of(NULL, 0);
}

/* posix_madvise() does nothing of that kind in glibc. */
void guarded_map_forget(const char *from, const char *to)
{
#if defined(MADV_DONTNEED)
	const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
	const uintptr_t begin = ((uintptr_t)from + page - 1) / page * page;
	const uintptr_t end = (uintptr_t)to / page * page;

	if (begin < end)
		madvise((void *)begin, end - begin, MADV_DONTNEED);
#else
	(void)from;
	(void)to;
#endif
}
