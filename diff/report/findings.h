/* SPDX-License-Identifier: MIT */
/*
 * findings.h - the results of a comparison of files.
 */
#ifndef FLAMBEAU_FINDINGS_H
#define FLAMBEAU_FINDINGS_H

#include "diff/report/changes.h"

/* A file by itself, edited, but not weighted: the guard wants samples. */
struct findings_part {
	struct profile profile;
	struct diff_part part;
};

/* A zeroed struct is empty; it owns all of it. */
struct findings {
	struct profile joined;
	struct header headers[DIFF_SIDES]; /* of the files of each side */
	struct findings_part *parts;
	size_t part_count, parts_cap;
	struct noise noise;
	struct functions functions;
	struct changes changes;
};

void findings_release(struct findings *findings);

/* "standard input", or the path. */
struct slice findings_file_name(const struct diff_file *file);

/* True, after a message, if a sum has passed 2^64-1. */
bool findings_overflowed(const struct profile *profile);

/*
 * Add a file. False, after a message, if its counts cannot be used; `part` is its side and weight.
 */
bool findings_add(struct findings *findings, const struct profile *profile,
		  const struct diff_file *file, const struct diff_part *part);

/*
 * Compare what was added: the noise, the functions and their changes, whose probabilities are not
 * corrected yet. False, after a message, if the options do not fit.
 */
bool findings_compare(struct findings *findings, const struct diff_edits *edits,
		      const struct noise_options *noise);

#endif
