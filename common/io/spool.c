/* SPDX-License-Identifier: MIT */
#include "common/io/spool.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "common/base/context.h"
#include "common/base/diag.h"
#include "common/base/quiet.h"

enum { FLUSH_AT = 256 << 10 }; /* bytes */

static const char *folder(void)
{
	const char *name = getenv("TMPDIR");

	return name && name[0] != '\0' ? name : "/tmp";
}

static void spool_complain(void)
{
	const char *why = strerror(errno);

	diag_error_io("temporary file in %s: %s", folder(), why);
}

bool spool_open(struct spool *spool)
{
	struct buf path = {0};

	*spool = (struct spool){.fd = -1};
	buf_printf(&path, "%s/flambeau-XXXXXX", folder());
	spool->fd = mkstemp(buf_cstring(&path));
	if (spool->fd < 0) {
		spool_complain();
	} else {
		unlink(path.ptr);
		fcntl(spool->fd, F_SETFD, FD_CLOEXEC);
	}
	buf_release(&path);
	return spool->fd >= 0;
}

void spool_close(struct spool *spool)
{
	close(spool->fd);
	buf_release(&spool->buf);
	*spool = (struct spool){.fd = -1};
}

bool spool_flush(struct spool *spool)
{
	struct slice left = buf_slice(&spool->buf);

	while (left.len > 0 && !spool->failed) {
		ssize_t n = context()->hosted ? quiet_write(spool->fd, left.ptr, left.len)
					      : write(spool->fd, left.ptr, left.len);

		if (n >= 0) {
			left = slice_tail(left, (size_t)n);
		} else if (errno != EINTR) {
			spool_complain();
			spool->failed = true;
		}
	}
	buf_reset(&spool->buf);
	return !spool->failed;
}

void spool_add(struct spool *spool, struct slice bytes)
{
	buf_add(&spool->buf, bytes);
	spool->size += bytes.len;
	if (spool->buf.len >= FLUSH_AT)
		spool_flush(spool);
}

void spool_cut(struct spool *spool, uint64_t size)
{
	spool_flush(spool);
	if ((ftruncate(spool->fd, (off_t)size) != 0 ||
	     lseek(spool->fd, (off_t)size, SEEK_SET) < 0) &&
	    !spool->failed) {
		spool_complain();
		spool->failed = true;
	}
	spool->size = size;
}

ssize_t spool_read(const struct spool *spool, char *to, size_t size, uint64_t at)
{
	ssize_t n;

	do {
		n = pread(spool->fd, to, size, (off_t)at);
	} while (n < 0 && errno == EINTR);
	if (n < 0)
		spool_complain();
	if (n != 0 || size == 0 || at >= spool->size)
		return n;
	spool_say_damaged();
	return -1;
}

void spool_say_damaged(void)
{
	diag_error_io("temporary file in %s: damaged while it was in use", folder());
}
