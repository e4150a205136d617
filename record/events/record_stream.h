/* SPDX-License-Identifier: MIT */
/*
 * record_stream.h - a recording in the pipe form of perf.data on its way to a file or a pipe
 * (tools/perf/Documentation/perf.data-file-format.txt): a header of 16 bytes, then records. Records
 * of our own are buffered; records of the kernel are written from where they are, or compressed.
 */
#ifndef FLAMBEAU_RECORD_STREAM_H
#define FLAMBEAU_RECORD_STREAM_H

#include <sys/uio.h>

#include "common/base/buf.h"
#include "common/base/slice.h"

/*
 * One stream of zstd, given out in pieces. The library is loaded when it is asked
 * for, so that a program that uses this needs it for nothing else.
 */

struct zstd_pack;

/* NULL, with the reason in *why (a constant), where there is no zstd. */
struct zstd_pack *zstd_pack_new(const char **why);

/* Types of records that perf.data has besides the kernel's. */
enum {
	STREAM_HEADER_ATTR = 64,
	STREAM_TRACING_DATA = 66,
	STREAM_BUILD_ID = 67,
	STREAM_FINISHED_ROUND = 68,
	STREAM_EVENT_UPDATE = 78,
	STREAM_HEADER_FEATURE = 80,
	STREAM_COMPRESSED = 81,
};

enum { STREAM_RECORD = 65528 }; /* bytes of a record, at most: 16 bits, a multiple of 8 */

struct zstd_pack;

/* The reason in the message when the reader of the pipe has ended. */
#define RECORD_STREAM_UNREAD "the program that reads it has ended"

struct record_stream {
	int fd;
	const char *name;       /* for messages */
	struct buf own;         /* records of our own, not yet written */
	size_t begun;           /* start of the record that is being added */
	struct zstd_pack *pack; /* NULL: nothing is compressed */
	uint64_t written;       /* bytes */
	bool failed;            /* after a message; nothing is written any more */
	bool is_unread;         /* failed because the reader of the pipe has ended */
	bool may_be_unread;     /* that needs no message */
};

/* Begin a stream to an open file, which stays the caller's. */
void record_stream_begin(struct record_stream *stream, int fd, const char *name);
void record_stream_release(struct record_stream *stream);

/* A record of our own: begin, append what it holds, end. It is cut at STREAM_RECORD bytes. */
void record_stream_open(struct record_stream *stream, uint32_t type, uint16_t misc);
void record_stream_close(struct record_stream *stream);

/*
 * Numbers and text, in the byte order of this machine; a text is padded to 8 bytes, at least one is
 * 0.
 */
void record_stream_add_u32(struct record_stream *stream, uint32_t value);
void record_stream_add_u64(struct record_stream *stream, uint64_t value);
void record_stream_add_name(struct record_stream *stream, struct slice name);
void record_stream_add_zeros(struct record_stream *stream, size_t count);

/* Records of the kernel, up to 2 parts; record borders may be anywhere in them. */
void record_stream_pass(struct record_stream *stream, const struct iovec *parts, int count);

/* Write what was gathered. False if the stream has failed. */
bool record_stream_flush(struct record_stream *stream);

#endif
