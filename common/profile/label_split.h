/* SPDX-License-Identifier: MIT */
/*
 * label_split.h - a profile by the values of one label: the values with the largest counts, and all
 * other stacks as one part. The parts share the profile's stacks: those have the counts of one part
 * at a time.
 */
#ifndef FLAMBEAU_LABEL_SPLIT_H
#define FLAMBEAU_LABEL_SPLIT_H

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

#endif
