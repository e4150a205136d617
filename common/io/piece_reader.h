/* SPDX-License-Identifier: MIT */
/*
 * piece_reader.h - what readers of texts that arrive in pieces (JSON, XML) have in common: where
 * they are in the latest piece, what is wrong with it. The reader's struct begins with this one.
 */
#ifndef FLAMBEAU_PIECE_READER_H
#define FLAMBEAU_PIECE_READER_H

#include "common/base/buf.h"

struct piece_reader {
	/* Parse the next piece; false, and no events from there on, if it is not in the language. */
	bool (*feed)(struct piece_reader *reader, struct slice piece);

	/* The text ends; false if it was broken, or ends inside of a value. The next one may begin. */
	bool (*end)(struct piece_reader *reader);

	/* Where the event that is being seen ends, in the latest piece; may lie beyond its end. */
	size_t (*position)(const struct piece_reader *reader);

	struct slice text; /* the latest piece */
	size_t base;       /* the parser has read up to there */
	size_t seen;       /* end of the last event in it, 0 if there was none */
	size_t counted;    /* lines are counted up to there */
	size_t lines;      /* line ends up to there */

	/*
	 * Bytes after the latest event: for example of an incomplete string. The parser scans it
	 * from its beginning with every piece, so the next piece should be as long.
	 */
	size_t unfinished;

	bool broken;        /* until the text ends */
	struct buf problem; /* after feed() or end() returned false; valid until the next call */
};

/* For feed(): a piece begins; and ends. What feed() returns. */
void piece_reader_begin(struct piece_reader *reader, struct slice piece);
bool piece_reader_finish(struct piece_reader *reader);

/* For end(): forget the last piece. True if the text was not broken. */
bool piece_reader_end(struct piece_reader *reader);

/* Line ends, and bytes, in the latest piece, up to the event that is being seen, or to its end. */
size_t piece_reader_lines(struct piece_reader *reader);
size_t piece_reader_bytes(const struct piece_reader *reader);

/* Count lines up to there; for a parser whose position may go back. */
void piece_reader_count_lines(struct piece_reader *reader, size_t end);

#endif
