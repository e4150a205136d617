/* SPDX-License-Identifier: MIT */
/*
 * findings.h - the results of a comparison of files.
 */
#ifndef FLAMBEAU_FINDINGS_H
#define FLAMBEAU_FINDINGS_H

#include "diff/report/noise.h"

/*
 * The functions of a joined profile with what changed, and whether it is noise.
 * Names belong to the profile.
 */

enum change_kind { CHANGE_NONE, CHANGE_GREW, CHANGE_SHRANK, CHANGE_NEW, CHANGE_VANISHED };

/* One measure of one function. */
struct change_measure {
	struct share share;
	double probability; /* after Holm's correction; 1 where there was nothing to test */
};

struct change {
	struct slice name;
	enum change_kind kind; /* of the total */
	unsigned char over;    /* the limits it is beyond, bits of 1 << enum limit_kind: budget.h */
	bool is_noise[FUNCTIONS_MEASURES]; /* it is unchanged, or within the noise by the guard */
	struct change_measure measure[FUNCTIONS_MEASURES];
};

struct changes {
	struct change *at; /* by frame id; of functions that no stack has all counts are 0 */
	size_t count;
	bool is_tested;                    /* the guard knew enough to test */
	size_t tested[FUNCTIONS_MEASURES]; /* comparisons that Holm's correction is for */
};

/*
 * Correct the probabilities of all comparisons together; changes less probable than `alpha` are no
 * noise.
 */
void changes_correct(struct changes *const *all, size_t count, double alpha);

/* A file by itself, edited, but not weighted: the guard wants samples. */
struct findings_part {
	struct profile profile;
	struct diff_part part;
};

/* A zeroed struct is empty; it owns all of it. */
struct findings {
	struct profile joined;
	/*
	 * Each side is one file of the weight 1, without labels: `joined` has both, and no parts
	 * are kept. Set before the first findings_add().
	 */
	bool is_simple;
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
 * The profile of the first one may be empty afterwards.
 */
bool findings_add(struct findings *findings, struct profile *profile, const struct diff_file *file,
		  const struct diff_part *part);

/*
 * Compare what was added: the noise, the functions and their changes, whose probabilities are not
 * corrected yet. False, after a message, if the options do not fit.
 */
bool findings_compare(struct findings *findings, const struct diff_edits *edits,
		      const struct noise_options *noise);

/*
 * A comparison for each value of a label: the values with the largest counts, and all
 * others together.
 */

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
	struct slice name; /* empty: not used */
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
