/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* pwritev() */
#include "record/sampler/handler/spill.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "common/base/quiet.h"
#include "common/table/hash.h"

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
static bool write_at(const struct spill *spill, const struct iovec *parts, int count, uint64_t at)
{
	const struct quiet quiet = quiet_begin();
	const ssize_t n = pwritev(spill->fd, parts, count, (off_t)at);
	size_t size = 0;

	while (count > 0)
		size += parts[--count].iov_len;
	quiet_end(&quiet, n);
	return n == (ssize_t)size;
}

/* The hash that follows a stack in the file; it shows whether bytes were changed there. */
static uint64_t check_of(const struct stack_sample *sample, uint64_t at)
{
	return at ^ hash_bytes(sample, stack_sample_size(sample->depth));
}

bool spill_write(struct spill *spill, const struct stack_sample *sample)
{
	const size_t size = stack_sample_size(sample->depth);
	uint64_t check = check_of(sample, spill->size);
	struct iovec parts[] = {{(void *)(uintptr_t)sample, size}, {&check, sizeof(check)}};

	assert(spill->size <= spill->limit);
	if (size + sizeof(check) > spill->limit - spill->size || !is_ours(spill) ||
	    !write_at(spill, parts, ARRAY_LEN(parts), spill->size))
		return false;
	spill->size += size + sizeof(check);
	return true;
}

/* After the stacks: the next one is written over it. */
bool spill_copy(const struct spill *spill, uintptr_t from, void *to, size_t size)
{
	const struct iovec part = {(void *)from, size};

	return size <= spill->largest - spill->size && is_ours(spill) &&
	       write_at(spill, &part, 1, spill->size) &&
	       pread(spill->fd, to, size, (off_t)spill->size) == (ssize_t)size;
}

bool spill_read(struct spill *spill, struct stack_sample *sample, uint32_t depth)
{
	const off_t at = (off_t)spill->taken;
	struct iovec parts[2];
	uint64_t check;
	size_t rest;

	assert(spill->taken <= spill->size);
	if (spill->taken == spill->size || !is_ours(spill) ||
	    pread(spill->fd, sample, sizeof(*sample), at) != (ssize_t)sizeof(*sample) ||
	    sample->depth > depth)
		return false;
	rest = sample->depth * sizeof(uintptr_t);
	parts[0] = (struct iovec){sample->frames, rest};
	parts[1] = (struct iovec){&check, sizeof(check)};
	if (preadv(spill->fd, parts, 2, at + (off_t)sizeof(*sample)) !=
		    (ssize_t)(rest + sizeof(check)) ||
	    check != check_of(sample, spill->taken))
		return false;
	spill->taken += stack_sample_size(sample->depth) + sizeof(check);
	return true;
}
