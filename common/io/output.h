/* SPDX-License-Identifier: MIT */
/*
 * output.h - the destination of results: standard output, or a file that appears only when it is
 * complete (a new file in the same folder that is renamed, see part.h; removed if diag_die() ends
 * the program before). A file in a directory that allows no new ones is written in place by
 * output_commit(). The struct must not move between output_open() and the end.
 */
#ifndef FLAMBEAU_OUTPUT_H
#define FLAMBEAU_OUTPUT_H

#include "common/base/buf.h"
#include "common/io/part.h"

struct output {
	int fd;
	bool failed;     /* a write failed: reported once, later writes are dropped */
	bool has_part;   /* `part` is open, and has not replaced the file yet */
	bool in_place;   /* all text stays in `buf` until output_commit() */
	struct buf buf;  /* not yet written */
	struct buf path; /* of the file, NUL-terminated; empty for stdout */
	struct part_file
		part; /* the new file in the same folder; its target is found in any case */
	const char *complaint; /* in front of the name in messages */
	bool durable;          /* on the disk before it gets its name */
	struct output *next;   /* of those with an unfinished file */
};

/*
 * From now on a file that grows beyond the limit of the process (RLIMIT_FSIZE, ulimit -f) is a
 * failed write, as on a full disk, and not the end of the program by SIGXFSZ. Programs that are
 * started have the signal as it was before.
 */
void output_bear_limit(void);

/* True if `path` leads to a terminal, by the rules of output_open(). Creates nothing. */
bool output_is_terminal(struct slice path);

/* Empty `path` or "-" is standard output. False, after a message, if it cannot be opened. */
bool output_open(struct output *output, struct slice path);

/*
 * Open like output_open(). `complaint` begins the messages, before the name ("cannot write ").
 * output_commit() returns when the file is safe on the disk (fsync), also from a loss of power.
 */
bool output_open_durable(struct output *output, struct slice path, const char *complaint);

/*
 * Open like output_open(), for what may hold secrets, as recordings do: a file that did not exist
 * is for its owner alone, whatever the umask.
 */
bool output_open_private(struct output *output, struct slice path);

/*
 * The file gets its name before it is complete: what is flushed from now on, or written to `fd`, can
 * be read by others at once. A file that is `in_place` loses what it held, so nothing may have been
 * written to its `fd` before. False, after a message, if that fails.
 */
bool output_appear(struct output *output);

/* A buffer to append to; output_flush_some() writes it when it has grown large. */
void output_flush_some(struct output *output);
void output_flush(struct output *output); /* all of it, if it need not appear whole */
void output_write(struct output *output, struct slice text);

/* Write the rest, close, rename. False, after a message, if anything failed. */
bool output_commit(struct output *output);

/* Give up: removes the unfinished file. */
void output_abandon(struct output *output);

#endif
