/* SPDX-License-Identifier: MIT */
/*
 * decompress.h - gzip, zstd and xz streams read as plain bytes. The only reader that uses zlib,
 * zstd and lzma, which it loads for the first decoder that needs them; without them a compressed
 * file is recognised and refused with the reason. libdeflate takes the place of zlib where it can.
 */
#ifndef FLAMBEAU_DECOMPRESS_H
#define FLAMBEAU_DECOMPRESS_H

#include "common/base/buf.h"

enum compression {
	COMPRESSION_NONE,
	COMPRESSION_GZIP,
	COMPRESSION_ZSTD,
	COMPRESSION_XZ,
	COMPRESSION_ZLIB, /* RFC 1950: compressed sections of ELF files; compression_of() never returns it */
};

struct decoder;

/* Bytes of a file that compression_of() wants to see, or all that it has. */
enum { COMPRESSION_HEAD = 21 };

/*
 * Recognise the compression by the magic number in the first bytes of a file (RFC 1952 section
 * 2.3.1, RFC 8878 section 3.1.1, the .xz file format 1.1.0 section 2.1.1.1). Names in text may
 * begin with the magic number of zstd: it is text if only text follows, and that is not a frame
 * header with its first block.
 */
enum compression compression_of(struct slice head);

/* "gzip", "zstd", "xz". */
const char *compression_name(enum compression kind);

/* NULL if this build or this machine lacks the library. */
struct decoder *decoder_new(enum compression kind);
void decoder_free(struct decoder *decoder);

/* Before the first run, of zstd alone: windows of more than 2^log bytes are refused. */
void decoder_limit_window(struct decoder *decoder, unsigned log);

/*
 * Decode from the front of *in into `out` of *room bytes; both shrink by what was used, so that
 * *room is what is left. False if the data are damaged,
 * or need more than 1 GiB of memory. When `in` is empty and nothing more comes,
 * decoder_is_whole() tells whether the stream ended where it may.
 */
bool decoder_run(struct decoder *decoder, struct slice *in, char *out, size_t *room);
bool decoder_is_whole(const struct decoder *decoder);

/* Append all that a whole stream becomes. False: it is damaged, or becomes more than `limit` bytes. */
bool decoder_run_all(struct decoder *decoder, struct slice in, struct buf *out, uint64_t limit);

/*
 * Decompress a zlib stream that becomes `size` bytes, by libdeflate where that is installed: it
 * takes half of the time. False if it is not, for every other kind, and for what is damaged: a
 * decoder has the last word.
 */
bool decompress_at_once(enum compression kind, struct slice in, char *out, size_t size);

/* Bytes of memory that it takes by now, about. */
size_t decoder_memory(const struct decoder *decoder);

/*
 * The problem that the last failed run found: "are damaged, noticed at", to be followed by a place.
 */
const char *decoder_problem(const struct decoder *decoder);

#endif
