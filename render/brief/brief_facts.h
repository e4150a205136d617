/* SPDX-License-Identifier: MIT */
/*
 * brief_facts.h - the sums that the rules of the brief look at: by function, by kind of function, by
 * the values of labels, by time. For the files of render/brief alone.
 */
#ifndef FLAMBEAU_BRIEF_FACTS_H
#define FLAMBEAU_BRIEF_FACTS_H

#include "common/profile/function_kinds.h"
#include "render/brief/brief_sentence.h"

/* Kinds of functions as bits: those of enum function_kind, and functions without a name. */
enum { BRIEF_NAMELESS = FUNCTION_KINDS, BRIEF_KINDS };

enum { BRIEF_DEEP = 12 }; /* times in one stack: recursion */

struct brief_function {
	uint64_t self[2], total[2];
	uint64_t recursive; /* of stacks that have it BRIEF_DEEP times and more */
	uint32_t most;      /* times in one stack */
};

/* A value of a label. */
struct brief_value {
	frame_id pair;
	uint64_t count;
};

/* The values of a label, and those with the largest counts, the largest first. */
struct brief_label {
	size_t values;
	uint64_t sum;
	struct brief_value top[2];
};

/* A part of the time with what stands out in it. */
struct brief_window {
	uint64_t from, to; /* in units of the labels' times; `to` is after it */
	frame_id function; /* HASH_NONE: none; the outermost that is typical of it */
	uint64_t count;    /* in it, of stacks of the function, or of all */
	frame_id leaf;     /* the largest self count of these */
	uint64_t leaf_count;
	double share, rest; /* of the function, inside and outside */
	double rate;        /* counts in a unit of time, as a multiple of the rest's */
	bool found;
};

/* A zeroed struct is empty. It owns its memory. */
struct brief_facts {
	const struct brief_source *source;
	struct brief_function *functions; /* by frame id */
	unsigned *kinds;                  /* bits, by frame id; 0 of functions that count little */
	double at_most[BRIEF_KINDS];      /* counts of stacks with a function of the kind */
	double samples[2];                /* of the columns, about */
	bool waits;                       /* counts are of threads that did not run */

	uint64_t first, last, step; /* times, and what all are multiples of; step 0: none */

	struct intern label_names;
	struct brief_label *labels; /* by the ids of label_names */
};

void brief_facts_init(struct brief_facts *facts, const struct brief_source *source);
void brief_facts_release(struct brief_facts *facts);

/* The function with the largest of the sums by frame id; HASH_NONE: all are 0. */
frame_id brief_largest_sum(const struct brief_facts *facts, const uint64_t *sums);

/*
 * The counts of stacks with a frame of these kinds and none of those; the function that calls the
 * outermost such frame in most of them (`caller`), and that frame (`called`); HASH_NONE: none.
 */
enum { BRIEF_LEAST = 10 }; /* percent */

struct brief_share {
	uint64_t count;
	frame_id caller, called;
	uint64_t of_caller, of_called; /* of `count` */
};

struct brief_share brief_share_of(const struct brief_facts *facts, unsigned kinds,
				  unsigned without);

/* The label of this name; one without values if there is none. */
const struct brief_label *brief_label(const struct brief_facts *facts, struct slice name);

/* Which sets have the pair, by id; for the caller to free. */
bool *brief_sets_with(const struct labels *labels, frame_id pair);

/* The largest self count among rows with the pair; HASH_NONE: no such row. */
frame_id brief_leaf_of(const struct brief_facts *facts, frame_id pair, uint64_t *count);

/* The share of the time in which there are rows with the pair, 0 to 1; -1: not known. */
double brief_busy(const struct brief_facts *facts, frame_id pair);

/* A moment unlike what comes before and after it. */
struct brief_window brief_spike(const struct brief_facts *facts);

/*
 * How sentences of the brief are made: words, numbers, names, the command and the view that show
 * more.
 */

/* ---- Words: appended to the text of the sentence, or to a buffer ---- */

void brief_say_name(struct brief_sentence *sentence, struct slice name);
void brief_say_function(struct brief_sentence *sentence, const struct brief_facts *facts,
			frame_id function);

/* "64.6 %", of a share from 0 to 1. */
void brief_say_share(struct brief_sentence *sentence, double share);

/* "64.6 % of the time (1.16 s)"; sets the number of the sentence. */
void brief_say_part(struct brief_sentence *sentence, const struct brief_facts *facts,
		    uint64_t count);

/* Append what is true of them, which begins with "is", "has" or "goes": "are" of samples. */
void brief_say_that(struct brief_sentence *sentence, const struct brief_facts *facts,
		    const char *text);

/*
 * ", most of it in NAME" if `part` is more than half of `whole`; "much of it" from a quarter on; else
 * nothing, as for HASH_NONE. `how` is "in", "called by".
 */
void brief_say_mostly(struct brief_sentence *sentence, const struct brief_facts *facts,
		      const char *how, frame_id function, uint64_t part, uint64_t whole);

/* A count of a column as a share of all, 0 to 1. */
double brief_ratio(const struct brief_facts *facts, int column, uint64_t count);

/* What the counts are of: "the time". */
const char *brief_whole(const struct brief_facts *facts);

/* "1.16 s", "3.2 MiB", "1,160"; counts of other units without a name. */
void brief_add_amount(struct buf *buf, const struct brief_source *source, uint64_t count);

/* "5.5": seconds. */
void brief_add_time(struct buf *buf, const struct brief_facts *facts, uint64_t time);

/* ---- What shows more: the command of the sentence and its view on the page ---- */

/* The stacks of a function, or its sandwich. */
void brief_show_function(struct brief_sentence *sentence, const struct brief_facts *facts,
			 frame_id function);

/* What has the label. */
void brief_show_pair(struct brief_sentence *sentence, const struct brief_facts *facts,
		     frame_id pair);

/* The table of functions. */
void brief_show_table(struct brief_sentence *sentence, const struct brief_facts *facts);

/* What the collapser wrote of the recording; the page has no view of it. */
void brief_show_header(struct brief_sentence *sentence, const struct brief_facts *facts);

/* Commands alone: the table by a measure; what is kept by `filter '^TEXT$'`, or `'LABEL=^TEXT$'`. */
void brief_command_top(struct brief_sentence *sentence, const struct brief_source *source,
		       const char *sort);
void brief_command_filter(struct brief_sentence *sentence, const struct brief_source *source,
			  const char *filter, struct slice label, struct slice text);

/* Append the profile's file, or FILE if its name would need quotes. */
void brief_add_file(struct buf *buf, const struct brief_source *source);

#endif
