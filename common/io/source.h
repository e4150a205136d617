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

/*
 * pasted.c: what is left out of text that was pasted, or comes from a log. Formats get it without.
 *
 * Text may have behind each line an empty line that it did not have: bug trackers, mail and some
 * terminals make that of what is pasted. An empty line of the text itself is doubled, too: so
 * between two others there is an odd number of empty ones.
 */

enum { DOUBLED_HEAD = 16 << 10 }; /* bytes of the beginning that decide */

enum doubled {
	DOUBLED_NOT,
	DOUBLED_UNSURE, /* more of the beginning has to be seen */
	DOUBLED_PARTLY, /* some lines are, or seem so: which ones is not certain */
	DOUBLED_YES,
};

/* The verdict on the beginning of a text. `whole`: no more of it will be seen. */
enum doubled doubled_look(struct slice head, bool whole);

/* Where in a doubled text we are; zeroed at its beginning. */
struct doubled_place {
	bool within;     /* a line */
	bool is_next;    /* the next line is the one to be left out, if it is empty */
	bool has_single; /* a line had none */
};

/* Take the empty lines out of the next bytes of the text; how many bytes are left. */
size_t doubled_leave_out(struct doubled_place *place, char *text, size_t size);

/*
 * Each line may have in front of it what a log puts there: its time, and what wrote it.
 *
 *     2026-11-28T10:00:00.123Z "main" #1 prio=5           docker logs -t, kubectl logs --timestamps
 *     Nov 28 10:00:00 host java[123]: "main" #1 prio=5    journalctl, syslog
 */

enum log_prefix {
	LOG_PREFIX_NONE,
	LOG_PREFIX_TIME,   /* ends with the first blank */
	LOG_PREFIX_WRITER, /* ends with the first colon before a blank */
};

/* The prefix that all lines of the beginning of a text have. */
enum log_prefix log_prefix_look(struct slice head);

/* Where in such a text we are; all but the form zeroed at its beginning. */
struct log_prefix_place {
	enum log_prefix form;
	bool within;      /* a line */
	bool is_prefix;   /* within its prefix */
	bool after_colon; /* of the prefix */
};

/*
 * Take the prefixes out of the next bytes of the text; how many bytes are left. A line that begins
 * otherwise, such as one that a log has broken, stays as it is.
 */
size_t log_prefix_leave_out(struct log_prefix_place *place, char *text, size_t size);

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
	bool may_double;    /* look for what pasted.c leaves out */
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
