/* SPDX-License-Identifier: MIT */
/*
 * view_filter.h - the visible part of a profile: hidden functions, focus, zoom; and the steps that
 * led there, to be undone. Frames are ids of the current profile. Owns its lists.
 */
#ifndef FLAMBEAU_VIEW_FILTER_H
#define FLAMBEAU_VIEW_FILTER_H

#include "common/profile/functions.h"
#include "common/profile/profile_sort.h"
#include "render/tree/stacks.h"
#include "render/tree/tree.h"

/*
 * The profile that is looked at: its call tree, ready to be refined, and the table of
 * its functions. Owns all of it.
 */

struct view_profile {
	struct profile profile;
	const struct stack **stacks; /* in the order of frames */
	struct ranks ranks;
	struct tree tree;
	struct refine_base base;
	struct functions functions; /* by frame id; of no functions until they are asked for */
};

/* Takes the profile, which ends up empty. False, after a message, if its sums are beyond 2^64-1. */
bool view_profile_build(struct view_profile *viewed, struct profile *profile);
void view_profile_release(struct view_profile *viewed);

/* The counts of its functions, computed at the first call. */
const struct functions *view_profile_functions(struct view_profile *viewed);

/* The id of the name of another profile's frame, new if it has none here. */
frame_id view_profile_translate(struct view_profile *viewed, const struct view_profile *from,
				frame_id name);

/*
 * Join two profiles as the columns of `joined`, which is empty; view_profile_build() reports counts
 * that do not fit.
 */
void view_profile_join(struct profile *joined, const struct profile *before,
		       const struct profile *after);

/* Samples of `from` on, and before `to`; in the units of the profile's times. */
struct view_filter_times {
	uint64_t from, to; /* `to` is 0: all samples */
};

struct view_filter {
	struct frame_list hidden, dropped;
	struct frame_list path; /* of the frame that fills the width */
	bool callers;           /* the path is on the side of the callers */
	frame_id focus;         /* or REFINE_NO_FOCUS */
	bool reversed, folded, by_width;
	struct view_filter_times times; /* selects the profile, which is already what is in them */

	struct frame_list cursor; /* path of the frame that is selected */
	bool cursor_is_caller;    /* it is on the side of the callers */
};

struct view_filter_steps {
	struct view_filter *at; /* earlier states, the latest one last */
	size_t count, cap;
};

extern const struct view_filter view_filter_plain;

bool view_filter_is_plain(const struct view_filter *filter); /* zoomed or not */

void view_filter_release(struct view_filter *filter);

/* Remember the filter as a step, before it is changed. */
void view_filter_push(struct view_filter_steps *steps, const struct view_filter *filter);

/* Take the last step back; false if none exists. */
bool view_filter_pop(struct view_filter_steps *steps, struct view_filter *filter);
void view_filter_steps_release(struct view_filter_steps *steps);

/* Translate frames to the ids of another profile. */
void view_filter_translate(struct view_filter *filter, struct view_profile *viewed,
			   const struct view_profile *from);

/* For each frame id: is it in the list? The caller frees the array. NULL for an empty list. */
bool *view_filter_members(const struct frame_list *list, const struct view_profile *viewed);

/* Describe the refinement: "f: callers and callees, 2 functions hidden, leaf first". */
void view_filter_add_words(struct buf *buf, const struct view_filter *filter,
			   const struct view_profile *viewed);

#endif
