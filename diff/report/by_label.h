/* SPDX-License-Identifier: MIT */
/*
 * by_label.h - a comparison for each value of a label: the values with the largest counts, and all
 * others together.
 */
#ifndef FLAMBEAU_BY_LABEL_H
#define FLAMBEAU_BY_LABEL_H

#include "diff/report/findings.h"

/* A file with its labels. */
struct by_file {
	struct profile profile;
	struct diff_part part;
	uint32_t *values; /* of its rows; HASH_NONE: without the label */
};

struct by_section {
	struct slice value; /* without a pointer: all others, and stacks without the label */
	struct findings findings;
	bool is_compared; /* else one side has nothing of it */
};

/* It owns all but the name. */
struct by_label {
	struct slice name; /* empty: there is nothing to be done */
	struct by_file *files;
	size_t file_count, file_cap;
	struct intern values;
	struct by_section *sections;
	size_t count;
};

void by_label_release(struct by_label *by);

/* Take a file's profile, which has labels, away. */
void by_label_take(struct by_label *by, struct profile *profile, const struct diff_part *part);

/* Compare at most `most` values and all others; 0: all values. False after a message. */
bool by_label_compare(struct by_label *by, size_t most, const struct diff_edits *edits,
		      const struct noise_options *noise);

#endif
