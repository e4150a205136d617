/* SPDX-License-Identifier: MIT */
/*
 * diff.h - two profiles as one: a differential whose stacks have the counts of both sides,
 * count[DIFF_BEFORE] and count[DIFF_AFTER], 0 where a side does not have the stack.
 *
 * A side is any number of files, each with a weight its counts are multiplied by. diff_read() makes
 * the joined profile of all files; diff_read_file() and diff_add() add them one by one (how far do
 * these baselines differ?).
 */
#ifndef FLAMBEAU_DIFF_H
#define FLAMBEAU_DIFF_H

#include "common/base/buf.h"
#include "common/profile/profile.h"
#include "common/profile/roots.h"
#include "diff/diff_options.h"

/* How a file is opened; its records are the caller's to set. */
struct input_options diff_input(const struct diff_file *file, const struct diff_options *options);

/*
 * One file into `run`, by run->format, which the caller has set; the notes are printed. False,
 * after a message, if it cannot be read or nothing in it was recognised.
 */
bool diff_read_run(struct ingest_run *run, const struct diff_file *file,
		   const struct diff_options *options);

/*
 * One file as a profile with one column, neither weighted nor edited, into the empty `profile`, to
 * be released in any case. False, after a message, if it cannot be read or nothing in it was
 * recognised. profile->overflow is the stack of a count beyond 2^64-1, as in any profile.
 */
bool diff_read_file(struct profile *profile, const struct diff_file *file,
		    const struct diff_options *options);

/* How a profile becomes a part of one side. */
struct diff_part {
	enum diff_side side;
	struct factor weight;
	const struct diff_edits *edits;
	bool is_last; /* nothing is added to the joined profile afterwards */
};

/* The result of diff_add(). */
struct diff_tally {
	uint64_t stacks, kept; /* distinct stacks, and how many of them the filters left */
	uint64_t rounded;      /* weighted counts that had more than LIMIT_SCALE decimals */
	uint64_t numbered;     /* stacks that end in a blank and a number */
};

/*
 * Add a profile with one column to one side of `joined`. Weighted counts with more than LIMIT_SCALE
 * decimals are rounded half to even. What is beyond 2^64-1 ends up in joined->overflow.
 */
void diff_add(struct profile *joined, const struct profile *from, const struct diff_part *part,
	      struct diff_tally *tally);

/* diff_add() of a profile that is empty afterwards: without copies where the part changes nothing. */
void diff_take(struct profile *joined, struct profile *from, const struct diff_part *part,
	       struct diff_tally *tally);

/* A note: so many stacks of a file were kept. */
void diff_say_stacks(const struct diff_file *file, const struct diff_options *options,
		     uint64_t kept, uint64_t stacks);

enum roots_rule diff_roots_rule(const struct diff_edits *edits);

/* roots_find() as the options say, with a warning where two processes are compared as one. */
void diff_find_roots(struct roots *roots, const struct profile *joined,
		     const struct diff_edits *edits);

/*
 * All files of both sides as one profile with two columns, into the empty `joined`, to be released
 * in any case. False, after a message, if a file cannot be used or joined->overflow is set. The
 * sums of the columns may be too large (joined->total_overflow).
 */
bool diff_read(struct profile *joined, const struct diff_options *options);

/*
 * Scale the first column to the sum of the second; each count is rounded down to a whole number.
 * Does nothing if the sums are equal, or the first column has no counts. False, after a message, if
 * a number is beyond 2^64-1.
 */
bool diff_normalize(struct profile *joined, const struct diff_personality *personality);

/* What counts of the first column are multiplied by; a zeroed struct changes nothing. */
struct diff_ratio {
	uint64_t before, after; /* the sums */
	uint64_t unit;          /* 1 in the units of the profile */
	bool in_doubles;
};

/* False, and zeroed, if counts stay as they are: where there are none, after a warning. */
bool diff_ratio_find(struct diff_ratio *ratio, const struct profile *joined,
		     const struct diff_personality *personality);

/* False if the count would be beyond 2^64-1. */
bool diff_ratio_apply(const struct diff_ratio *ratio, uint64_t *count);

/* By how much the first column fell short, by the totals it has now. */
void diff_ratio_say(const struct profile *profile, const struct diff_personality *personality);

/*
 * Replaces addresses in names, which differ from run to run.
 */

/* "f+0x1f" as "f+0x...": the text itself, or what `buf` holds then. */
struct slice strip_hex(struct slice text, struct buf *buf);

/*
 * Two profiles that are sorted already as one, without keeping their stacks.
 *
 * Collapsers write their stacks sorted, each once. Such files are read twice: the first time to see
 * whether that is so, and nothing in them needs a word or a change; then they are merged, in memory
 * that does not grow with them. The text is that of diff_read() and folded_write(). Files of fewer
 * bytes than DIFF_SORTED_LEAST are not worth two readings.
 */

#ifndef DIFF_SORTED_LEAST /* fuzzers have none: their inputs are small */
#define DIFF_SORTED_LEAST (16 << 10)
#endif

enum diff_sorted {
	DIFF_SORTED_NOT, /* nothing was written or said: it has to be done by diff_read() */
	DIFF_SORTED_WRITTEN,
	DIFF_SORTED_FAILED, /* after a message */
};

/*
 * Write both sides as one, to a path as of output_open(). The files are regular and not compressed.
 * With `normalizes`, as diff_normalize() does it.
 */
enum diff_sorted diff_sorted_write(const struct diff_options *options, bool normalizes,
				   struct slice output);

/* The program. */
int difffolded_main(int argc, char **argv);

#endif
