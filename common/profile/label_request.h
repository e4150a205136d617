/* SPDX-License-Identifier: MIT */
/*
 * label_request.h - the labels that a run gives to its samples. Formats give the labels they have with
 * label_set(); a label that was not asked for costs a test of a bit.
 *
 *     label_set_number(run, LABEL_TID, tid);
 *     label_set_time(run, nanoseconds_since_the_first_sample);
 *     text_finish(run, TEXT_LEAF_FIRST, 1);
 *
 * A label stays until it is given again or taken off, so that a header line labels all stacks below
 * it.
 */
#ifndef FLAMBEAU_LABEL_REQUEST_H
#define FLAMBEAU_LABEL_REQUEST_H

#include "common/profile/ingest.h"
#include "common/profile/profile.h"

enum label_kind {
	LABEL_TIME,
	LABEL_CPU,
	LABEL_PID,
	LABEL_TID,
	LABEL_COMM,
	LABEL_EVENT,
	LABEL_HOST,
	LABEL_CGROUP,
	LABEL_STATE,
	LABEL_THREAD,
	LABEL_OWN, /* names that the input brings along, as pprof's do */
	LABEL_KINDS,
};

#define LABEL_BIT(kind) (1u << (kind))

enum { LABEL_NAMES = 32 };

struct label_request {
	unsigned kinds;                  /* bits of enum label_kind */
	bool all;                        /* all kinds, and all names of the input's own */
	struct slice names[LABEL_NAMES]; /* the input's own that are asked for */
	size_t name_count;
	uint64_t bin;    /* of times, in nanoseconds */
	unsigned digits; /* decimals of a second that bins start at: label_request_digits(bin) */
	bool absolute;   /* times are of the recording's own clock */
	bool lists;      /* --list-labels */
};

/* The label's name. */
struct slice label_kind_name(enum label_kind kind);

/*
 * True if times are asked for. For formats that have to decide it before --list-labels asks for all
 * labels.
 */
static inline bool label_asks_times(const struct label_request *wish)
{
	return wish->lists || (wish->kinds & LABEL_BIT(LABEL_TIME)) != 0;
}

/* Decimals of a second that the start of any bin can be written with. */
unsigned label_request_digits(uint64_t bin);

static inline bool label_wants(const struct ingest_run *run, enum label_kind kind)
{
	return run->labels && (run->labels->kinds & LABEL_BIT(kind)) != 0;
}

/* True if times that begin at the first sample are wanted. */
static inline bool label_wants_zero(const struct ingest_run *run)
{
	return label_wants(run, LABEL_TIME) && !run->labels->absolute;
}

/*
 * Samples that are counted from now on have the label, if it is wanted; an empty value takes it
 * off.
 */
void label_set(struct ingest_run *run, enum label_kind kind, struct slice value);
void label_set_number(struct ingest_run *run, enum label_kind kind, uint64_t value);

/*
 * A label of the input's own. False if it is wanted and the sample has LABELS_MAX labels already.
 */
bool label_set_own(struct ingest_run *run, struct slice name, struct slice value);

/* The time in nanoseconds: the label is the start of its bin. */
void label_set_time(struct ingest_run *run, uint64_t nanoseconds);

/* label_set_time() for samples of another profile than the run's, whose labels are `labels`. */
void labels_set_time(struct labels *labels, const struct label_request *wish, uint64_t nanoseconds);

/* Samples that are counted from now on have no time; no labels at all. */
void label_clear_time(struct ingest_run *run);
void label_clear(struct ingest_run *run);

/*
 * Labels as frames: "@tid=7;main" becomes "tid=7;main".
 */

/* The names of labels, in the order of their frames. */
struct label_names {
	const struct slice *at;
	size_t count;
};

/*
 * Put the named labels of each stack in front of its frames, root end first. The other labels stay
 * if `keep_others`. The profile is another one afterwards, but ids of names stay.
 */
void label_frames(struct profile *profile, const struct label_names *names, bool keep_others);

/* The text of a row's label, as it is written; false if it has none of that name. */
bool label_value(const struct label_texts *texts, const struct label_row *row, struct slice name,
		 struct buf *out);

#endif
