/* SPDX-License-Identifier: MIT */
/*
 * label_threads.h - the rows of a profile thread by thread, each thread's in the order of their
 * times. Threads differ by the labels host, pid, tid and thread.
 */
#ifndef FLAMBEAU_LABEL_THREADS_H
#define FLAMBEAU_LABEL_THREADS_H

#include "common/profile/profile.h"

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
