/* SPDX-License-Identifier: MIT */
/*
 * jfr_frames.h - names of methods, threads and classes of a chunk that was read. Each is made
 * once a chunk and profile.
 */
#ifndef FLAMBEAU_JFR_FRAMES_H
#define FLAMBEAU_JFR_FRAMES_H

#include "collapse/java/jfr_run.h"

/* A method that is not shown. */
#define JFR_HIDDEN_FRAME ((frame_id)UINT32_MAX)

/* For stacks of the chunk that go to another profile. */
void jfr_frames_reset(struct jfr *jfr);
void jfr_frames_release(struct jfr_names *names);

struct jfr_namer {
	struct jfr *jfr;
	struct profile *profile;
	const struct jfr_options *options;
	const struct label_request *labels; /* that the profile has; NULL: none */
};

/* The frame with these values. */
frame_id jfr_frame_of(const struct jfr_namer *namer, const union jfr_value values[JFR_FRAME_SLOTS]);

/* The frame of an entry by its index in the pool, which may be JFR_NONE. */
frame_id jfr_frame_of_thread(const struct jfr_namer *namer, uint32_t thread);
frame_id jfr_frame_of_class(const struct jfr_namer *namer, uint32_t class);

/* In jfr_label.c: what is added to the namer's profile next has the labels of this row. */
void jfr_label(const struct jfr_namer *namer, const struct jfr_row_key *key);

/* Append the name of a thread by its index; nothing if it has none. */
void jfr_add_thread_name(const struct jfr_pools *pools, uint32_t thread, struct buf *text);

#endif
