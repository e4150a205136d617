/* SPDX-License-Identifier: MIT */
/*
 * lens.h - the visible part of a profile: hidden functions, focus, zoom; and the steps that led
 * there, to be undone. Frames are ids of the current profile. Owns its lists.
 */
#ifndef FLAMBEAU_LENS_H
#define FLAMBEAU_LENS_H

#include "render/terminal/graph/subject.h"
#include "render/tree/stacks.h"

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

/* A copy with lists of its own. */
struct lens lens_copy(const struct lens *lens);
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
