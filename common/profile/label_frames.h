/* SPDX-License-Identifier: MIT */
/*
 * label_frames.h - labels as frames: "@tid=7;main" becomes "tid=7;main".
 */
#ifndef FLAMBEAU_LABEL_FRAMES_H
#define FLAMBEAU_LABEL_FRAMES_H

#include "common/profile/profile.h"

/* The names of labels, in the order of their frames. */
struct label_names {
	const struct slice *at;
	size_t count;
};

/*
 * Put the named labels of each stack in front of its frames, root end first. The other labels stay
 * if `keep_others`. The profile is another one afterwards, but ids of names stay.
 */
void label_frames(struct profile *profile, const struct label_names *names, bool keep_others);

/* The text of a row's label, as it is written; false if it has none of that name. */
bool label_value(const struct label_texts *texts, const struct label_row *row, struct slice name,
		 struct buf *out);

#endif
