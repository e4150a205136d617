/* SPDX-License-Identifier: MIT */
/*
 * merge_source.h - what stacks are merged by, and one sorted sequence of keys with counts: a file, or a run in a temporary file.
 */
#ifndef FLAMBEAU_MERGE_SOURCE_H
#define FLAMBEAU_MERGE_SOURCE_H

#include "common/base/buf.h"
#include "common/base/exact.h"
#include "common/cli/opt.h"
#include "common/folded/sorted.h"
#include "common/io/spool.h"
#include "common/profile/ingest.h"

/*
 * ---- Keys: what stacks are merged by ----
 *
 * Their text, with labels and a root frame where they have them. How wide the numbers of the labels
 * time and cpu are written depends on all files, so keys have them as wide as they can be:
 * "@time=0000000003.240000000;@cpu=00000000000000000005;main". Their bytes are in the order of what
 * is written at the end.
 */

/* How wide numbers have to be written: digits of the largest. */
struct merge_widths {
	unsigned time;        /* digits before the decimal point */
	unsigned time_digits; /* digits after it */
	unsigned cpu;
};

/* Labels of all files: sets that came before. Memory is bounded: it forgets when there are many. */
struct merge_labels {
	struct labels *labels;
	struct label_sets known;
	unsigned generation; /* sets of another one are forgotten */
	struct merge_widths widths;
	uint64_t without_room; /* sets that could not get a label */
};

void merge_labels_init(struct merge_labels *labels);

/* Says which labels were left out, too. */
void merge_labels_release(struct merge_labels *labels);

/* Root frame and labels that the stacks of one file get. */
struct merge_edit {
	struct slice path;
	const struct opt_list *added; /* labels, NAME=VALUE */
	struct buf root;              /* with its `;`, or empty */

	/* The last set of labels, and its text with those that are added. */
	struct buf text;
	uint32_t set;
	unsigned generation;
};

/* True if the key may have a number that merge_key_write() makes narrower. */
bool merge_key_is_wide(struct slice key);

/* Append the key as it is written. */
void merge_key_write(const struct merge_widths *widths, struct slice key, struct buf *out);

/* ---- Files ---- */

/* What is merged, and how. */
struct merge_options {
	const struct opt_list *paths;        /* one "-" stands for standard input */
	const struct opt_list *root_labels;  /* none, one for all files, or one for each */
	const struct opt_list *added_labels; /* NAME=VALUE */
	const struct personality *compat;
	const struct opt_reading *reading;
	struct stats *stats;
	bool strict;
	bool skips_bad; /* files that cannot be merged are left out */
};

/* Options and state that all files of a merge share. */
struct merge_shared {
	const struct merge_options *options;
	struct merge_labels labels;
	size_t step;      /* bytes that a source reads at a time */
	unsigned columns; /* of the counts in all files; 0: not known yet */
};

/* A sorted folded file, read line by line. */
struct merge_file {
	struct merge_shared *shared;
	struct slice path; /* without the weight */
	struct factor weighs;
	struct input *input;      /* NULL: could not be opened */
	struct ingest_run parsed; /* header, notes, number of lines */
	struct merge_edit edit;
	struct buf made[2]; /* keys that are not as they were read: the current one, the next one */
	unsigned turn;      /* which is the next one */
};

enum merge_step { MERGE_NEXT, MERGE_END, MERGE_FAILED };

/* ---- Sources ---- */

/* A sorted part of a spool. */
struct merge_run {
	uint64_t begin, end;
};

struct merge_source {
	struct sorted_text text; /* with the key of the first entry, or ended */
	struct weight weight;    /* of it, the file's weight is not in it */
	bool failed;             /* after a message: the source is bad */

	struct merge_file *file;   /* NULL: a run */
	const struct spool *spool; /* of the run */
	struct merge_run run;      /* what is not read yet */
	uint64_t at;               /* offset of the next entry in the spool */
};

/*
 * At its first entry: a file by its index on the command line, or a run of a spool that was
 * flushed. To be released also if it failed.
 */
struct merge_source *merge_source_of_file(struct merge_shared *shared, size_t index);
struct merge_source *merge_source_of_run(const struct spool *spool, struct merge_run run,
					 size_t step);

/* Go on to the next entry. False at the end, and after a failure. */
bool merge_source_next(struct merge_source *source);

/* Bytes of memory that it takes, about. */
size_t merge_source_memory(const struct merge_source *source);

void merge_source_free(struct merge_source *source);

/* Append an entry of a run. */
void merge_run_add(struct spool *spool, struct slice key, const struct weight *weight);

#endif
