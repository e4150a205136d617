/* SPDX-License-Identifier: MIT */
#if defined(__linux__)
#define _GNU_SOURCE /* F_SETPIPE_SZ */
#endif

#include "common/io/source.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/base/diag.h"

enum {
	PIPE_SIZE = 1 << 20,  /* bytes: what anyone may ask for */
	RAW_SIZE = 256 << 10, /* read at a time of a compressed source */
};

const char *source_name(const struct source *source)
{
	return source->path ? source->path : "standard input";
}

static bool fail(const struct source *source, const char *reason)
{
	diag_error("%s: %s", source_name(source), reason);
	return false;
}

void source_report(const struct source *source, int problem)
{
	fail(source, strerror(problem));
}

bool source_check(const struct source *source, const struct personality *as)
{
	struct stat status;
	int problem = 0;

	if (!source->path) {
		if (as->terminal_is_noticed && isatty(STDIN_FILENO))
			diag_warn("reading from the terminal; see --help");
		return true;
	}
	if (stat(source->path, &status) != 0 || access(source->path, R_OK) != 0)
		problem = errno;
	else if (S_ISDIR(status.st_mode))
		problem = EISDIR;
	if (problem != 0)
		diag_error("%s%s: %s", as->open_complaint, source->path, strerror(problem));
	return problem == 0;
}

bool source_size(const struct source *source, uint64_t *bytes)
{
	struct stat status;
	off_t begin = source->path ? 0 : lseek(STDIN_FILENO, 0, SEEK_CUR);

	if ((source->path ? stat(source->path, &status) : fstat(STDIN_FILENO, &status)) != 0 ||
	    !S_ISREG(status.st_mode) || begin < 0 || begin > status.st_size)
		return false;
	*bytes = (uint64_t)(status.st_size - begin);
	return true;
}

uint64_t source_read_so_far(const struct source *source)
{
	off_t at = lseek(source->fd, 0, SEEK_CUR);

	return at > source->begin ? (uint64_t)(at - source->begin) : 0;
}

static ssize_t read_some(const struct source *source, char *out, size_t size)
{
	ssize_t n;

	do {
		n = read(source->fd, out, size);
	} while (n < 0 && errno == EINTR);
	if (n < 0)
		fail(source, strerror(errno));
	return n;
}

ssize_t source_read_at(const struct source *source, char *out, size_t size, off_t at)
{
	size_t done = 0;

	while (done < size) {
		ssize_t n = pread(source->fd, out + done, size - done, at + (off_t)done);

		if (n == 0)
			break; /* shorter than it was */
		if (n > 0)
			done += (size_t)n;
		else if (errno != EINTR)
			return -1;
	}
	return (ssize_t)done;
}

/* Read ahead until there are enough bytes to know a compression by, or no more. */
static bool read_head(struct source *source)
{
	while (source->raw.len < COMPRESSION_HEAD) {
		ssize_t n = read_some(source, buf_reserve(&source->raw, RAW_SIZE), RAW_SIZE);

		if (n < 0)
			return false;
		if (n == 0)
			break;
		source->raw.len += (size_t)n;
	}
	return true;
}

/* Let the writer of a pipe go on while its last bytes are parsed; nothing is lost if it may not. */
static void widen_pipe(const struct source *source)
{
#if defined(F_SETPIPE_SZ)
	struct stat status;

	if (fstat(source->fd, &status) == 0 && S_ISFIFO(status.st_mode))
		(void)fcntl(source->fd, F_SETPIPE_SZ, PIPE_SIZE);
#else
	(void)source;
#endif
}

/* A regular file with a size is read at offsets, unless it is compressed. */
static void find_extent(struct source *source)
{
	struct stat status;
	char head[COMPRESSION_HEAD];
	ssize_t n;

	if (fstat(source->fd, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size == 0)
		return;
	source->begin = lseek(source->fd, 0, SEEK_CUR);
	source->end = status.st_size;
	if (source->begin < 0 || source->begin >= source->end)
		return;
	n = pread(source->fd, head, sizeof(head), source->begin);
	source->can_seek = n >= 0 && compression_of(slice_of(head, (size_t)n)) == COMPRESSION_NONE;
}

bool source_open(struct source *source)
{
	enum compression kind;

	source->fd = source->path ? open(source->path, O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
	if (source->fd < 0)
		return fail(source, strerror(errno));
	find_extent(source);
	if (source->can_seek)
		return true;
	widen_pipe(source);
	if (!read_head(source))
		return false;
	kind = compression_of(buf_slice(&source->raw));
	if (kind == COMPRESSION_NONE)
		return true;
	source->decoder = decoder_new(kind);
	if (source->decoder)
		return true;
	diag_error("%s: is compressed with %s, which this build cannot read", source_name(source),
		   compression_name(kind));
	return false;
}

void source_close(struct source *source)
{
	decoder_free(source->decoder);
	source->decoder = NULL;
	buf_release(&source->raw);
	if (source->fd > STDIN_FILENO)
		close(source->fd);
	source->fd = -1;
}

/* Of compressed data, at their first byte that was not decoded. */
static ssize_t fail_at(const struct source *source, const char *reason, struct slice in)
{
	diag_error("%s: the compressed data %s byte %llu", source_name(source), reason,
		   (unsigned long long)(source->raw_offset + source->raw.len - in.len));
	return -1;
}

static ssize_t read_decoded(struct source *source, char *out, size_t size)
{
	size_t room = size;

	while (room == size) {
		struct slice in = slice_tail(buf_slice(&source->raw), source->raw_at);

		if (in.len == 0) {
			ssize_t n;

			source->raw_offset += source->raw.len;
			buf_reset(&source->raw);
			source->raw_at = 0;
			n = read_some(source, buf_reserve(&source->raw, RAW_SIZE), RAW_SIZE);
			if (n < 0)
				return -1;
			source->raw.len = (size_t)n;
			in = buf_slice(&source->raw);
		}
		if (in.len == 0 && decoder_is_whole(source->decoder))
			break;
		if (!decoder_run(source->decoder, &in, out, &room))
			return fail_at(source, decoder_problem(source->decoder), in);
		if (in.len == 0 && source->raw.len == 0 && room == size)
			return fail_at(source, "end too early, at", in);
		source->raw_at = source->raw.len - in.len;
	}
	return (ssize_t)(size - room);
}

ssize_t source_read(struct source *source, char *out, size_t size)
{
	size_t left = source->raw.len - source->raw_at;

	if (source->decoder)
		return read_decoded(source, out, size);
	if (left == 0)
		return read_some(source, out, size);
	if (left > size)
		left = size;
	memcpy(out, source->raw.ptr + source->raw_at, left);
	source->raw_at += left;
	return (ssize_t)left;
}
