/* SPDX-License-Identifier: MIT */
/*
 * chunk.h - a piece of an input, and where it may be cut: in front of a record.
 */
#ifndef FLAMBEAU_CHUNK_H
#define FLAMBEAU_CHUNK_H

#include "common/base/slice.h"

/*
 * The first record start at or after `from` (which is at least 1): a position after a line end that
 * is recognised by the line that starts there alone. So the claimers of neighbouring chunks find
 * the same edge without communication, and a start found from one place is found from any later
 * place up to it. SLICE_NONE if the text ends before one is certain.
 */
typedef size_t input_next_record_fn(struct slice text, size_t from);

/* Every line start is a record start. */
size_t input_next_line(struct slice text, size_t from);

/* The start of a whole line, given without its LF, that `is_start` accepts. */
size_t input_next_line_that(struct slice text, size_t from, bool (*is_start)(struct slice line));

/* A chunk may end anywhere, in the middle of a line too: for parsers that keep their state. */
size_t input_anywhere(struct slice text, size_t from);

/*
 * The result of a claim; the text is in the claimer's buffer. If a record is too long, the text
 * ends before it, and input_go_on() yields the records after it.
 */
struct chunk {
	struct slice text; /* whole records, may be empty */
	size_t file;       /* index of its file, for input_name() */
	size_t index;      /* counts up over all files in the order of the text */
	bool last;         /* it ends with its file, not at a record start */
	size_t left_out;   /* lines of the record after the text that is too long, or 0 */
	bool follows_gap;  /* the text follows such a record */

	/* for input_go_on() */
	struct slice rest;
	size_t removed; /* lines after `rest` of a record that is too long */
	bool ends_file;
};

#endif
