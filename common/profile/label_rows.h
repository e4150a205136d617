/* SPDX-License-Identifier: MIT */
/*
 * label_rows.h - a profile by its labels: by the values of one label, and by thread in the order of
 * time.
 */
#ifndef FLAMBEAU_LABEL_ROWS_H
#define FLAMBEAU_LABEL_ROWS_H

#include "common/profile/profile.h"

struct label_part {
	struct slice
		value; /* as it is written; without a pointer: all others, and stacks without */
	uint64_t total[2];
};

/* It owns its memory. */
struct label_split {
	struct profile *profile;
	struct label_part *parts; /* the largest first, equals by their text; the others last */
	size_t count;
	uint32_t *of_row; /* which part a row is in */
	struct arena arena;
};

/*
 * Split by the label `name` into at most `most` values and the others; 0: all values. False, after
 * a message, if no stack has the label. The sums must be good: no total_overflow.
 */
bool label_split_init(struct label_split *split, struct profile *profile, struct slice name,
		      size_t most);

/* The profile's stacks and totals have the counts of one part. */
void label_split_select(const struct label_split *split, size_t part);

/* They have all counts again, and the split is released. */
void label_split_release(struct label_split *split);

/*
 * The rows of a profile thread by thread, each thread's in the order of their
 * times. Threads differ by the labels host, pid, tid and thread.
 */

/* It owns its memory, but not the stacks. Without labels there is one thread. */
struct label_threads {
	struct label_row *rows; /* rows without a time first */
	size_t *ends;           /* of the threads, which are in the order of their labels */
	size_t count;
	struct label_texts texts; /* of the profile's labels, where it has any */
	bool has_texts;
};

void label_threads_init(struct label_threads *threads, const struct profile *profile);
void label_threads_release(struct label_threads *threads);

static inline size_t label_threads_begin(const struct label_threads *threads, size_t thread)
{
	return thread > 0 ? threads->ends[thread - 1] : 0;
}

/* Append a row's label as it is written; false if it has none of that name. */
bool label_threads_add(const struct label_threads *threads, const struct label_row *row,
		       struct slice name, struct buf *out);

/*
 * Append what the thread is called: thread, comm and tid. False if there is nothing to call it by.
 */
bool label_threads_name(const struct label_threads *threads, size_t thread, struct buf *out);

#endif
