/* SPDX-License-Identifier: MIT */
/* go.h - shared by the files of the go format, which reads two texts of `go tool pprof`. */
#ifndef FLAMBEAU_GO_H
#define FLAMBEAU_GO_H

#include "collapse/cache/line_cache.h"
#include "collapse/text.h"

struct go_options {
	struct slice sample_index;
	bool prefers_samples; /* as the script does */
};

enum go_note {
	GO_NO_TYPE = TEXT_NOTES, /* no values of the type asked for */
	GO_NO_LOCATION,
	GO_NOTES,
};

/* Which lines come next. */
enum go_part { GO_OUTSIDE, GO_TYPES, GO_SAMPLES, GO_LOCATIONS, GO_MAPPINGS, GO_TRACES };

struct go_stack;
struct go_location;

struct go {
	struct text text;
	enum go_part part;

	/* -raw: a profile, until all of it has been read */
	struct line_cache stacks; /* list of locations -> struct go_stack */
	struct go_stack *first;
	struct line_cache locations; /* number -> struct go_location */
	struct go_location *location;
	struct line_cache mappings; /* number -> frame_id */
	size_t column;              /* of the values */
	bool has_type;              /* they are of the type asked for */

	/* -traces: the stack being read */
	bool in_trace;
	uint64_t value;
};

static inline struct go *go_of(const struct ingest_run *run)
{
	return run->state;
}

void go_see_types(struct ingest_run *run, struct slice line);
void go_see_sample(struct ingest_run *run, struct slice line);
void go_see_location(struct ingest_run *run, struct slice line);
void go_see_mapping(struct ingest_run *run, struct slice line);
void go_end_profile(struct ingest_run *run);
void go_release_profile(struct go *go);

void go_see_trace(struct ingest_run *run, struct slice line);
void go_end_trace(struct ingest_run *run);

#endif
