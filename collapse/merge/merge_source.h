/* SPDX-License-Identifier: MIT */
/*
 * merge_source.h - one sorted sequence of keys with counts: a file, or a run in a temporary file.
 */
#ifndef FLAMBEAU_MERGE_SOURCE_H
#define FLAMBEAU_MERGE_SOURCE_H

#include "collapse/merge/merge_file.h"
#include "common/io/spool.h"

/* A sorted part of a spool. */
struct merge_run {
	uint64_t begin, end;
};

struct merge_source {
	struct merge_text text; /* with the key of the first entry */
	struct weight weight;   /* of it, the file's weight is not in it */
	bool has_ended;         /* there is no entry any more */
	bool failed;            /* after a message: the source is bad */

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
