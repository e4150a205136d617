/* SPDX-License-Identifier: MIT */
/*
 * labels_option.h - --labels, --list-labels and --absolute-time of collapsers.
 */
#ifndef FLAMBEAU_LABELS_OPTION_H
#define FLAMBEAU_LABELS_OPTION_H

#include "collapse/collapse.h"

/* In struct label_request. */
extern const struct opt labels_rows[];
extern const size_t labels_row_count;

/* Complete setup->labels. NULL: none are wanted, or the format has none, which is reported. */
const struct label_request *labels_resolve(const struct collapser *collapser,
					   struct collapse_setup *setup);

/* Say which labels that were asked for the input does not have. */
void labels_say_missing(const struct label_request *wish, const struct profile *profile);

/* --list-labels: a line for each label, with the number of its values. */
void labels_list(const struct profile *profile, struct output *output);

#endif
