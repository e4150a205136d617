/* SPDX-License-Identifier: MIT */
/*
 * profile_calls.h - a profile of the library: folded text, which is what its programs hand to each
 * other, and the stacks that were added one by one.
 */
#ifndef FLAMBEAU_PROFILE_CALLS_H
#define FLAMBEAU_PROFILE_CALLS_H

#include "common/library/call.h"
#include "common/profile/profile.h"

struct flambeau_profile {
	char *text; /* folded, of one or several calls */
	size_t len;
	unsigned pieces; /* texts in it, each sorted */

	struct profile added;
	frame_id *frames; /* of the stack that is being added */
	size_t frame_cap;

	flambeau_note_fn *note;
	void *note_context;
	uint64_t limit; /* bytes; 0: any */
	double seconds; /* 0: any */
};

/* The ends of a call with the profile's notes and limits, without sources and sink. */
struct call_ends profile_ends(const struct flambeau_profile *profile);

/* True if its text is all there is, as one program has written it. */
bool profile_is_text(const struct flambeau_profile *profile);

/* All of its stacks as one text, to be freed by profile_text_free(). False with `error` filled. */
bool profile_text(const struct flambeau_profile *profile, struct slice *text,
		  flambeau_error *error);
void profile_text_free(const struct flambeau_profile *profile, struct slice text);

#endif
