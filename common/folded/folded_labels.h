/* SPDX-License-Identifier: MIT */
/*
 * folded_labels.h - the labels in front of a stack of folded text: "@time=0003.24;@cpu=05;main;f".
 */
#ifndef FLAMBEAU_FOLDED_LABELS_H
#define FLAMBEAU_FOLDED_LABELS_H

#include "common/profile/ingest.h"

/* Take the labels off the front of a stack that begins with `@`. */
void folded_labels_skip(struct slice *stack);

/*
 * Take the labels off the front of a stack's text. They are the labels of the profile's next
 * sample; without any it has none. `known` caches texts of labels.
 */
void folded_labels_take(struct label_sets *known, struct ingest_run *run, struct slice *stack);

/* Keep the time alone: other labels are taken off. A profile without times has no labels. */
void folded_labels_take_time(struct ingest_run *run, struct slice *stack);

#endif
