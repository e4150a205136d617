/* SPDX-License-Identifier: MIT */
/*
 * merge_share.h - which share of the files is missing where --skip-bad leaves some out.
 */
#ifndef FLAMBEAU_MERGE_SHARE_H
#define FLAMBEAU_MERGE_SHARE_H

#include "common/base/slice.h"

/* Sizes are those of regular files; other files have none. */
struct merge_share {
	size_t files, bad_files;
	uint64_t bytes, bad_bytes;
};

/* Count a file. Of a path with a weight the weight has to be cut off. */
void merge_share_add(struct merge_share *share, struct slice path, bool is_bad);

/*
 * Say which share of the files is missing. False, after another message, if there is no good file.
 */
bool merge_share_say(const struct merge_share *share);

#endif
