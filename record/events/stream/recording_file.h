/* SPDX-License-Identifier: MIT */
/*
 * recording_file.h - the destination of a recording: standard output, or a file. A regular file
 * gets its name when the recording begins: one that cannot begin leaves an older file as it is, and
 * one that is cut short can be read.
 */
#ifndef FLAMBEAU_RECORDING_FILE_H
#define FLAMBEAU_RECORDING_FILE_H

#include "common/base/slice.h"
#include "common/io/output/part.h"

struct recording_file {
	int fd;                /* -1: not open */
	const char *name;      /* for messages */
	bool is_new;           /* `part` has no name of its own yet */
	struct part_file part; /* of a regular file */
};

/*
 * Open it; `path` is NUL-terminated, and outlives the file. Empty or "-" is standard output: the
 * descriptor 1 then leads to standard error, for commands that are recorded. False, after a
 * message, if it cannot be opened.
 */
bool recording_file_open(struct recording_file *file, struct slice path);

/* The recording begins: a regular file replaces what has its name. False after a message. */
bool recording_file_appear(struct recording_file *file);

/* Close it, if it is open; what has not appeared is removed. */
void recording_file_close(struct recording_file *file);

#endif
