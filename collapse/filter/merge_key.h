/* SPDX-License-Identifier: MIT */
/*
 * merge_key.h - what stacks are merged by: their text, with labels and a root frame where they have
 * them.
 *
 * How wide the numbers of the labels time and cpu are written depends on all files, so keys have
 * them as wide as they can be: "@time=0000000003.240000000;@cpu=00000000000000000005;main". Their
 * bytes are in the order of what is written at the end.
 */
#ifndef FLAMBEAU_MERGE_KEY_H
#define FLAMBEAU_MERGE_KEY_H

#include "common/cli/opt.h"
#include "common/profile/ingest.h"

/* How wide numbers have to be written: digits of the largest. */
struct merge_widths {
	unsigned time;        /* digits before the decimal point */
	unsigned time_digits; /* digits after it */
	unsigned cpu;
};

/* Labels of all files: sets that came before. Memory is bounded: it forgets when there are many. */
struct merge_labels {
	struct labels *labels;
	struct label_sets known;
	unsigned generation; /* sets of another one are forgotten */
	struct merge_widths widths;
	uint64_t without_room; /* sets that could not get a label */
};

void merge_labels_init(struct merge_labels *labels);

/* Says which labels were left out, too. */
void merge_labels_release(struct merge_labels *labels);

/* Root frame and labels that the stacks of one file get. */
struct merge_edit {
	struct slice path;
	const struct opt_list *added; /* labels, NAME=VALUE */
	struct buf root;              /* with its `;`, or empty */

	/* The last set of labels, and its text with those that are added. */
	struct buf text;
	uint32_t set;
	unsigned generation;
};

/* `root`: text with {} for the file's name, or empty. */
void merge_edit_init(struct merge_edit *edit, struct slice path, struct slice root,
		     const struct opt_list *added);
void merge_edit_release(struct merge_edit *edit);

/* True if the stack is its own key; it then needs merge_key_cut() alone. */
static inline bool merge_key_is_stack(const struct merge_edit *edit, struct slice stack)
{
	return stack.ptr[0] != '@' && edit->root.len == 0 && edit->added->count == 0;
}

/* Cut a stack that is too deep at its leaf, with a note of the run. */
void merge_key_cut(struct ingest_run *run, struct slice *stack);

/* Replace the content of `out` by the key of a stack. Notes are those of the run. */
void merge_key_make(struct merge_labels *labels, struct merge_edit *edit, struct ingest_run *run,
		    struct slice stack, struct buf *out);

/* True if the key may have a number that merge_key_write() makes narrower. */
bool merge_key_is_wide(struct slice key);

/* Append the key as it is written. */
void merge_key_write(const struct merge_widths *widths, struct slice key, struct buf *out);

#endif
