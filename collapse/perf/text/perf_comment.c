/* SPDX-License-Identifier: MIT */
#include "collapse/perf/text/perf_comment.h"

#include "common/header/header.h"

/*
 * "name = cycles:u, , id = { 5 }, type = 0, { sample_period, sample_freq } = 997, ..., freq = 1,
 * ..."
 */
static void perf_comment_event(struct header *header, struct slice text)
{
	const struct slice name = SLICE("{ sample_period, sample_freq } = ");
	const size_t at = slice_search(text, name);
	struct slice rest, number;

	if (at == SLICE_NONE || !slice_contains(text, SLICE(", freq = 1")))
		return; /* a period, then */
	rest = slice_tail(text, at + name.len);
	if (slice_cut(&rest, ',', &number) && slice_is_number(number))
		header_add(header, HEADER_FREQUENCY, number);
}

void perf_see_comment(struct ingest_run *run, struct slice line)
{
	struct header *header = &run->profile.header;

	if (slice_skip(&line, SLICE("# hostname : ")))
		header_add(header, HEADER_HOST, slice_trim(line));
	else if (slice_skip(&line, SLICE("# cmdline : ")))
		header_add(header, HEADER_COMMAND, slice_trim(line));
	else if (slice_skip(&line, SLICE("# event : ")))
		perf_comment_event(header, line);
}
