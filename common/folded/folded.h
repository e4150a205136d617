/* SPDX-License-Identifier: MIT */
/*
 * folded.h - profile <-> folded text, `frame;frame;frame count[ count]` a line: see folded(5).
 * The one reader and the one writer of it.
 */
#ifndef FLAMBEAU_FOLDED_H
#define FLAMBEAU_FOLDED_H

#include "common/folded/folded_count.h"
#include "common/io/output.h"
#include "common/profile/ingest.h"
#include "common/profile/profile.h"

/* How lines are read, by family; given as ingest_run.options. */
struct folded_options {
	bool one_column; /* a second number belongs to the stack (difffolded) */
	bool no_repeats; /* a frame that repeats the one before it is left out (recursive) */
	bool no_loops;   /* so are the frames since the same one was there before, and itself */
};

enum folded_note {
	FOLDED_BAD_LINE, /* no count at its end */
	FOLDED_ROUNDED,  /* more than LIMIT_SCALE decimals */
	FOLDED_DEEP,     /* more than LIMIT_DEPTH frames, cut at the leaf */
	FOLDED_HUGE,     /* a count beyond 2^64-1: the profile is not to be used */
};

extern const struct ingest_format folded_format;

/*
 * Split "a;b 1.5 2" in its stack, without blanks around it and empty frames at its leaf (";" is
 * left empty), and its weight. False if there is no count at the end, or nothing before it.
 * `rounded` says whether decimals were lost, weight->overflow that a count is too large.
 */
bool folded_split(struct slice line, bool one_column, struct slice *stack, struct weight *weight,
		  bool *rounded);

/* Is the line empty, or a comment? */
bool folded_is_comment(struct slice line);

/*
 * A line that starts with # and a blank is a comment: a stack that would be written so gets _ for that
 * blank, or behind a # that is all of it. Before folded_overflowed(), because stacks may be added up;
 * ids of names stay the same.
 */
void folded_fit_roots(struct profile *profile);

/*
 * The profile's header, then all stacks, sorted by text, one a line. With a `unit` above 1 counts are divided by it and rounded
 * half up; stacks of which nothing remains are left out: how many.
 */
size_t folded_write(const struct profile *profile, uint64_t unit, struct output *output);

/* folded_write() that rounds a half to the even neighbour, as printf() rounds a double. */
size_t folded_write_even(const struct profile *profile, uint64_t unit, struct output *output);

/* Has a stack's count passed 2^64-1? Says which: nothing of the profile is to be used then. */
bool folded_overflowed(const struct profile *profile);

/* One stack's text without its count. */
void folded_add_stack(struct buf *buf, const struct profile *profile, const struct stack *stack);

#endif
