/* SPDX-License-Identifier: MIT */
/*
 * folded_frames.h - the text of a stack, "a;b;c", as the ids of its frames. Folded files are
 * mostly sorted, so a stack is compared with the one before it, and only the frames in which they
 * differ are looked up.
 */
#ifndef FLAMBEAU_FOLDED_FRAMES_H
#define FLAMBEAU_FOLDED_FRAMES_H

#include "common/table/name_table.h"

/* Owns its arrays and its table, but not the text. */
struct folded_frames {
	frame_id *ids;       /* root first */
	struct slice *names; /* as in the text */
	size_t *ends;        /* bytes of the text up to the end of each frame */
	uint32_t depth;
	size_t id_cap, name_cap, end_cap;
	struct slice text;       /* of the stack */
	struct slice unnamed;    /* the name of an empty frame */
	struct slice readable;   /* the memory around the text: the chunk */
	struct name_table table; /* names that were seen before */
};

/* Frames without a name get the one that `unnamed` is. */
void folded_frames_init(struct folded_frames *frames, struct slice unnamed);
void folded_frames_release(struct folded_frames *frames);

/*
 * Split the text of a stack; names that are new are added. The text has to stay as it is until the
 * next stack was split or folded_frames_begin() called. False if the stack has more than
 * LIMIT_DEPTH frames: the others are left out.
 */
bool folded_frames_split(struct folded_frames *frames, struct intern *names, struct slice stack);

/*
 * The next stacks lie in `chunk`. The text of the last one goes away: nothing is shared with it.
 * Until the first call stacks may lie anywhere, and names are looked up one by one, without the
 * table.
 */
void folded_frames_begin(struct folded_frames *frames, struct slice chunk);

#endif
