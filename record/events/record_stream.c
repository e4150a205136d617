/* SPDX-License-Identifier: MIT */
#include "record/events/record_stream.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <unistd.h>

#include "common/base/diag.h"
#include "common/base/system.h"
#include "record/child/signals.h"

#if defined(HAVE_ZSTD) && defined(HAVE_DLOPEN)

#include <zstd.h>

#include "common/base/buf.h"
#include "common/base/diag.h"
#include "common/base/shared_object.h"

struct zstd_pack {
	ZSTD_CStream *stream;
	struct buf out;

	ZSTD_CStream *(*create)(void);
	size_t (*release)(ZSTD_CStream *);
	size_t (*init)(ZSTD_CStream *, int);
	size_t (*compress)(ZSTD_CStream *, ZSTD_outBuffer *, ZSTD_inBuffer *);
	size_t (*flush)(ZSTD_CStream *, ZSTD_outBuffer *);
	unsigned (*is_error)(size_t);
};

enum { LEVEL = 1 }; /* the recorder shares the processors with what it records */

static bool zstd_load_library(struct zstd_pack *pack)
{
	const struct shared_function functions[] = {
		SHARED_FUNCTION(&pack->create, ZSTD_createCStream),
		SHARED_FUNCTION(&pack->release, ZSTD_freeCStream),
		SHARED_FUNCTION(&pack->init, ZSTD_initCStream),
		SHARED_FUNCTION(&pack->compress, ZSTD_compressStream),
		SHARED_FUNCTION(&pack->flush, ZSTD_flushStream),
		SHARED_FUNCTION(&pack->is_error, ZSTD_isError),
	};

	return shared_object_load("libzstd.so.1", functions, ARRAY_LEN(functions));
}

/* May be NULL. */
static void zstd_pack_free(struct zstd_pack *pack)
{
	if (!pack)
		return;
	if (pack->stream)
		pack->release(pack->stream);
	buf_release(&pack->out);
	free(pack);
}

struct zstd_pack *zstd_pack_new(const char **why)
{
	struct zstd_pack *pack = calloc(1, sizeof(*pack));

	*why = "libzstd.so.1 is not installed";
	if (!pack || !zstd_load_library(pack)) {
		zstd_pack_free(pack);
		return NULL;
	}
	pack->stream = pack->create();
	if (pack->stream && !pack->is_error(pack->init(pack->stream, LEVEL)))
		return pack;
	*why = "zstd cannot begin";
	zstd_pack_free(pack);
	return NULL;
}

/* Let zstd append to the buffer; `in` is NULL to flush it. Returns zstd's result. */
static size_t step(struct zstd_pack *pack, ZSTD_inBuffer *in)
{
	enum { ROOM = 1 << 17 };
	ZSTD_outBuffer out = {buf_reserve(&pack->out, ROOM), ROOM, 0};
	size_t left = in ? pack->compress(pack->stream, &out, in) : pack->flush(pack->stream, &out);

	if (pack->is_error(left))
		diag_die("zstd cannot compress the recording");
	pack->out.len += out.pos;
	return left;
}

/*
 * Compress a text and flush: it can be read from what was returned so far. Good until the next
 * call.
 */
static struct slice zstd_pack_add(struct zstd_pack *pack, struct slice text)
{
	ZSTD_inBuffer in = {text.ptr, text.len, 0};

	buf_reset(&pack->out);
	while (in.pos < in.size)
		step(pack, &in);
	while (step(pack, NULL) > 0)
		;
	return buf_slice(&pack->out);
}

#else

struct zstd_pack *zstd_pack_new(const char **why)
{
	*why = "this build has no zstd";
	return NULL;
}

static void zstd_pack_free(struct zstd_pack *pack)
{
	(void)pack;
}

static struct slice zstd_pack_add(struct zstd_pack *pack, struct slice text)
{
	(void)pack;
	return text;
}

#endif

/* Seconds, after a signal asked to stop, that a reader may read nothing. */
static const double patience = 2;

enum {
	MUCH = 1 << 16,  /* bytes of our own that are written at once */
	CHUNK = 1 << 18, /* bytes that are compressed at once: ZSTD_PACK_CHUNK */
};

/*
 * A pipe is full. False, after a message, if a signal asks to stop and its reader still reads
 * nothing: it may be stopped itself, and never read again.
 */
static bool stream_wait(struct record_stream *stream)
{
	struct pollfd file = {.fd = stream->fd, .events = POLLOUT};
	const double begin = clock_seconds();
	double end = 0, left = -1;

	do {
		signals_wait(&file, 1, left);
		if (file.revents != 0)
			return true;
		if (signals_stopped() && end == 0)
			end = clock_seconds() + patience;
		left = end > 0 ? end - clock_seconds() : -1;
	} while (end == 0 || left > 0);
	stream->failed = true;
	diag_error("cannot write %s: its reader has read nothing for %.0f seconds; the recording "
		   "is cut",
		   stream->name, clock_seconds() - begin);
	return false;
}

