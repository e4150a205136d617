/* SPDX-License-Identifier: MIT */
/*
 * stacks.h - changes to the stacks before the call tree is built.
 */
#ifndef FLAMBEAU_STACKS_H
#define FLAMBEAU_STACKS_H

#include "common/profile/profile.h"

/* Names of frames. */
struct stacks_names {
	const struct slice *at;
	size_t count;
};

bool stacks_has_name(const struct stacks_names *names, struct slice name);

/*
 * Cut every stack to begin with the last of its frames that is one of `bases`; stacks without such
 * a frame are dropped.
 */
void stacks_cut(struct profile *profile, const struct stacks_names *bases);

/* True if any stack has one of these frames. */
bool stacks_have(const struct profile *profile, const struct stacks_names *names);

/* Turn every stack round: the leaf becomes the frame at the root. */
void stacks_reverse(struct profile *profile);

/* Mark the wakers of every stack, see chain_frames(). */
void stacks_chain(struct profile *profile);

/* Frames in a block that grows. */
struct frame_list {
	frame_id *at;
	size_t cap;
	uint32_t depth;
};

void frame_list_add(struct frame_list *list, frame_id name);

/*
 * Split a stack at its frames "--" into the blocked part and its wakers: a "--" always follows the
 * first part, the frames of the others get the suffix "_[w]".
 */
void chain_frames(struct intern *names, const frame_id *frames, uint32_t depth,
		  struct frame_list *chained);

#endif
