/* SPDX-License-Identifier: MIT */
/*
 * go_dump.h - what programs in Go print of themselves: their goroutines (a panic, SIGQUIT,
 * goroutine?debug=2), and profiles as text (?debug=1).
 */
#ifndef FLAMBEAU_GO_DUMP_H
#define FLAMBEAU_GO_DUMP_H

#include "collapse/text.h"

struct go_dump_options {
	struct slice sample_index; /* a type of values; empty: the profile's first one */
	struct slice states;       /* of goroutines, between commas; empty: all */
	bool created_by;           /* the function that made the goroutine is the root */
};

enum go_dump_note {
	GO_DUMP_NO_TYPE = TEXT_NOTES, /* no values of the type asked for */
	GO_DUMP_NOT_SELECTED,
	GO_DUMP_NOTES,
};

enum go_dump_kind { GO_DUMP_NONE, GO_DUMP_GOROUTINE, GO_DUMP_COUNT, GO_DUMP_HEAP, GO_DUMP_CYCLES };

/* What is being read; zeroed it is nothing. */
struct go_dump {
	enum go_dump_kind kind;

	struct buf number, state, wait, created; /* of a goroutine */
	bool is_selected;

	double rate; /* of a heap profile: bytes from one sample to the next */
	uint64_t period, frequency;
	size_t column; /* of the type of values that is counted */
	bool has_type;

	bool in_entry; /* of a profile */
	uint64_t value;
	bool has_lines;
	struct buf addresses, labels;
};

/* Take a line; false if it is none of a dump. What is wrong is noted. */
bool go_dump_line(struct ingest_run *run, struct go_dump *dump,
		  const struct go_dump_options *options, struct slice line);

/* A file ends. */
void go_dump_end(struct ingest_run *run, struct go_dump *dump,
		 const struct go_dump_options *options);

void go_dump_release(struct go_dump *dump);

/* For probes: the first line of one. */
bool go_dump_begins(struct slice line);

#endif
