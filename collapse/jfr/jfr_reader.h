/* SPDX-License-Identifier: MIT */
/*
 * jfr_reader.h - a chunk read: its pools, and its events counted. One thread at a time; chunks
 * are independent, so that each thread may have a reader.
 */
#ifndef FLAMBEAU_JFR_READER_H
#define FLAMBEAU_JFR_READER_H

#include "collapse/jfr/jfr_layout.h"
#include "collapse/jfr/jfr_metadata.h"
#include "collapse/jfr/jfr_pools.h"

#include "common/base/slice.h"
#include "common/profile/label_request.h"

/*
 * The events and fields wanted of a recording. Const while recordings are read.
 */

/* Units of sums; a mask has one bit for each unit that was added up. */
enum jfr_unit {
	JFR_IN_COUNTS = 1,
	JFR_IN_BYTES = 2,
	JFR_IN_NANOSECONDS = 4,
	JFR_IN_OTHERS = 8, /* any other unit of a field */
};

/*
 * Parts of the events, whose sums stay apart until it is known which are wanted: one for each
 * type, and two for jdk.ExecutionSample, because async-profiler's are processor samples in one
 * state and wall clock samples in others.
 */
enum { JFR_PARTS = 64, JFR_NO_PART = JFR_PARTS };

/* One type of events. */
struct jfr_kind {
	struct slice name;
	uint8_t part;       /* of its events; JFR_NO_PART: not wanted */
	uint8_t wall_part;  /* of async-profiler's that are not in STATE_DEFAULT */
	uint8_t unit;       /* enum jfr_unit, of `field` */
	bool is_short;      /* the name may have `jdk.` in front of it */
	bool must_have;     /* an event without the field adds nothing; else it counts 1 */
	struct slice field; /* weighs; empty: each counts 1 */
};

/* True if its events have that name. */
static inline bool jfr_kind_is(const struct jfr_kind *kind, struct slice event)
{
	if (kind->is_short)
		slice_skip(&event, SLICE("jdk."));
	return slice_equal(kind->name, event);
}

struct jfr_request {
	struct jfr_kind kinds[JFR_PARTS];
	size_t kind_count;
	bool wants_threads, wants_classes;
	bool lists;                 /* only how many events of each type have stacks */
	const struct slice *states; /* beginnings of the states that are wanted, without STATE_ */
	size_t state_count;         /* 0: any */
	bool has_times;
	uint64_t from, to; /* ns from `base` on; to is not included */
};

/*
 * The plan to decode events of one type in a chunk.
 */

enum { JFR_WEIGHT_SLOT }; /* of an event's values */

/* What events say that the JVM lost. */
enum jfr_loss {
	JFR_LOST_SAMPLES, /* of the processor's time */
	JFR_LOST_BYTES,   /* of events of any type */
	JFR_LOSSES,
};

/* Add to a sum, which ends at 2^64-1. */
void jfr_loss_add(uint64_t *sum, uint64_t more);

/* A type of events in the chunk. */
struct jfr_plan {
	uint64_t events;
	uint64_t with_stack; /* known only if the request lists */
	struct jfr_layout layout;
	const struct jfr_kind *kind; /* NULL: not wanted */
	uint8_t state;               /* not planned yet, or how its events are taken */
	uint8_t measure;             /* enum jfr_measure of the weight */
	uint8_t unit;                /* enum jfr_unit of what is added */
	uint8_t loss;                /* enum jfr_loss, of an event that says one */
	bool carries_stacks;
};

/*
 * The events of a chunk, counted by where they lead to: sums by part, stack, thread,
 * class and labels. Stacks are not decoded for that. A zeroed struct is empty.
 */

/* Indices of entries in the pools, IDS_NONE where an event has none or it is not wanted. */
struct jfr_row_key {
	uint32_t part; /* of the request */
	uint32_t stack, thread, class, state;
	uint32_t type; /* of the event: its index in the metadata */
	uint64_t time; /* ns, the start of its bin */
};

#define JFR_NO_TIME UINT64_MAX

/* Member by member: what has just been written cannot be loaded in larger words without waiting. */
static inline bool jfr_row_key_equal(const struct jfr_row_key *a, const struct jfr_row_key *b)
{
	return ((a->part ^ b->part) | (a->stack ^ b->stack) | (a->thread ^ b->thread) |
		(a->class ^ b->class) | (a->state ^ b->state) | (a->type ^ b->type)) == 0 &&
	       a->time == b->time;
}

struct jfr_row {
	struct jfr_row_key key;
	uint32_t next; /* of the same stack; IDS_NONE at the end */
	uint64_t sum;  /* at most INT64_MAX */
};

struct jfr_rows {
	struct jfr_row *rows;
	size_t count, cap;
	struct hash_ids index;
	uint32_t *first; /* row by index of the stack; the last one is for events without a stack */
	size_t stacks;
	bool is_saturated; /* a sum reached INT64_MAX */
	bool by_stack;     /* rows of a stack differ by their part alone */
};

/* The row with this key, which may be new; good until the next new row. */
struct jfr_row *jfr_rows_find(struct jfr_rows *rows, const struct jfr_row_key *key);

static inline uint32_t jfr_rows_first(const struct jfr_rows *rows, uint32_t stack)
{
	return rows->first[stack == IDS_NONE ? rows->stacks : stack];
}

static inline void jfr_rows_add(struct jfr_rows *rows, const struct jfr_row_key *key,
				uint64_t weight)
{
	const uint32_t first = jfr_rows_first(rows, key->stack);
	struct jfr_row *row;

	/* nearly always the only row of its stack */
	if (first != IDS_NONE && (rows->by_stack ? rows->rows[first].key.part == key->part
						 : jfr_row_key_equal(&rows->rows[first].key, key)))
		row = &rows->rows[first];
	else
		row = jfr_rows_find(rows, key);
	if (UNLIKELY(weight > (uint64_t)INT64_MAX - row->sum)) {
		row->sum = INT64_MAX;
		rows->is_saturated = true;
	} else {
		row->sum += weight;
	}
}

/*
 * Results hold until the next chunk; those in the second half add up. A zeroed struct with a
 * request is good.
 */
struct jfr_reader {
	const struct jfr_request *request;
	const struct label_request *labels; /* labels by which rows differ; NULL: none */
	uint64_t
		base; /* ns since 1970 that request.from and .to, and times of labels, count from */
	struct jfr_metadata metadata;
	struct jfr_plan *plans; /* by index of the type */
	struct jfr_pools pools;
	struct jfr_rows rows;
	uint8_t *states;            /* by index of the state: what it is */
	bool is_async;              /* async-profiler's, by its frame types */
	bool had_async;             /* this chunk or one before was */
	bool has_clock;             /* it is known when the chunk's events were */
	int64_t from_tick, to_tick; /* from the chunk's start on */

	uint64_t samples;            /* events that were wanted, before any filter */
	uint64_t seen;               /* a bit for each part with an event, before any filter */
	uint8_t units[JFR_PARTS];    /* masks of what was added */
	uint64_t counted[JFR_PARTS]; /* events that were added */
	uint64_t early[JFR_PARTS]; /* of them: before `base`, where rows have times from there on */
	uint64_t lost[JFR_LOSSES];
	struct jfr_damages damages;
};

/* Read a chunk whose version is known. False: it has no metadata and is left out. */
bool jfr_reader_take(struct jfr_reader *reader, const struct jfr_chunk *chunk);
void jfr_reader_release(struct jfr_reader *reader);

#endif
