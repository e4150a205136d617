/* SPDX-License-Identifier: MIT */
#include "collapse/probe.h"

bool probe_line(struct slice *head, bool whole, struct slice *line)
{
	if (!whole && slice_find(*head, '\n') == SLICE_NONE)
		return false;
	if (!slice_line(head, line))
		return false;
	slice_skip(line, SLICE("\xEF\xBB\xBF"));
	slice_drop(line, SLICE("\r"));
	return true;
}

enum probe probe_any(struct slice head, bool whole, bool (*is)(struct slice line))
{
	struct slice line;

	while (probe_line(&head, whole, &line)) {
		if (is(line))
			return PROBE_YES;
	}
	return PROBE_UNSURE;
}

enum probe probe_both(struct slice head, bool whole, bool (*is)(struct slice line),
		      bool (*is_other)(struct slice line))
{
	enum probe one = probe_any(head, whole, is);

	return one == PROBE_YES ? probe_any(head, whole, is_other) : one;
}

enum probe probe_first(struct slice head, bool whole, bool (*is)(struct slice line))
{
	struct slice line;

	while (probe_line(&head, whole, &line)) {
		if (line.len > 0)
			return is(line) ? PROBE_YES : PROBE_NO;
	}
	return PROBE_UNSURE;
}
