/* SPDX-License-Identifier: MIT */
/*
 * The go format: what `go tool pprof -raw` and `go tool pprof -traces` print of a profile, any
 * number of them one after the other. A -raw text is samples, locations, mappings: go_raw.c; a
 * -traces text is stacks between dashed lines: go_traces.c.
 */
#include "collapse/go/go.h"
#include "collapse/probe.h"

static const struct go_heading {
	struct slice text;
	enum go_part part;
} headings[] = {
	{SLICE_INIT("PeriodType:"), GO_OUTSIDE}, /* the first line of -raw; File: that of -traces */
	{SLICE_INIT("File: "), GO_OUTSIDE},      {SLICE_INIT("Type: "), GO_OUTSIDE},
	{SLICE_INIT("Samples:"), GO_TYPES},      {SLICE_INIT("Locations"), GO_LOCATIONS},
	{SLICE_INIT("Mappings"), GO_MAPPINGS},   {SLICE_INIT("-----------+"), GO_TRACES},
};

static const struct go_heading *find_heading(struct slice line)
{
	size_t i;

	for (i = 0; i < ARRAY_LEN(headings); i++) {
		if (slice_starts(line, headings[i].text))
			return &headings[i];
	}
	return NULL;
}

static void go_end(struct ingest_run *run)
{
	go_end_trace(run);
	go_end_profile(run);
	go_of(run)->part = GO_OUTSIDE;
}

static void go_begin(struct ingest_run *run, enum go_part part)
{
	if (part == GO_OUTSIDE || part == GO_TYPES)
		go_end(run);
	else
		go_end_trace(run);
	go_of(run)->part = part;
}

static void go_see_line(struct ingest_run *run, struct slice line)
{
	const struct go_heading *heading;

	if (line.len == 0 || line.ptr[0] == '#')
		return;
	heading = char_is_blank(line.ptr[0]) ? NULL : find_heading(line);
	if (heading) {
		go_begin(run, heading->part);
		return;
	}
	switch (go_of(run)->part) {
	case GO_OUTSIDE: break; /* about the profile */
	case GO_TYPES: go_see_types(run, line); break;
	case GO_SAMPLES: go_see_sample(run, line); break;
	case GO_LOCATIONS: go_see_location(run, line); break;
	case GO_MAPPINGS: go_see_mapping(run, line); break;
	case GO_TRACES: go_see_trace(run, line); break;
	}
}

static void go_release(void *state)
{
	go_release_profile(state);
}

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Values"},
	{OPT_TEXT, FAMILY_OWN, .name = "sample-index", .value = "TYPE",
	 OPT_AT(struct go_options, sample_index),
	 .help = "Which values of a -raw text are counted: samples, cpu, inuse_space, or 0, 1, ...",
	 .detail = "By default what pprof itself shows: the type that the profile names as its "
		   "default, otherwise the last one, as cpu. A -traces text has only one type."},
};

static bool go_prepare(struct collapse_setup *setup)
{
	struct go_options *options = setup->options;

	options->prefers_samples = personality_in(setup->as, FAMILY_PERL);
	return true;
}

static bool is_samples(struct slice line)
{
	return slice_equal(line, SLICE("Samples:"));
}

static bool is_period(struct slice line)
{
	return slice_starts(line, SLICE("PeriodType: "));
}

static bool is_locations(struct slice line)
{
	return slice_equal(line, SLICE("Locations"));
}

static bool is_rule(struct slice line)
{
	return slice_starts(line, SLICE("-----------+-----"));
}

/* Locations may be after what is looked at, and PeriodType be missing. */
static enum probe go_probe(struct slice head, bool whole)
{
	if (probe_any(head, whole, is_rule) == PROBE_YES ||
	    probe_both(head, whole, is_period, is_samples) == PROBE_YES)
		return PROBE_YES;
	return probe_both(head, whole, is_samples, is_locations);
}

static const struct note_kind kinds[GO_NOTES] = {
	TEXT_NOTE_ROWS,
	[GO_NO_TYPE] = {.message = "no values of the type asked for",
			.one = "profile without values of that type",
			.many = "profiles without values of that type",
			.fails = NOTE_FAILS},
	[GO_NO_LOCATION] = {.message = "a sample at a location that is not listed",
			    .one = "location that is not listed",
			    .many = "locations that are not listed",
			    .fails_strict = true},
};

static const struct text_format format = {
	.line = go_see_line,
	.end = go_end,
	.state_size = sizeof(struct go),
	.release = go_release,
	.kinds = kinds,
	.kind_count = GO_NOTES,
};

const struct collapser collapse_go = {
	.name = "go",
	.summary = "folded stacks from go tool pprof -raw and -traces",
	.rows = rows,
	.row_count = ARRAY_LEN(rows),
	.options_size = sizeof(struct go_options),
	.text = &format,
	.prepare = go_prepare,
	.probe = go_probe,
};
