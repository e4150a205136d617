/* SPDX-License-Identifier: MIT */
/*
 * changes.h - the functions of a joined profile with what changed, and whether it is noise.
 * Names belong to the profile.
 */
#ifndef FLAMBEAU_CHANGES_H
#define FLAMBEAU_CHANGES_H

#include "diff/report/noise/noise.h"

enum change_kind { CHANGE_NONE, CHANGE_GREW, CHANGE_SHRANK, CHANGE_NEW, CHANGE_VANISHED };

/* One measure of one function. */
struct change_measure {
	struct share share;
	double probability; /* after Holm's correction; 1 where there was nothing to test */
	bool is_noise;      /* it is unchanged, or within the noise by the guard */
};

struct change {
	struct slice name;
	enum change_kind kind; /* of the total */
	unsigned over;         /* the limits it is beyond, bits of 1 << enum limit_kind: budget.h */
	struct change_measure measure[FUNCTIONS_MEASURES];
};

struct changes {
	struct change *at; /* by frame id; of functions that no stack has all counts are 0 */
	size_t count;
	bool is_tested;                    /* the guard knew enough to test */
	size_t tested[FUNCTIONS_MEASURES]; /* comparisons that Holm's correction is for */
};

/*
 * The changes with their probabilities, not corrected. The profile's sums must be good, and not 0.
 */
void changes_find(struct changes *changes, const struct profile *joined,
		  const struct functions *functions, const struct noise *noise);

/*
 * Correct the probabilities of all comparisons together; changes less probable than `alpha` are no
 * noise.
 */
void changes_correct(struct changes *const *all, size_t count, double alpha);
void changes_release(struct changes *changes);

#endif
