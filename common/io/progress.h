/* SPDX-License-Identifier: MIT */
/*
 * progress.h - the progress of reading, in one line on a terminal: nothing in the first second, a
 * few times a second then, nothing left of it at the end. Costs one look at the clock per chunk, and
 * not that where stderr is not a terminal. One thread at a time.
 */
#ifndef FLAMBEAU_PROGRESS_H
#define FLAMBEAU_PROGRESS_H

#include "common/base/buf.h"

struct progress {
	bool shows;     /* the progress line is visible */
	uint64_t total; /* all bytes, 0: not known */
	double start;   /* when the first bytes had come, 0: they have not */
	double next;    /* time of the next update */
};

/* `total` 0 if it is not known. */
void progress_start(struct progress *progress, uint64_t total);

/* True if the line is due to be updated. Called for each chunk. */
bool progress_is_due(struct progress *progress);

/* Show the progress: `done` bytes are read. */
void progress_show(struct progress *progress, uint64_t done);

/* Take the line away; nothing is shown any more. */
void progress_end(struct progress *progress);

/* "1.24 GB of 5.37 GB, 23%, 12 s left" after so many seconds. */
void progress_text(struct buf *text, uint64_t done, uint64_t total, double seconds);

#endif
