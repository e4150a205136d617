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

#include "collapse/merge/merge_options.h"

/*
 * Merge, write to the file `output`, or standard output. Paths end in a weight where they have one:
 * see factor_split(). False after a message, without output.
 */
bool merge_sorted(const struct merge_options *options, struct slice output);

#endif
