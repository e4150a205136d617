/* SPDX-License-Identifier: MIT */
/*
 * filter.h - shared by the files of collapse-filter. Every file becomes a profile; its names go
 * through filter_names.c, once each, its stacks through filter_stacks.c, and the sum of all is
 * chosen from by filter_stacks.c. Nothing here costs more than distinct names and stacks.
 */
#ifndef FLAMBEAU_FILTER_H
#define FLAMBEAU_FILTER_H

#include "collapse/names/tidy.h"
#include "common/base/exact.h"
#include "common/base/regex.h"
#include "common/cli/program.h"
#include "common/profile/profile.h"
#include "common/profile/tally.h"

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

/* --where, --where-not: a label's name and what its value is like. */
struct filter_where {
	struct slice name;
	struct regex *regex;
	bool is_not;
};

struct filter_wheres {
	struct filter_where *at;
	size_t count, cap;
};

/* --time, in nanoseconds. */
struct filter_times {
	bool given;
	uint64_t from, to; /* `to` is not in it */
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
	int recursion;     /* enum filter_recursion */
	bool has_patterns; /* for names: renames, too */

	/* labels */
	struct filter_wheres wheres;
	struct filter_times times;
	struct opt_list added_labels, dropped_labels, frame_labels;
	bool aligns_time;

	/* counts */
	struct factor scale;
	struct factor min_count; /* value 0: none */
	uint64_t top;            /* 0: all */

	/* files */
	bool merge, sorted;
	bool skips_bad;
	struct opt_list root_labels;
	const struct opt_reading *reading;
	struct stats *stats; /* of the run: what is read is added */
	bool strict;
};

/* FROM,TO in seconds, as struct filter_times (opt_parse_fn). */
bool filter_parse_times(struct slice text, void *field, struct buf *problem);

/*
 * True if all options given can be used with --merge and --sorted; false after a message.
 */
bool filter_sorted_check(const struct filter_options *options, const struct opt_result *given);

/* --merge --sorted, all of it. False after a message. */
bool filter_sorted(const struct filter_options *options, const struct opt_list *paths,
		   struct slice output);

extern const struct opt filter_rows[];
extern const size_t filter_row_count;

/* Read the files of rules, number the patterns. False after a message. */
bool filter_finish(struct filter_options *options);
void filter_release(struct filter_options *options);

/* Counts of what was left out, and of everything. */
struct filter_tally {
	uint64_t stacks, stacks_left_out; /* distinct ones */
	size_t files_with_times;
	struct tally labels;    /* of such files, where labels choose */
	uint64_t rounded;       /* counts that had too many decimals when multiplied */
	struct tally functions; /* of files of which nothing, as of those before, is kept */
};

/* One file of the command line. */
struct filter_file {
	struct slice path;
	struct factor weight;
	struct buf root;       /* the frame that its stacks get; empty: none */
	uint64_t shift;        /* nanoseconds that are added to its times */
	unsigned shift_digits; /* decimals that this needs */
	struct profile profile;
};

/*
 * True if nothing is added to the file's profile, which stays as it is: all there is to do is to
 * close it. `root` and `weight` of the file are set.
 */
bool filter_changes_nothing(const struct filter_options *options, const struct filter_file *file);

/*
 * Add the file's profile to `into`: labels, names and stacks edited, counts multiplied by its
 * weight and --scale, under its root frame. A sum beyond 2^64-1 sets into->overflow. A profile that
 * is the first and stays as it is moves to `into`; it must not be frozen.
 */
void filter_add(struct profile *into, struct filter_file *file,
		const struct filter_options *options, struct filter_tally *tally);

/* Bring the files' times to the clock of the earliest of them. */
void filter_align(struct filter_file *files, size_t count);

/* Say, of files whose times are not aligned, that they overlay. */
void filter_say_overlay(size_t files_with_times);

/* The labels of a file's rows: filter_labels.c. */
struct filter_labels;

struct filter_labels *filter_labels_new(struct profile *into, const struct profile *from,
					const struct filter_options *options,
					const struct filter_file *file);
void filter_labels_free(struct filter_labels *labels);

/* True if the row is kept, by its labels and its time. */
bool filter_labels_want(struct filter_labels *labels, const struct label_row *row);

/* How often each label occurs, and which times there are. */
void filter_labels_tally(const struct profile *profile, struct tally *tally);

/* Set the row's labels, edited, for the next stack that is added to the new profile. */
void filter_labels_give(struct filter_labels *labels, const struct label_row *row);

/*
 * The names of a profile as they are to be, and which patterns they match; made when first asked
 * for. Patterns share their work among all names, so filter_names_decide() must come first, which
 * asks for all of them in their own order: that of the stacks depends on threads.
 */
struct filter_names;

struct filter_name {
	frame_id id;   /* in the profile that is made */
	uint64_t mask; /* patterns that the new name matches */
};

struct filter_names *filter_names_new(struct profile *into, const struct profile *from,
				      const struct filter_options *options);
void filter_names_decide(struct filter_names *names);
void filter_names_free(struct filter_names *names);

/*
 * `is_thread`: the name is the root of a stack, where the names of threads are. False: nothing is left
 * of it.
 */
bool filter_name(struct filter_names *names, frame_id id, bool is_thread, struct filter_name *name);

/*
 * --min-count and --top: the stacks of `all` that are left, as a profile of their own. `all` can
 * only be released afterwards.
 */
void filter_choose(struct profile *left, struct profile *all, const struct filter_options *options);

/* The programs collapse-filter, collapse-files and range-perf. */
int filter_main(int argc, char **argv);
int collapse_files_main(int argc, char **argv);
int range_perf_main(int argc, char **argv);

#endif
