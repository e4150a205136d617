/* SPDX-License-Identifier: MIT */
/*
 * header.h - facts about a profile besides its stacks: the event, the unit of the counts, the
 * number of samples. In folded text it is comment lines, one for each key: see folded(5).
 *
 *     # flambeau: event=cpu-clock
 *     # flambeau: unit=ns
 *
 * A zeroed struct is an empty header. It owns its values.
 */
#ifndef FLAMBEAU_HEADER_H
#define FLAMBEAU_HEADER_H

#include "common/base/buf.h"

enum header_key {
	HEADER_EVENT,     /* as the profiler names it */
	HEADER_UNIT,      /* of one count: "ns", "bytes", "samples", "cycles" ... */
	HEADER_FREQUENCY, /* samples a second that were asked for */
	HEADER_START,     /* RFC 3339 */
	HEADER_DURATION,  /* seconds: "12.5s" */
	HEADER_HOST,
	HEADER_COMMAND,
	HEADER_STACKS,   /* "sampled": waits have the stacks of samples before them */
	HEADER_RUNNABLE, /* "preempted": threads that were woken count as blocked */
	HEADER_SAMPLES,  /* a number; merging headers adds them */
	HEADER_LOST,     /* a number, added likewise: samples that the profiler lost */
	HEADER_IDLE,     /* a number, added likewise: samples of idle processors, left out */
	HEADER_CUT,      /* a number, added likewise: samples that lack their outermost callers */
	HEADER_UNNAMED, /* a number, added likewise: samples whose innermost function has no name */
	HEADER_KEYS,
};

/* How much of the header collapsers write. */
enum header_detail {
	HEADER_NONE,
	HEADER_PUBLIC, /* facts that reveal nothing of host and command */
	HEADER_ALL,
};

struct header_value {
	struct buf text; /* empty: not known */
	bool differs;    /* merged headers had different values: it stays unknown */
};

struct header {
	struct header_value values[HEADER_KEYS];
};

/*
 * Merge one value. A value that differs from the present one makes the key unknown for good;
 * numbers of samples (HEADER_SAMPLES to HEADER_UNNAMED) are added up, and what is not a number is
 * ignored. Empty values, and those longer than 1 KiB, are ignored too.
 */
void header_add(struct header *header, enum header_key key, struct slice value);

/* Merge the value of a key by its name in folded text; false if there is no such key. */
bool header_add_pair(struct header *header, struct slice name, struct slice value);

void header_add_number(struct header *header, enum header_key key, uint64_t value);

void header_add_duration(struct header *header, uint64_t nanoseconds);
void header_add_start(struct header *header, int64_t seconds); /* since 1970 */

/*
 * Merge event and unit as pprof names them: "cpu" and "nanoseconds" are "cpu" and "ns"; what is a
 * "count" is named by its type: "inuse_objects".
 */
void header_add_type(struct header *header, struct slice type, struct slice unit);

/* The value, empty if it is not known. It belongs to the header. */
struct slice header_value(const struct header *header, enum header_key key);

/* HEADER_START in nanoseconds since 1970; false if it is not known, or no date and time. */
bool header_start(const struct header *header, int64_t *nanoseconds);

/* True if the unit of the counts is known and is something else than samples. */
bool header_counts_other_than_samples(const struct header *header);

/* True if no value is known. */
bool header_is_empty(const struct header *header);

void header_forget(struct header *header, enum header_key key);

/* Forget all numbers of samples: of stacks that were chosen or joined they are not known. */
void header_forget_samples(struct header *header);

/* Merge all values of another header, as header_add() does. */
void header_merge(struct header *into, const struct header *from);

/*
 * Merge the pairs of a line of folded text. A line that is not a header line, and unknown keys, are
 * ignored.
 */
void header_read(struct header *header, struct slice line);

/* Append the lines of folded text, in the order of the keys. */
void header_write(const struct header *header, struct buf *out);

/* Warn of merged headers whose counts have different units: sums of them mean nothing. */
void header_check(const struct header *header);

void header_release(struct header *header);

#endif
