/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* S_IFREG */
#include "common/library/seam.h"

#include <errno.h>
#include <poll.h>
#include <unistd.h>

#include "common/base/quiet.h"

/* Descriptors of operands that are sources, above those of any process. */
enum { OPERANDS = 1 << 28 };

/* How long a thread waits for a pipe before it looks whether another has left: milliseconds. */
enum { WAIT_STEP = 50 };

static struct call *seam_streams_call_here(void)
{
	struct seat *seat = seat_get();

	return seat ? seat->call : NULL;
}

struct flambeau_source *seam_source(int fd)
{
	struct call *call = seam_streams_call_here();
	const int place = fd >= OPERANDS ? fd - OPERANDS : fd;

	if (!call || (fd != 0 && fd < OPERANDS) || (size_t)place >= call->source_count)
		return NULL;
	return call->sources[place];
}

int seam_operand(const char *path)
{
	const struct call *call = seam_streams_call_here();
	size_t i;

	for (i = 1; call && i < call->source_count; i++) {
		if (strcmp(call->sources[i]->name, path) == 0)
			return OPERANDS + (int)i;
	}
	return -1;
}

static size_t at_most(size_t left, size_t size)
{
	return left < size ? left : size;
}

static ssize_t seam_streams_read_memory(struct flambeau_source *source, void *to, size_t size)
{
	const size_t n = at_most(source->len - source->at, size);

	if (n > 0)
		memcpy(to, source->ptr + source->at, n);
	source->at += n;
	return (ssize_t)n;
}

/* A callback has no errno of its own if it leaves it at 0. */
static ssize_t callback_failed(void)
{
	if (errno == 0)
		errno = EIO;
	return -1;
}

static ssize_t read_callback(const struct flambeau_source *source, void *to, size_t size)
{
	long n;

	errno = 0;
	n = source->read(source->context, to, size);
	if (n >= 0 && (size_t)n > size) {
		errno = EOVERFLOW; /* bytes beyond `to` may be overwritten, those in it are no text */
		return -1;
	}
	return n < 0 ? callback_failed() : n;
}

static bool write_callback(const struct flambeau_sink *sink, const void *from, size_t size)
{
	errno = 0;
	return sink->write(sink->context, from, size) || callback_failed() == 0;
}

static ssize_t read_source(struct call *call, struct flambeau_source *source, void *to, size_t size)
{
	ssize_t n;

	if (source->fd >= 0) {
		struct pollfd fd = {.fd = source->fd, .events = POLLIN};

		while (call->threads && poll(&fd, 1, WAIT_STEP) == 0)
			call_check(seat_get());
		return read(source->fd, to, size);
	}
	pthread_mutex_lock(&call->lock);
	n = source->read ? read_callback(source, to, size)
			 : seam_streams_read_memory(source, to, size);
	pthread_mutex_unlock(&call->lock);
	return n;
}

ssize_t seam_read(int fd, void *to, size_t size)
{
	struct flambeau_source *source = seam_source(fd);
	ssize_t n;

	if (!seam_streams_call_here())
		return read(fd, to, size);
	call_check(seat_get());
	n = source    ? read_source(seam_streams_call_here(), source, to, size)
	    : fd == 0 ? 0
		      : read(fd, to, size);
	return seam_failed(n < 0 ? -1 : 0) < 0 ? -1 : n;
}

ssize_t seam_pread(int fd, void *to, size_t size, off_t at)
{
	const struct flambeau_source *source = seam_source(fd);
	size_t n;

	if (seat_get())
		call_check(seat_get());
	if (!source)
		return pread(fd, to, size, at);
	if (source->fd >= 0)
		return pread(source->fd, to, size, at);
	if (at < 0 || (uint64_t)at >= source->len)
		return 0;
	n = at_most(source->len - (size_t)at, size);
	memcpy(to, source->ptr + at, n);
	return (ssize_t)n;
}

static ssize_t write_fd(int fd, const void *from, size_t size)
{
	const struct quiet quiet = quiet_begin();
	const ssize_t n = write(fd, from, size);

	quiet_end(&quiet, n);
	return n;
}

