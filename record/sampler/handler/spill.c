/* SPDX-License-Identifier: MIT */
#include "record/sampler/handler/spill.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/system/quiet.h"

enum { SPILL_FD = 200 }; /* at least: out of the way of programs that count on low numbers */

static int open_nameless(const char *dir)
{
	char path[4096];
	int fd, length = snprintf(path, sizeof(path), "%s/flamesample-XXXXXX", dir);

	if (length < 0 || (size_t)length >= sizeof(path)) {
		errno = ENAMETOOLONG;
		return -1;
	}
	fd = mkstemp(path);
	if (fd >= 0)
		unlink(path);
	return fd;
}

bool spill_open(struct spill *spill, const char *dir, uint64_t limit)
{
	struct rlimit files = {.rlim_cur = RLIM_INFINITY};
	struct stat status;
	int fd = open_nameless(dir);

	getrlimit(RLIMIT_FSIZE, &files);
	*spill = (struct spill){
		.fd = -1,
		.limit = limit < files.rlim_cur ? limit : files.rlim_cur,
		.largest = files.rlim_cur,
	};
	if (fd < 0)
		return false;
	if (fstat(fd, &status) == 0) {
		spill->fd = fcntl(fd, F_DUPFD_CLOEXEC, SPILL_FD);
		if (spill->fd < 0)
			spill->fd = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
		spill->device = status.st_dev;
		spill->inode = status.st_ino;
	}
	close(fd);
	return spill->fd >= 0;
}

static bool is_ours(const struct spill *spill)
{
	struct stat status;

	return spill->fd >= 0 && fstat(spill->fd, &status) == 0 && status.st_dev == spill->device &&
	       status.st_ino == spill->inode;
}

void spill_close(const struct spill *spill)
{
	if (is_ours(spill))
		close(spill->fd);
}

/* RLIMIT_FSIZE may be lower by now than it was: then a signal would end the program. */
static bool write_at(const struct spill *spill, const void *from, size_t size, uint64_t at)
{
	const struct quiet quiet = quiet_begin();
	const ssize_t n = pwrite(spill->fd, from, size, (off_t)at);

	quiet_end(&quiet, n);
	return n == (ssize_t)size;
}

bool spill_write(struct spill *spill, const struct stack_sample *sample)
{
	size_t size = stack_sample_size(sample->depth);

	assert(spill->size <= spill->limit);
	if (size > spill->limit - spill->size || !is_ours(spill) ||
	    !write_at(spill, sample, size, spill->size))
		return false;
	spill->size += size;
	return true;
}

/* After the stacks: the next one is written over it. */
bool spill_copy(const struct spill *spill, uintptr_t from, void *to, size_t size)
{
	return size <= spill->largest - spill->size && is_ours(spill) &&
	       write_at(spill, (const void *)from, size, spill->size) &&
	       pread(spill->fd, to, size, (off_t)spill->size) == (ssize_t)size;
}

bool spill_read(struct spill *spill, struct stack_sample *sample, uint32_t depth)
{
	off_t at = (off_t)spill->taken;
	size_t rest;

	assert(spill->taken <= spill->size);
	if (spill->taken == spill->size || !is_ours(spill) ||
	    pread(spill->fd, sample, sizeof(*sample), at) != (ssize_t)sizeof(*sample) ||
	    sample->depth > depth)
		return false;
	rest = sample->depth * sizeof(uintptr_t);
	if (pread(spill->fd, sample->frames, rest, at + (off_t)sizeof(*sample)) != (ssize_t)rest)
		return false;
	spill->taken += stack_sample_size(sample->depth);
	return true;
}
