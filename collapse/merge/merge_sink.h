/* SPDX-License-Identifier: MIT */
/*
 * merge_sink.h - where merged stacks go: to the end of a spool, as a run, or to the output, as
 * text.
 *
 * Output appears when it is whole. A file gets its name at the end, so text goes straight to it;
 * for a pipe the stacks wait in a spool until all files have been read. So do labels whose numbers
 * are as wide as the widest of all.
 */
#ifndef FLAMBEAU_MERGE_SINK_H
#define FLAMBEAU_MERGE_SINK_H

#include "collapse/merge/merge_source.h"
#include "common/io/output.h"

struct merge_sink {
	struct output *output; /* NULL: a run */
	struct spool *spool;   /* of the run, or of what waits for the end: then NULL or `waits` */
	struct spool waits;
	uint64_t stacks; /* distinct ones */

	/* The stack whose counts are being added up. */
	struct buf key;
	struct weight sum;               /* of the sources before */
	struct weight part;              /* of the source that comes last, without its weight */
	const struct merge_source *last; /* NULL: none */
	uint64_t rounded;                /* counts with too many decimals when multiplied */
};

void merge_sink_init(struct merge_sink *sink, struct output *output, struct spool *spool);

/* A new stack. False, after a message, if the one before it cannot be written. */
bool merge_sink_begin(struct merge_sink *sink, struct slice key);

/*
 * More of that stack: the first entry of a source. False, after a message, if the sum is beyond
 * 2^64-1.
 */
bool merge_sink_add(struct merge_sink *sink, const struct merge_source *source);

/* The last stack is written, and with an output all that waits, its numbers as wide as it takes. */
bool merge_sink_end(struct merge_sink *sink, const struct merge_widths *widths);

void merge_sink_release(struct merge_sink *sink);

#endif
