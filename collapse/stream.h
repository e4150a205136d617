/* SPDX-License-Identifier: MIT */
/*
 * stream.h - formats that are not read by lines: their parser, for JSON or XML, gets the files in
 * pieces that end anywhere. What is common to them: where a file ends, lines, and what is wrong.
 */
#ifndef FLAMBEAU_STREAM_H
#define FLAMBEAU_STREAM_H

#include "collapse/text.h"

#include "common/io/piece_reader.h"

enum stream_note {
	STREAM_BROKEN = TEXT_NOTES, /* the rest cannot be read */
	STREAM_CUT,                 /* the file ends inside of something */
	STREAM_NOTES,
};

/* The first rows of every table of kinds. */
#define STREAM_NOTE_ROWS                                                                           \
	TEXT_NOTE_ROWS,                                                                            \
		[STREAM_BROKEN] = {.message = "cannot be read from here on",                       \
				   .one = "remainder of a file",                                   \
				   .many = "remainders of files",                                  \
				   .fails = NOTE_LEAVES_GAP},                                      \
		[STREAM_CUT] = {.message = "the file is cut off",                                  \
				.one = "end of a file that is cut off",                            \
				.many = "ends of files that are cut off",                          \
				.fails = NOTE_LEAVES_GAP}

/* A format's state begins with it. */
struct stream {
	struct text text;
	struct piece_reader *reader; /* the format's own: it makes it, and frees it */

	/* A file ends; `whole` if the reader found it complete. True if it may end there. NULL: what
	 * the reader found. */
	bool (*end)(struct ingest_run *run, bool whole);

	struct ingest_run *run; /* that is reading */
	size_t file;            /* being read */
	size_t lines;           /* of the chunk, read before what is being read */
	uint64_t bytes;         /* of all files, likewise */
	bool is_open;           /* the file has not ended yet */
	bool is_broken;         /* the rest of it cannot be read; a message was printed */
	bool in_line;           /* the text ends without a line end */
	struct buf held;        /* pieces that wait for more of them */
};

static inline struct stream *stream_of(const struct ingest_run *run)
{
	return run->state;
}

/* For ingest_format.parse and finish; and what release has to release. */
void stream_parse(struct ingest_run *run, struct slice text);
void stream_finish(struct ingest_run *run);
void stream_release(struct stream *stream);

/*
 * Let the budget be where the parser is: before functions of text.h count stacks. And run->line,
 * which takes longer: before they note anything, where this is not what the format's locate() is.
 */
void stream_update_budget(struct ingest_run *run);
void stream_update_line(struct ingest_run *run);

void stream_note(struct ingest_run *run, unsigned kind, struct slice text);

#endif
