/* SPDX-License-Identifier: MIT */
#include "common/io/guarded_map.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/base/context.h"
#include "common/base/diag.h"
#include "common/base/memory.h"
#include "common/base/process.h"
#include "common/system/os.h"

/* Bytes beyond the end of a file that became shorter are not in the map. */
static bool guarded_map_read(struct guarded_map *map, int fd, size_t size)
{
	char *memory;
	size_t done = 0;
	ssize_t n = 1;

	limits_use((long long)size);
	errno = ENOMEM;
	if (limits_met())
		return false;
	memory = memory_get(size);
	while (done < size && n != 0) {
		n = pread(fd, memory + done, size - done, (off_t)done);
		if (n > 0) {
			done += (size_t)n;
		} else if (n < 0 && errno != EINTR) {
			n = errno;
			limits_use(-(long long)size);
			free(memory);
			errno = (int)n;
			return false;
		}
	}
	limits_use((long long)done - (long long)size);
	map->bytes = slice_of(memory, done);
	if (done == 0)
		free(memory);
	return true;
}

bool guarded_map_fd(struct guarded_map *map, int fd)
{
	struct stat status;
	void *memory;

	*map = (struct guarded_map){.bytes = {0}};
	if (fstat(fd, &status) != 0)
		return false;
	errno = EINVAL; /* not a regular file */
	if (!S_ISREG(status.st_mode))
		return false;
	map->written = os_written(&status);
	if (status.st_size == 0)
		return true;
	errno = EFBIG;
	if ((uint64_t)status.st_size > SIZE_MAX / 2)
		return false;
	if (context()->hosted)
		return guarded_map_read(map, fd, (size_t)status.st_size);
	memory = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (memory == MAP_FAILED)
		return false;
	map->bytes = slice_of(memory, (size_t)status.st_size);
	bus_guard_take();
	return true;
}

bool guarded_map_open(struct guarded_map *map, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	bool good;

	if (fd < 0) {
		diag_error_at(CODE_IO, slice_from(path), 0, "%s", strerror(errno));
		*map = (struct guarded_map){.bytes = {0}};
		return false;
	}
	good = guarded_map_fd(map, fd);
	if (!good)
		diag_error_at(CODE_IO, slice_from(path), 0, "%s",
			      errno == EINVAL ? "not a regular file" : strerror(errno));
	close(fd);
	return good;
}

void guarded_map_close(struct guarded_map *map)
{
	if (map->bytes.len > 0 && context()->hosted) {
		limits_use(-(long long)map->bytes.len);
		free((void *)(uintptr_t)map->bytes.ptr);
	} else if (map->bytes.len > 0) {
		munmap((void *)(uintptr_t)map->bytes.ptr, map->bytes.len);
		bus_guard_leave();
	}
	map->bytes = slice_of(NULL, 0);
}

void guarded_map_forget(const char *from, const char *to)
{
	const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
	const uintptr_t begin = ((uintptr_t)from + page - 1) / page * page;
	const uintptr_t end = (uintptr_t)to / page * page;

	if (begin < end && !context()->hosted)
		os_forget((void *)begin, end - begin);
}
