/* SPDX-License-Identifier: MIT */
/*
 * labels.h - the labels of a profile: when, on which processor, in which thread samples were taken.
 * A distinct combination of labels is interned as the number of a set; time, which differs from
 * sample to sample, is a number of its own. A row is a stack with its set, its time and its count.
 * Counts of stacks are the sums of their rows, so labels are taken off by ignoring the rows.
 */
#ifndef FLAMBEAU_LABELS_H
#define FLAMBEAU_LABELS_H

#include "common/base/buf.h"
#include "common/table/intern.h"

struct stack;

#define LABEL_NO_TIME UINT64_MAX

enum {
	LABEL_NO_SET = 0,      /* the set without labels */
	LABEL_CPU_DIGITS = 20, /* of 2^64-1 */
	LABEL_TIME_DIGITS = 9, /* decimals of a time, at most */
	LABELS_MAX = 64,       /* of a set */
};

/* Times are below this many seconds, so that they fit in nanoseconds. */
#define LABEL_TIME_LIMIT UINT64_C(4000000000)

struct label_row {
	struct stack *stack;
	uint64_t time;     /* in units of 10^-time_digits seconds, or LABEL_NO_TIME */
	uint64_t count[2]; /* as in struct stack */
	uint32_t set;
};

/* A zeroed struct is empty. It owns all its memory, but not the stacks. */
struct labels {
	struct intern pairs; /* texts "NAME=VALUE" */
	struct intern sets;  /* lists of ids of pairs, in the order of their names */
	struct label_row *rows;
	size_t count, cap;
	struct hash_ids index; /* of the rows, by all but their counts */
	unsigned time_digits;  /* decimals of the times */

	/* The labels of samples that are added from now on. */
	uint64_t time;
	uint32_t set;
	bool is_stale;                /* `pending` has changed since `set` was made of it */
	frame_id pending[LABELS_MAX]; /* pairs, in the order of their names */
	unsigned pending_count;
	struct buf text; /* scratch */
};

struct labels *labels_new(void);
void labels_free(struct labels *labels); /* may be NULL */

/*
 * Give samples that are added from now on the label, instead of one of the same name. Bytes that
 * names and values cannot have are replaced: see folded(5). A processor's number (`cpu`) loses
 * zeros in front. False if the set has LABELS_MAX other labels: then it stays as it was.
 */
bool labels_put(struct labels *labels, struct slice name, struct slice value);
bool labels_put_number(struct labels *labels, struct slice name, uint64_t value);

/* Take the label of that name off, or all labels and the time. */
void labels_take(struct labels *labels, struct slice name);
void labels_clear(struct labels *labels);

/* Samples get the labels and the time that those of `from` get. */
void labels_copy(struct labels *into, const struct labels *from);

/* The set that samples get now; labels_use() gives it again, and no time. */
uint32_t labels_current(struct labels *labels);
void labels_use(struct labels *labels, uint32_t set);

/* The pairs of a set, in the order of their names; how many. */
size_t labels_of_set(const struct labels *labels, uint32_t set, frame_id pairs[LABELS_MAX]);

/* A pair's name and value. */
void labels_pair(const struct labels *labels, frame_id pair, struct slice *name,
		 struct slice *value);

/* The value that samples have now; false if they have no label of that name. */
bool labels_pending(const struct labels *labels, struct slice name, struct slice *value);

/* The value of a set's label; false if it has none of that name. */
bool labels_find(const struct labels *labels, uint32_t set, struct slice name, struct slice *value);

/* True if a row has a time. NULL: false. */
bool labels_have_times(const struct labels *labels);

/* The largest number that all times are multiples of, in units of the times; 1 if all are 0. */
uint64_t labels_step(const struct labels *labels);

/* Have times so many decimals, if they have fewer. */
void labels_rescale(struct labels *labels, unsigned digits);

/* `time`, in units of 10^-digits, as samples have it; `digits` is at most labels->time_digits. */
uint64_t labels_time(const struct labels *labels, uint64_t time, unsigned digits);

/*
 * Add to the row of a stack with the current labels. Sums that do not fit stay the largest number.
 */
void labels_add(struct labels *labels, struct stack *stack, const uint64_t count[2]);

/* The ids of the sets of `from` in `into`, for the caller to free(). */
uint32_t *labels_map(struct labels *into, const struct labels *from);

/*
 * "12.5" in seconds, as a number in units of 10^-digits. False if it is not a number, or beyond
 * LABEL_TIME_LIMIT. Decimals after the ninth are cut off.
 */
bool labels_parse_time(struct slice text, uint64_t *time, unsigned *digits);

/* A cache: from texts of labels to their sets in one `struct labels`. A zeroed struct is empty. */
struct label_sets {
	struct intern texts;
	uint32_t *sets; /* by text */
	size_t cap;
	size_t sought, found;
};

/*
 * False if the text is new, or not kept: where hardly a text came twice so far, looking for each
 * and keeping it costs more than is saved.
 */
bool label_sets_find(struct label_sets *sets, struct slice text, uint32_t *set);
void label_sets_add(struct label_sets *sets, struct slice text, uint32_t set);
void label_sets_release(struct label_sets *sets);

/* The texts of a profile's sets, with all that depends on the other rows: how wide numbers are. */
struct label_texts {
	const struct labels *labels;
	struct slice *sets; /* "@cpu=05;@tid=7;" by id */
	struct arena arena;
	unsigned time_width; /* digits in front of the point */
	unsigned cpu_width;
};

void label_texts_init(struct label_texts *texts, const struct labels *labels);

/* Makes numbers of processors as wide as they can be: for an order that no other row changes. */
void label_texts_init_widest(struct label_texts *texts, const struct labels *labels);
void label_texts_release(struct label_texts *texts);

/* Bytes of "@time=0003.24;", 0 if no row has a time; and the text without `@` and `;`. */
void label_texts_add_time(const struct label_texts *texts, uint64_t time, struct buf *out);

/* The value of a pair as it is written: a processor's number has zeros in front. */
void label_texts_add_value(const struct label_texts *texts, frame_id pair, struct buf *out);

/* True if the first frame of a stack looks like a label. */
bool label_is_like(struct slice frame);

/*
 * Take a label off the front of a stack's text; false if none exists, or if it is the whole text.
 */
bool label_cut(struct slice *stack, struct slice *name, struct slice *value);

#endif
