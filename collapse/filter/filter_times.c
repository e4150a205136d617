/* SPDX-License-Identifier: MIT */
/* --time, and the clocks of several files. */
#include "collapse/filter/filter.h"
#include "common/base/checked.h"
#include "common/base/diag.h"

/* "12.5", or nothing. */
static bool filter_parse_edge(struct slice text, uint64_t *edge)
{
	unsigned digits;

	text = slice_trim(text);
	if (text.len == 0)
		return true;
	if (!labels_parse_time(text, edge, &digits))
		return false;
	*edge *= u64_power_of_ten(LABEL_TIME_DIGITS - digits);
	return true;
}

bool filter_parse_times(struct slice text, void *field, struct buf *problem)
{
	struct filter_times *times = field;
	struct slice to = text, from;

	*times = (struct filter_times){.given = true, .to = UINT64_MAX};
	if (slice_cut(&to, ',', &from) && filter_parse_edge(from, &times->from) &&
	    filter_parse_edge(to, &times->to))
		return true;
	buf_add(problem, SLICE("expected FROM,TO in seconds; one of them may be left out"));
	return false;
}

/* How many decimals of seconds so many nanoseconds need. */
static unsigned digits_for(uint64_t nanoseconds)
{
	unsigned digits = LABEL_TIME_DIGITS;

	while (digits > 0 && nanoseconds % 10 == 0) {
		nanoseconds /= 10;
		digits--;
	}
	return digits;
}

void filter_align(struct filter_file *files, size_t count)
{
	int64_t start, first = INT64_MAX;
	size_t i;

	for (i = 0; i < count; i++) {
		if (!labels_have_times(files[i].profile.labels))
			continue;
		if (!header_start(&files[i].profile.header, &start))
			diag_warn("%.*s: no start in its header; its times stay as they are",
				  SLICE_ARG(files[i].path));
		else if (start < first)
			first = start;
	}
	for (i = 0; i < count; i++) {
		if (!labels_have_times(files[i].profile.labels) ||
		    !header_start(&files[i].profile.header, &start))
			continue;
		files[i].shift = (uint64_t)(start - first);
		files[i].shift_digits = digits_for(files[i].shift);
	}
}

void filter_say_overlay(size_t files_with_times)
{
	if (files_with_times > 1)
		diag_note("the times of %zu files overlap; --align-time brings them to one clock",
			  files_with_times);
}
