/* SPDX-License-Identifier: MIT */
/*
 * source.h - one file, pipe or standard input as bytes, decompressed where it is compressed.
 * Used by input.c alone, which keeps threads apart.
 */
#ifndef FLAMBEAU_SOURCE_H
#define FLAMBEAU_SOURCE_H

#include <sys/types.h>

#include "common/base/buf.h"
#include "common/base/personality.h"
#include "common/io/decompress.h"
#include "common/io/doubled.h"
#include "common/io/log_prefix.h"

enum { SOURCE_HEAD = 16 }; /* bytes */

struct source {
	const char *path;                   /* NULL: standard input */
	const struct context_source *given; /* instead of the file; NULL: none */
	bool is_open;
	int fd;           /* -1 while closed, and of what is given as bytes or a function */
	size_t given_at;  /* bytes that have been read in a row */
	bool can_seek;    /* plain bytes of a regular file, for source_read_at() */
	off_t begin, end; /* of a seekable source: what there is to read */
	unsigned users;   /* claims being read */
	bool finished;    /* everything has been claimed */

	/*
	 * Standard input that is a pipe: the first SIGINT is borne until bytes have come, or to the
	 * end if these are of a stream that will end by itself.
	 */
	bool bears_interrupt;
	bool (*is_stream)(struct slice head); /* of SOURCE_HEAD bytes; NULL: none is */
	char head[SOURCE_HEAD];
	size_t head_size;

	bool last_snapshot; /* of snapshots.h, only the newest whole one is read */
	bool may_double;    /* look for the empty lines of doubled.h, and for log_prefix.h */
	bool is_doubled;    /* they are left out */
	struct doubled_place doubled;
	struct log_prefix_place log_prefix; /* if its form is one, prefixes are left out */

	struct decoder *decoder;
	struct buf raw; /* read, but not given out or decoded yet */
	size_t raw_at;
	uint64_t raw_offset; /* of `raw` in the input */
	struct buf front;    /* decoded, and to be given out before anything is read */
	size_t front_at;
	bool is_drained; /* all is in `front` */
};

/*
 * True if it can be opened; else prints a message, which begins with the personality's complaint
 * before the name. A terminal as standard input is announced: the program would seem to hang. Opens
 * nothing, because a pipe can be opened only once.
 */
bool source_check(const struct source *source, const struct personality *compat);

/* Say that reading failed, with the errno of it. */
void source_report(const struct source *source, int problem);

/* Open, and look whether it is compressed. False after a message. */
bool source_open(struct source *source);
void source_close(struct source *source);

/* Up to `size` bytes; 0 at the end, -1 after a message. */
ssize_t source_read(struct source *source, char *out, size_t size);

/*
 * The descriptor that source_read() would wait for; -1 if it has bytes buffered, or is at the end.
 */
int source_waits_for(const struct source *source);

/*
 * Up to `size` bytes; fewer at the end; -1 with errno, and without a message, after a failure: of
 * the threads that read one file at once, only one is to speak.
 */
ssize_t source_read_at(const struct source *source, char *out, size_t size, off_t at);

/* Bytes of a regular file that is not open yet; false if it is none. */
bool source_size(const struct source *source, uint64_t *bytes);

/* Bytes of an open one that were read in a row, compressed as they are. */
uint64_t source_read_so_far(const struct source *source);

const char *source_name(const struct source *source);

/* Bytes of memory: what was read ahead, and the decoder. */
size_t source_memory(const struct source *source);

#endif
