/* SPDX-License-Identifier: MIT */
/*
 * driver.h - from an open input to folded text, for any format: what collapse-NAME and
 * collapse-guess share.
 */
#ifndef FLAMBEAU_DRIVER_H
#define FLAMBEAU_DRIVER_H

#include "collapse/collapse.h"
#include "common/cli/program.h"

/* Options of all formats, in struct program_run. */
extern const struct opt collapse_rows[];
extern const size_t collapse_row_count;

#define COLLAPSE_ROWS(run)                                                                         \
	{                                                                                          \
		collapse_rows, collapse_row_count, run, true                                       \
	}

/* A collapser's input and options; the caller owns all of it. */
struct collapse_job {
	const struct collapser *collapser;
	struct collapse_setup *setup; /* prepared */
	struct program_run *run;
	bool (*is_folder)(
		const char *path); /* of a recording, while the format is not known; may be NULL */
	bool (*is_stream)(struct slice head); /* likewise */
};

/* The files of the command line; NULL after a message. The caller closes it. */
struct input *collapse_open(const struct collapse_job *job);

/*
 * True if no option given needs a recording, so that text can be read; else false after a message.
 */
bool collapse_options_fit_text(const struct collapse_setup *setup,
			       const struct collapse_recordings *recordings, struct slice name);

/* Read all of the input, report problems, write. Returns the exit code. */
int collapse_input(const struct collapse_job *job, struct input *input);

#endif
