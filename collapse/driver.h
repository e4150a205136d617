/* SPDX-License-Identifier: MIT */
/*
 * driver.h - from an open input to folded text, for any format: what collapse-NAME and
 * collapse-guess share.
 */
#ifndef FLAMBEAU_DRIVER_H
#define FLAMBEAU_DRIVER_H

#include "collapse/collapse.h"

/* Options of all formats; `reading` has rows of its own. */
struct collapse_options {
	struct opt_reading reading;
	uint64_t chunk_size; /* bytes; 0: the default */
	bool strict;
};

extern const struct opt collapse_rows[];
extern const size_t collapse_row_count;

/* What to do; all of it the caller's. */
struct collapse_job {
	const struct collapser *collapser;
	struct collapse_setup *setup; /* prepared */
	const struct collapse_options *options;
	const struct opt_common *common;
};

/* The files of the command line; NULL after a message. The caller closes it. */
struct input *collapse_open(const struct collapse_job *job);

/* Read all of the input, say what is to be said, write. The exit code. */
int collapse_input(const struct collapse_job *job, struct input *input);

#endif