/* The text may outlive the call, so no heap owns its memory; its bytes are charged to the call. */
static ssize_t write_memory(struct call *call, struct flambeau_sink *sink, const void *from,
			    size_t size)
{
	size_t need, cap = sink->cap > 0 ? sink->cap : 4096;
	char *grown;

	if (size > SIZE_MAX / 4 - *sink->len) {
		errno = ENOMEM;
		return -1;
	}
	for (need = *sink->len + size + 1; cap < need;)
		cap *= 2;
	if (cap > sink->cap) {
		if (!heap_charge(&call->own, cap - sink->cap)) {
			errno = ENOMEM;
			return -1;
		}
		grown = realloc(*sink->ptr, cap);
		if (!grown) {
			call->own.failed = true;
			errno = ENOMEM;
			return -1;
		}
		*sink->ptr = grown;
		sink->cap = cap;
	}
	memcpy(*sink->ptr + *sink->len, from, size);
	*sink->len += size;
	(*sink->ptr)[*sink->len] = '\0';
	return (ssize_t)size;
}

static ssize_t write_sink(struct call *call, struct flambeau_sink *sink, const void *from,
			  size_t size)
{
	ssize_t n;

	if (sink->fd >= 0)
		return write_fd(sink->fd, from, size);
	pthread_mutex_lock(&call->lock);
	if (sink->write)
		n = write_callback(sink, from, size) ? (ssize_t)size : -1;
	else
		n = write_memory(call, sink, from, size);
	pthread_mutex_unlock(&call->lock);
	return n;
}

ssize_t seam_write(int fd, const void *from, size_t size)
{
	struct call *call = seam_streams_call_here();
	ssize_t n;

	if (!call || fd > STDERR_FILENO)
		n = write_fd(fd, from, size);
	else if (fd == STDOUT_FILENO && call->sink)
		n = write_sink(call, call->sink, from, size);
	else
		n = (ssize_t)size; /* nowhere */
	return seam_failed(n < 0 ? -1 : 0) < 0 ? -1 : n;
}

off_t seam_lseek(int fd, off_t offset, int whence)
{
	const struct flambeau_source *source = seam_source(fd);

	if (!source && fd != 0)
		return lseek(fd, offset, whence);
	if (source && source->fd >= 0)
		return lseek(source->fd, offset, whence);
	if (!source || source->read) {
		errno = ESPIPE;
		return -1;
	}
	return (off_t)source->at; /* the programs only ask where they are */
}

int seam_fstat(int fd, struct stat *status)
{
	const struct flambeau_source *source = seam_source(fd);
	const struct call *call = seam_streams_call_here();

	if (source && source->fd >= 0)
		return fstat(source->fd, status);
	if (fd == STDOUT_FILENO && call && call->sink && call->sink->fd >= 0)
		return fstat(call->sink->fd, status);
	if (!call || (!source && fd > STDERR_FILENO))
		return fstat(fd, status);
	memset(status, 0, sizeof(*status));
	status->st_mode = source && !source->read ? S_IFREG : S_IFIFO;
	status->st_size = source && !source->read ? (off_t)source->len : 0;
	return 0;
}

int seam_isatty(int fd)
{
	if (seam_streams_call_here() && (fd <= STDERR_FILENO || seam_source(fd))) {
		errno = ENOTTY;
		return 0;
	}
	return isatty(fd);
}

/* poll() of a source if there is one descriptor, as the programs call it; else the real poll(). */
int seam_poll(struct pollfd *fds, nfds_t count, int timeout)
{
	const struct flambeau_source *source = count == 1 ? seam_source(fds->fd) : NULL;
	struct pollfd real;
	int ready;

	if (!source)
		return poll(fds, count, timeout);
	real = (struct pollfd){.fd = source->fd, .events = fds->events};
	if (source->fd < 0) {
		fds->revents = fds->events;
		return 1;
	}
	ready = poll(&real, 1, timeout);
	fds->revents = real.revents;
	return ready;
}

/* To standard error alone: the usage that a mistake is answered with. */
size_t seam_fwrite(const void *from, size_t size, size_t count, FILE *file)
{
	struct call *call = seam_streams_call_here();
	char *text;

	if (!call || file != stderr)
		return fwrite(from, size, count, file);
	text = heap_get(&call->own, size * count + 1, false);
	if (!text)
		return 0;
	memcpy(text, from, size * count);
	text[size * count] = '\0';
	call_note(call, FLAMBEAU_NOTE_LINES, text);
	heap_free(text);
	return count;
}
