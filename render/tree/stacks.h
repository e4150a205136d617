/* SPDX-License-Identifier: MIT */
/*
 * stacks.h - the stacks before the call tree is built: changes to them, and stacks made of lines.
 */
#ifndef FLAMBEAU_STACKS_H
#define FLAMBEAU_STACKS_H

#include "common/folded/folded_grammar.h"
#include "common/profile/ingest.h"
#include "common/profile/profile.h"

/* Names of frames. */
struct stacks_names {
	const struct slice *at;
	size_t count;
};

bool stacks_has_name(const struct stacks_names *names, struct slice name);

/*
 * Cut every stack to begin with the last of its frames that is one of `bases`; stacks without such
 * a frame are dropped.
 */
void stacks_cut(struct profile *profile, const struct stacks_names *bases);

/* True if any stack has one of these frames. */
bool stacks_have(const struct profile *profile, const struct stacks_names *names);

/* Turn every stack round: the leaf becomes the frame at the root. */
void stacks_reverse(struct profile *profile);

/* Mark the wakers of every stack, see chain_frames(). */
void stacks_chain(struct profile *profile);

/* Frames in a block that grows. */
struct frame_list {
	frame_id *at;
	size_t cap;
	uint32_t depth;
};

void frame_list_add(struct frame_list *list, frame_id name);

/*
 * Split a stack at its frames "--" into the blocked part and its wakers: a "--" always follows the
 * first part, the frames of the others get the suffix "_[w]".
 */
void chain_frames(struct intern *names, const frame_id *frames, uint32_t depth,
		  struct frame_list *chained);

/*
 * Folded lines one by one, in their order or sorted by text, as the tools do that
 * flamegraph replaces: equal stacks are not added up, and equal frames merge only if adjacent.
 */

/* How a family makes stacks of lines. */
struct line_rules {
	const struct folded_grammar *grammar;
	bool keeps_empty_leaves; /* "a;;" has three frames, not one */
	bool inner_bases_only;   /* a base is neither the leaf nor the root of the line */
	bool invalid_is_fatal;   /* input with a line that is not UTF-8 cannot be used */
	bool joins_files;        /* a last line without LF goes on in the next file */
	bool reparses;           /* a line turned round is read again, blanks and columns too */
	bool says_ignored;       /* the number of lines that are none has a fixed message */
};

extern const struct line_rules lines_own, lines_perl, lines_rust;

enum lines_order {
	LINES_SORTED,         /* by their bytes, counts included */
	LINES_AS_GIVEN,       /* in the order of the input */
	LINES_BACKWARDS,      /* the last one first */
	LINES_MUST_BE_SORTED, /* in the order of the input, which must be sorted */
};

struct lines_options {
	const struct line_rules *rules;
	enum lines_order order;
	bool reverse, chain;
	bool by_time; /* labelled lines are ordered by thread and time, below a frame for each thread */
	bool keeps_counts;         /* their widths are the counts all the same, not nanoseconds */
	struct stacks_names bases; /* none: stacks stay whole */
};

/* The options are in ingest_run.options; the lines in its state until the run is released. */
extern const struct ingest_format lines_format;

/* Call it after ingest(): nothing follows the last line; print the notes. */
void lines_finish(struct ingest_run *run, const struct input *input);

/*
 * The stacks in order, made in the run's profile (its names, scale and totals; not its table):
 * the array is the caller's to free. NULL, after a message, if the lines cannot be used.
 */
const struct stack **lines_stacks(struct ingest_run *run, size_t *count);

#endif
