/* SPDX-License-Identifier: MIT */
/*
 * profile_edit.h - a profile made of another one, stack by stack and row by row.
 */
#ifndef FLAMBEAU_PROFILE_EDIT_H
#define FLAMBEAU_PROFILE_EDIT_H

#include "common/profile/profile.h"

struct profile_editor {
	void *context;

	/*
	 * True if a row is kept. NULL: all are. Rows of a labelled profile are those in its array.
	 */
	bool (*wants)(void *context, const struct label_row *row);

	/*
	 * The stack of the new profile that is to have the counts of one of the old profile; NULL:
	 * none. Asked once for each stack, before the first of its rows that is kept.
	 */
	struct stack *(*stack)(void *context, const struct stack *old);

	/*
	 * The last word on a row: it may change the weight, and the labels that the new profile
	 * gives to samples, which are the row's. Returns the stack to add to, or NULL. NULL:
	 * `stack` it is.
	 */
	struct stack *(*row)(void *context, const struct label_row *row, struct stack *stack,
			     struct weight *weight);
};

/* Add the rows of `from`, which stays what it is, to `into`, with their labels if that has any. */
void profile_edit(struct profile *into, struct profile *from, const struct profile_editor *editor);

#endif
