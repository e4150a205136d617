/* SPDX-License-Identifier: MIT */
/*
 * filter.h - what the files of collapse-filter share. Every file that is read becomes a profile; its
 * names go through filter_names.c, once each, its stacks through filter_stacks.c, and the sum of
 * all is chosen from by filter_choice.c. Nothing here costs more than distinct names and stacks.
 */
#ifndef FLAMBEAU_FILTER_H
#define FLAMBEAU_FILTER_H

#include "collapse/names/simplify.h"
#include "common/cli/program.h"
#include "common/profile/profile.h"
#include "common/profile/tally.h"
#include "common/text/factor.h"
#include "common/text/regex.h"

/* The patterns of one option, in the order given; bits in the masks of names. */
struct filter_patterns {
	struct regex **at;
	size_t count, cap;
	uint64_t bits; /* one each, set by filter_finish() */
};

enum { FILTER_PATTERNS = 64 }; /* in all: bits of a mask */

/* REGEX=REPLACEMENT */
struct filter_rename {
	struct regex *regex;
	struct slice replacement;
};

struct filter_renames {
	struct filter_rename *at;
	size_t count, cap;
};

enum filter_recursion { RECURSION_KEPT, RECURSION_DIRECT, RECURSION_MUTUAL };

struct filter_options {
	/* names */
	int simplify; /* enum simplify */
	struct filter_renames renames, thread_renames;
	struct opt_list rules; /* files */
	struct arena kept;     /* their texts */

	/* stacks */
	struct filter_patterns focus, ignore, hide, show, show_from, trim_root, trim_leaf;
	int recursion; /* enum filter_recursion */

	/* counts */
	struct factor scale;
	struct factor min_count; /* value 0: none */
	uint64_t top;            /* 0: all */

	/* files */
	bool merge;
	struct opt_list root_labels;
	const struct opt_reading *reading;
	struct stats *stats; /* of the run: what is read is added */
	bool strict;
};

extern const struct opt filter_rows[];
extern const size_t filter_row_count;

/* Read the files of rules, number the patterns. False after a message. */
bool filter_finish(struct filter_options *options);
void filter_release(struct filter_options *options);

/* What was left out on the way, of how much. */
struct filter_tally {
	uint64_t stacks, stacks_left_out; /* distinct ones */
	uint64_t rounded;                 /* counts that had too many decimals when multiplied */
	struct tally functions; /* of files of which nothing, as of those before, is kept */
};

/*
 * Add `from` to `into`: names and stacks edited, counts multiplied by `weight` and --scale, under the
 * root frame `label` where it is not empty. A sum beyond 2^64-1 sets into->overflow.
 */
void filter_add(struct profile *into, const struct profile *from,
		const struct filter_options *options, const struct factor *weight,
		struct slice label, struct filter_tally *tally);

/*
 * The names of a profile as they are to be, and which patterns they match; made when first asked
 * for.
 */
struct filter_names;

struct filter_name {
	frame_id id;   /* in the profile that is made */
	bool gone;     /* nothing is left of the name */
	uint64_t mask; /* patterns that the new name matches */
};

struct filter_names *filter_names_new(struct profile *into, const struct profile *from,
				      const struct filter_options *options);
void filter_names_free(struct filter_names *names);

/* `is_thread`: the name is the root of a stack, where the names of threads are. */
const struct filter_name *filter_name(struct filter_names *names, frame_id id, bool is_thread);

/* --min-count and --top: the stacks of `all` that are left, as a profile of their own. */
void filter_choose(struct profile *left, const struct profile *all,
		   const struct filter_options *options);

#endif
