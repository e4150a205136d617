/* SPDX-License-Identifier: MIT */
/*
 * heaptrack_raw.h - the files that heaptrack writes: tables of strings, instruction pointers, traces
 * and kinds of allocations, one entry per line, and a line per allocation and free.
 */
#ifndef FLAMBEAU_HEAPTRACK_RAW_H
#define FLAMBEAU_HEAPTRACK_RAW_H

#include "collapse/text.h"

enum heaptrack_value {
	HEAPTRACK_PEAK,
	HEAPTRACK_ALLOCATIONS,
	HEAPTRACK_LEAKED,
	HEAPTRACK_TEMPORARY,
	HEAPTRACK_ALLOCATED, /* only of such files */
};

struct heaptrack_raw;

/* "v 10400 3": the first line. */
bool heaptrack_raw_begins(struct slice line);

struct heaptrack_raw *heaptrack_raw_new(void);
void heaptrack_raw_free(struct heaptrack_raw *raw);

/*
 * Read a line; one that is damaged is noted. False: heaptrack_interpret has not seen the file, which
 * cannot be used.
 */
bool heaptrack_raw_line(struct ingest_run *run, struct heaptrack_raw *raw, struct slice line);

/* The file ends: count the stacks. */
void heaptrack_raw_end(struct ingest_run *run, struct heaptrack_raw *raw,
		       enum heaptrack_value value);

#endif
