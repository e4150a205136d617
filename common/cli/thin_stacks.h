/* SPDX-License-Identifier: MIT */
/*
 * thin_stacks.h - what is wrong with stacks as a whole: functions without names, functions without
 * callers; and what to record instead. collapse-perf says it in a pipe, flamegraph-record of its
 * recordings, in the same words.
 */
#ifndef FLAMBEAU_THIN_STACKS_H
#define FLAMBEAU_THIN_STACKS_H

#include "common/base/buf.h"
#include "common/profile/profile.h"

/* What collapse-perf says of a recording without samples, and flamegraph-record knows it by. */
#define THIN_STACKS_NONE "no samples in the recording"

/* Counts; a zeroed struct is empty. */
struct thin_stacks {
	double total;
	double shallow;  /* stacks with at most one frame that is a function or in a known file */
	double nameless; /* stacks whose leaf has no name */
};

/* True for a frame that is no name: "[unknown]", "[libfoo.so]". */
bool thin_stacks_is_nameless(struct slice frame);

/* True for "[unknown]": where frame pointers are missing, a made up address. */
bool thin_stacks_is_nowhere(struct slice frame);

/* Add a stack with so many frames, not counting process, event and those that are nowhere. */
static inline void thin_stacks_add(struct thin_stacks *stacks, size_t frames, bool has_leaf_name,
				   double count)
{
	stacks->total += count;
	stacks->shallow += frames <= 1 ? count : 0;
	stacks->nameless += has_leaf_name ? 0 : count;
}

/* True for a share of the stacks that is worth a line. */
bool thin_stacks_are(double part, const struct thin_stacks *stacks);

/* True for the name of a file or of memory that holds code made by a just-in-time compiler. */
bool thin_stacks_is_made(struct slice file);

/* How callers were found; text does not say it. */
enum thin_stacks_by { THIN_BY_UNKNOWN, THIN_BY_FRAME_POINTERS, THIN_BY_COPIES, THIN_BY_BRANCHES };

/*
 * What gives names to functions of a file, or of memory, without symbols: a clause. `file` is empty
 * where it is not known.
 */
const char *thin_stacks_remedy(struct slice file);

/*
 * Append "62% of the samples are in functions without a name, ..." and a line feed. `share` is at most
 * 1; `largest`: the file of most of them, empty: not known. `remedy`: what to do, empty: the usual.
 */
void thin_stacks_add_nameless(struct buf *lines, double share, struct slice largest,
			      struct slice remedy);

/*
 * Append "80% of the samples have no callers: ..." and a line feed. `option` precedes what to record
 * with: "perf record --call-graph "; NULL: there is no such option. `copies`: its value with which
 * stacks are copied.
 */
void thin_stacks_add_shallow(struct buf *lines, double share, enum thin_stacks_by by,
			     const char *option, const char *copies);

/* Likewise, with the reason and what to do. */
void thin_stacks_add_shallow_why(struct buf *lines, double share, struct slice why);

/*
 * Add how many samples have an innermost function without a name, and how many lack their outermost
 * callers, if the header has the number of samples: shares of it, which is exact where all samples
 * count alike. Parsers write the frame [truncated] where callers are missing, below a thread if
 * there is one.
 */
void thin_stacks_add_lacks(struct profile *profile);

#endif
