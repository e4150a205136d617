/* SPDX-License-Identifier: MIT */
/*
 * diff_parts.h - what reading files to a profile and reading them to a trie have in common. For
 * diff*.c alone.
 */
#ifndef FLAMBEAU_DIFF_PARTS_H
#define FLAMBEAU_DIFF_PARTS_H

#include "common/ingest.h"
#include "diff/diff_options.h"

/*
 * Read one file; the run has its options, and is to be released in any case. False, after a message,
 * if it cannot be read or nothing in it was recognised.
 */
bool diff_ingest(struct ingest_run *run, const struct diff_file *file, size_t chunk_size,
		 const struct diff_options *options);

/* As it is called in messages. */
struct slice diff_file_name(const struct diff_file *file, const struct diff_options *options);

void diff_say_numbered(struct slice name);
void diff_say_overflow(struct slice name, struct slice stack);

#endif
