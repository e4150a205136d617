/* SPDX-License-Identifier: MIT */
/*
 * doubles.h - the joined profile as difffolded.pl makes it: stacks are plain text, counts with
 * decimals floating point numbers of 15 digits. Counts without are exact, up to 2^64-1.
 */
#ifndef FLAMBEAU_DOUBLES_H
#define FLAMBEAU_DOUBLES_H

#include "common/io/output.h"
#include "common/table/intern.h"
#include "diff/diff_options.h"

/* `real` once there were decimals or more than 64 bits, `whole` before. */
struct doubles_number {
	uint64_t whole;
	double real;
	bool is_real;
};

struct doubles_columns {
	struct doubles_number side[DIFF_SIDES];
};

/* A zeroed struct is empty. */
struct doubles {
	struct intern stacks;
	struct doubles_columns *counts; /* by id of the stack */
	size_t count, cap;
	struct doubles_columns total;
};

/* All files of both sides. False, after a message, if a file cannot be read. */
bool doubles_read(struct doubles *doubles, const struct diff_options *options);

/* True if a count is beyond 2^64-1; a message names its stack. */
bool doubles_overflowed(const struct doubles *doubles);

/*
 * Scale the first column to the sum of the second, rounding down. False, after a message, if it has
 * no counts.
 */
bool doubles_normalize(struct doubles *doubles);

/* Sorted by text. */
void doubles_write(const struct doubles *doubles, struct output *output);

void doubles_release(struct doubles *doubles);

#endif
