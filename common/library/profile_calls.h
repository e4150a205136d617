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
	unsigned pieces; /* texts in it */

	struct heap heap; /* of what follows */
	struct profile added;
	frame_id *frames; /* of the stack that is being added */
	size_t frame_cap;
	bool is_broken; /* memory was out in the middle of adding: `added` is not to be used */

	flambeau_note_fn *note;
	void *note_context;
	uint64_t limit;
};

/* call_begin() with the profile's notes, and what its limit leaves. */
void profile_call_begin(const struct flambeau_profile *profile, struct call *call);

/* True if the profile can be used; else `error` is filled. */
bool profile_is_usable(const struct flambeau_profile *profile, flambeau_error *error);

/*
 * All of its stacks as one text, to be freed if it is not the profile's own. False with `error`
 * filled; `pieces` may be NULL: how many texts were concatenated, each sorted.
 */
bool profile_text(const struct flambeau_profile *profile, struct flambeau_slice *text,
		  unsigned *pieces, flambeau_error *error);
void profile_text_free(const struct flambeau_profile *profile, struct flambeau_slice text);

#endif