/* write() all parts; a signal or a short write is not a failure. */
static void write_parts(struct record_stream *stream, struct iovec *parts, int count)
{
	while (count > 0 && !stream->failed) {
		ssize_t n;

		if (parts->iov_len == 0) {
			parts++;
			count--;
			continue;
		}
		n = writev(stream->fd, parts, count);
		if (n < 0 && (errno == EINTR || (errno == EAGAIN && stream_wait(stream))))
			continue;
		if (stream->failed)
			return;
		if (n < 0) {
			stream->failed = true;
			stream->is_unread = errno == EPIPE;
			if (!stream->is_unread || !stream->may_be_unread)
				diag_error("cannot write %s: %s", stream->name,
					   stream->is_unread ? RECORD_STREAM_UNREAD
							     : strerror(errno));
			return;
		}
		stream->written += (uint64_t)n;
		for (; count > 0 && (size_t)n >= parts->iov_len; parts++, count--)
			n -= (ssize_t)parts->iov_len;
		if (count > 0) {
			parts->iov_base = (char *)parts->iov_base + n;
			parts->iov_len -= (size_t)n;
		}
	}
}

void record_stream_begin(struct record_stream *stream, int fd, const char *name)
{
	/* in the byte order of the machine: "PERFILE2" or "2ELIFREP" */
	static const uint64_t magic = UINT64_C(0x32454c4946524550), size = 16;

	*stream = (struct record_stream){.fd = fd, .name = name};
	buf_add(&stream->own, slice_of((const char *)&magic, sizeof(magic)));
	buf_add(&stream->own, slice_of((const char *)&size, sizeof(size)));
}

void record_stream_release(struct record_stream *stream)
{
	buf_release(&stream->own);
	zstd_pack_free(stream->pack);
}

void record_stream_open(struct record_stream *stream, uint32_t type, uint16_t misc)
{
	struct perf_event_header header = {.type = type, .misc = misc};

	stream->begun = stream->own.len;
	buf_add(&stream->own, slice_of((const char *)&header, sizeof(header)));
}

void record_stream_close(struct record_stream *stream)
{
	struct buf *own = &stream->own;
	uint16_t size;

	if (own->len - stream->begun > STREAM_RECORD)
		own->len = stream->begun + STREAM_RECORD;
	size = (uint16_t)(own->len - stream->begun);
	memcpy(own->ptr + stream->begun + offsetof(struct perf_event_header, size), &size,
	       sizeof(size));
	if (own->len >= MUCH)
		record_stream_flush(stream);
}

void record_stream_add_u32(struct record_stream *stream, uint32_t value)
{
	buf_add(&stream->own, slice_of((const char *)&value, sizeof(value)));
}

void record_stream_add_u64(struct record_stream *stream, uint64_t value)
{
	buf_add(&stream->own, slice_of((const char *)&value, sizeof(value)));
}

void record_stream_add_name(struct record_stream *stream, struct slice name)
{
	buf_add(&stream->own, name);
	record_stream_add_zeros(stream, 8 - name.len % 8);
}

void record_stream_add_zeros(struct record_stream *stream, size_t count)
{
	memset(buf_reserve(&stream->own, count), 0, count);
	stream->own.len += count;
}

/* One record for each part of the compressed text that fits. */
static void add_compressed(struct record_stream *stream, struct slice text)
{
	while (text.len > 0) {
		const size_t most = STREAM_RECORD - sizeof(struct perf_event_header);
		const struct slice part = slice_head(text, text.len < most ? text.len : most);

		record_stream_open(stream, STREAM_COMPRESSED, 0);
		buf_add(&stream->own, part);
		record_stream_close(stream);
		text = slice_tail(text, part.len);
	}
}

static void compress(struct record_stream *stream, struct iovec part)
{
	struct slice rest = slice_of(part.iov_base, part.iov_len);

	while (rest.len > 0 && !stream->failed) {
		const struct slice chunk = slice_head(rest, rest.len < CHUNK ? rest.len : CHUNK);

		add_compressed(stream, zstd_pack_add(stream->pack, chunk));
		rest = slice_tail(rest, chunk.len);
	}
}

void record_stream_pass(struct record_stream *stream, const struct iovec *parts, int count)
{
	struct iovec all[3] = {{stream->own.ptr, stream->own.len}};
	int i;

	for (i = 0; i < count && i < 2; i++) {
		if (stream->pack)
			compress(stream, parts[i]);
		else
			all[1 + i] = parts[i];
	}
	if (!stream->pack) {
		write_parts(stream, all, 1 + i);
		buf_reset(&stream->own);
	}
}

bool record_stream_flush(struct record_stream *stream)
{
	struct iovec own = {stream->own.ptr, stream->own.len};

	write_parts(stream, &own, 1);
	buf_reset(&stream->own);
	return !stream->failed;
}
