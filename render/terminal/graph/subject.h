/* SPDX-License-Identifier: MIT */
/*
 * subject.h - the profile that is looked at: its call tree, ready to be refined, and the table of
 * its functions. Owns all of it.
 */
#ifndef FLAMBEAU_SUBJECT_H
#define FLAMBEAU_SUBJECT_H

#include "common/profile/functions.h"
#include "common/profile/profile_sort.h"
#include "render/refine/refine.h"

struct subject {
	struct profile profile;
	const struct stack **stacks; /* in the order of frames */
	struct ranks ranks;
	struct tree tree;
	struct refine_base base;
	struct functions functions; /* by frame id; of no functions until they are asked for */
};

/* Takes the profile, which ends up empty. False, after a message, if its sums are beyond 2^64-1. */
bool subject_build(struct subject *subject, struct profile *profile);
void subject_release(struct subject *subject);

/* The counts of its functions, computed at the first call. */
const struct functions *subject_functions(struct subject *subject);

/* The id of the name of another profile's frame, new if it has none here. */
frame_id subject_translate(struct subject *subject, const struct subject *from, frame_id name);

/*
 * Join two profiles as the columns of `joined`, which is empty; subject_build() reports counts that
 * do not fit.
 */
void subject_join(struct profile *joined, const struct profile *before,
		  const struct profile *after);

#endif
