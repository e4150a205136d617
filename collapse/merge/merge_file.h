/* SPDX-License-Identifier: MIT */
/*
 * merge_file.h - a sorted folded file, read line by line.
 */
#ifndef FLAMBEAU_MERGE_FILE_H
#define FLAMBEAU_MERGE_FILE_H

#include "collapse/merge/merge_key.h"
#include "collapse/merge/merge_options.h"
#include "collapse/merge/merge_text.h"
#include "common/base/exact.h"

/* Options and state that all files of a merge share. */
struct merge_shared {
	const struct merge_options *options;
	struct merge_labels labels;
	size_t step;      /* bytes that a source reads at a time */
	unsigned columns; /* of the counts in all files; 0: not known yet */
};

struct merge_file {
	struct merge_shared *shared;
	struct slice path; /* without the weight */
	struct factor weighs;
	struct input *input;      /* NULL: could not be opened */
	struct ingest_run parsed; /* header, notes, number of lines */
	struct merge_edit edit;
	struct buf made[2]; /* keys that are not as they were read: the current one, the next one */
	unsigned turn;      /* which is the next one */
	size_t scanned;     /* unparsed bytes that have no line end */
	bool is_skipping;   /* in a line that is longer than --max-record */
};

enum merge_step { MERGE_NEXT, MERGE_END, MERGE_FAILED };

/* The file of that index on the command line; `text` reads from it. False after a message. */
bool merge_file_open(struct merge_file *file, struct merge_shared *shared, size_t index,
		     struct merge_text *text);

/*
 * The next line with a count: its key is the current one of `text` then, its count, without the
 * file's weight, in `weight`. Notes are printed at the end. MERGE_FAILED after a message: the file
 * is bad.
 */
enum merge_step merge_file_next(struct merge_file *file, struct merge_text *text,
				struct weight *weight);

void merge_file_release(struct merge_file *file);

#endif
