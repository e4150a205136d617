/* SPDX-License-Identifier: MIT */
/*
 * The recursive format: folded stacks, in which a function that calls itself directly becomes one
 * frame: "main;f;f;f;g 1" is "main;f;g 1".
 */
#include "collapse/collapse.h"

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Stacks"},
	{OPT_FLAG, FAMILY_OWN, .name = "mutual", OPT_AT(struct folded_options, no_loops),
	 .help = "Collapse recursion through other functions too",
	 .detail = "The frames between two calls of a function are left out, and the second call: "
		   "main;a;b;a;c becomes main;a;c."},
};

static bool recursive_prepare(struct collapse_setup *setup)
{
	struct folded_options *options = setup->options;

	options->no_repeats = true;
	options->labels = setup->compat->has_labels ? LABELS_KEPT : LABELS_FRAMES;
	return true;
}

const struct collapser collapse_recursive = {
	.name = "recursive",
	.summary = "folded stacks without direct recursion",
	.rows = COLLAPSE_OPTIONS(rows, struct folded_options),
	.reads_folded = true,
	.reader = &folded_format,
	.prepare = recursive_prepare,
};
