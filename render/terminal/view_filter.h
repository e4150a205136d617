/* SPDX-License-Identifier: MIT */
/*
 * view_filter.h - the visible part of a profile: hidden functions, focus, zoom; and the steps that
 * led there, to be undone. Frames are ids of the current profile. Owns its lists.
 */
#ifndef FLAMBEAU_VIEW_FILTER_H
#define FLAMBEAU_VIEW_FILTER_H

#include "common/profile/functions.h"
#include "common/profile/profile_sort.h"
#include "render/tree/refine.h"
#include "render/tree/stacks.h"

/*
 * The profile that is looked at: its call tree, ready to be refined, and the table of
 * its functions. Owns all of it.
 */

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

/* Samples of `from` on, and before `to`; in the units of the profile's times. */
struct lens_times {
	uint64_t from, to; /* `to` is 0: all samples */
};

struct lens {
	struct frame_list hidden, dropped;
	struct frame_list path; /* of the frame that fills the width */
	bool callers;           /* the path is on the side of the callers */
	frame_id focus;         /* or REFINE_NO_FOCUS */
	bool reversed, folded, by_width;
	struct lens_times times; /* selects the profile, which is already what is in them */

	struct frame_list cursor; /* path of the frame that is selected */
	bool cursor_is_caller;    /* it is on the side of the callers */
};

struct lens_steps {
	struct lens *at; /* earlier states, the latest one last */
	size_t count, cap;
};

extern const struct lens lens_plain;

bool lens_is_plain(const struct lens *lens); /* zoomed or not */

void lens_release(struct lens *lens);

/* Remember the lens as a step, before it is changed. */
void lens_push(struct lens_steps *steps, const struct lens *lens);

/* Take the last step back; false if there is none. */
bool lens_pop(struct lens_steps *steps, struct lens *lens);
void lens_steps_release(struct lens_steps *steps);

/* Translate frames to the ids of another profile. */
void lens_translate(struct lens *lens, struct subject *subject, const struct subject *from);

/* For each frame id: is it in the list? The caller frees the array. NULL for an empty list. */
bool *lens_members(const struct frame_list *list, const struct subject *subject);

/* Describe the refinement: "f: callers and callees, 2 functions hidden, leaf first". */
void lens_add_words(struct buf *buf, const struct lens *lens, const struct subject *subject);

#endif
