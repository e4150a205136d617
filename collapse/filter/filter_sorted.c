/* SPDX-License-Identifier: MIT */
/* --sorted: files that are merged as they are read, which leaves no room for other edits. */
#include "collapse/filter/filter.h"
#include "collapse/merge/merge.h"
#include "common/base/diag.h"

bool filter_sorted_check(const struct filter_options *options, const struct opt_result *given)
{
	static const char *const fitting[] = {"merge",     "sorted",     "skip-bad",
					      "add-label", "root-label", "strict"};
	size_t i, k;

	if (!options->merge && (options->sorted || options->skips_bad)) {
		diag_error("--%s needs --merge", options->sorted ? "sorted" : "skip-bad");
		return false;
	}
	for (i = 0; options->sorted && i < filter_row_count; i++) {
		const struct opt *row = &filter_rows[i];

		if (row->type == OPT_HEADING || !opt_given(given, row->name))
			continue;
		for (k = 0; k < ARRAY_LEN(fitting); k++) {
			if (slice_equal(slice_from(row->name), slice_from(fitting[k])))
				break;
		}
		if (k < ARRAY_LEN(fitting))
			continue;
		diag_error("--%s changes stacks or their order: it cannot be used with --sorted",
			   row->name);
		return false;
	}
	return true;
}

bool filter_sorted(const struct filter_options *options, const struct opt_list *paths,
		   struct slice output)
{
	struct slice standard_input = SLICE("-");
	const struct opt_list only = {.at = &standard_input, .count = 1};
	const struct merge_options merge = {
		.paths = paths->count > 0 ? paths : &only,
		.root_labels = &options->root_labels,
		.added_labels = &options->added_labels,
		.compat = personality_of("collapse-filter"),
		.reading = options->reading,
		.stats = options->stats,
		.strict = options->strict,
		.skips_bad = options->skips_bad,
	};

	return merge_sorted(&merge, output);
}
