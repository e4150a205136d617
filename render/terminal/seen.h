/* SPDX-License-Identifier: MIT */
/*
 * seen.h - all that is seen through a lens, however narrow: as a profile, to be written, and as
 * counts of functions. With a focus that is the function and what it calls.
 */
#ifndef FLAMBEAU_SEEN_H
#define FLAMBEAU_SEEN_H

#include "render/terminal/graph/lens.h"

/* Adds to an empty profile. */
void seen_profile(struct profile *profile, const struct subject *subject, const struct lens *lens);

/* functions_count() of it, by the ids of the subject. Release it. */
void seen_functions(struct functions *functions, const struct subject *subject,
		    const struct lens *lens);

#endif
