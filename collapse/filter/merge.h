/* SPDX-License-Identifier: MIT */
/*
 * merge.h - sorted folded files become one, in memory that depends on neither their sizes nor their
 * number (collapse-filter --merge --sorted).
 *
 * As many files as there are descriptors and memory for are merged at once. Where there are more,
 * the result of each group is kept as a run in a temporary file, and the runs are merged at the
 * end.
 */
#ifndef FLAMBEAU_MERGE_H
#define FLAMBEAU_MERGE_H

#include "collapse/filter/merge_source.h"

/*
 * Merge, write to the file `output`, or standard output. Paths end in a weight where they have one:
 * see factor_split(). False after a message, without output.
 */
bool merge_sorted(const struct merge_options *options, struct slice output);

/*
 * Which share of the files is missing where --skip-bad leaves some out. Sizes are those of
 * regular files; other files have none.
 */
struct merge_share {
	size_t files, bad_files;
	uint64_t bytes, bad_bytes;
};

/* Count a file. `path` without its weight. */
void merge_share_add(struct merge_share *share, struct slice path, bool is_bad);

/*
 * Say which share of the files is missing. False, after another message, if there is no good file.
 */
bool merge_share_say(const struct merge_share *share);

#endif
