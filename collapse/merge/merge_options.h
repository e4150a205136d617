/* SPDX-License-Identifier: MIT */
/*
 * merge_options.h - what is merged, and how.
 */
#ifndef FLAMBEAU_MERGE_OPTIONS_H
#define FLAMBEAU_MERGE_OPTIONS_H

#include "common/cli/opt.h"
#include "common/profile/ingest.h"

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

#endif
