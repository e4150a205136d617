/* SPDX-License-Identifier: MIT */
/*
 * jfr_reader.h - a chunk read: its pools, and its events counted. One thread at a time; chunks
 * are independent, so that each thread may have a reader.
 */
#ifndef FLAMBEAU_JFR_READER_H
#define FLAMBEAU_JFR_READER_H

#include "collapse/jfr/jfr_chunk.h"
#include "collapse/jfr/jfr_cursor.h"
#include "collapse/jfr/jfr_layout.h"
#include "collapse/jfr/jfr_metadata.h"

#include "common/base/slice.h"
#include "common/profile/label_request.h"

/*
 * ---- jfr_pools.c: the constant pools of a chunk, where the entry with an id lies ----
 *
 * Entries are read when they are asked for; references between them are ids again, and are followed
 * from Stack to Method, Class and Symbol only.
 */

enum jfr_pool {
	JFR_STACKS,
	JFR_METHODS,
	JFR_CLASSES,
	JFR_SYMBOLS,
	JFR_FRAME_TYPES,
	JFR_THREADS,
	JFR_STATES,
	JFR_OBJECTS,
	JFR_STRINGS,
	JFR_POOLS,
};

/* Slots of the entries. */
enum { JFR_STACK_TRUNCATED, JFR_STACK_FRAMES };
enum { JFR_METHOD_CLASS, JFR_METHOD_NAME, JFR_METHOD_HIDDEN };
enum { JFR_CLASS_NAME };
enum { JFR_TEXT }; /* of symbols, frame types, states */
enum { JFR_THREAD_OS_NAME, JFR_THREAD_JAVA_NAME, JFR_THREAD_OS_ID };
enum { JFR_OBJECT_CLASS };
enum { JFR_POOL_SLOTS = 3 };

/* Slots of the frames of a stack. */
enum { JFR_FRAME_METHOD, JFR_FRAME_LINE, JFR_FRAME_TYPE, JFR_FRAME_SLOTS };

/* A zeroed struct is empty. */
struct jfr_pools {
	unsigned kept; /* a bit for each enum jfr_pool that is wanted */
	const struct jfr_metadata *metadata;
	struct jfr_cursor bytes; /* of the chunk */
	struct jfr_entries {
		struct ids ids;
		const unsigned char **places; /* by index */
		size_t cap;
		struct jfr_layout layout;
	} of[JFR_POOLS];
	uint32_t *stacks; /* by id, below `stack_ids`: the index, or IDS_NONE */
	size_t stack_ids;
	struct jfr_layout frame;

	struct jfr_pool_type { /* by index of the type */
		struct jfr_layout layout;
		uint8_t state; /* not laid out yet, or whether it could be */
		uint8_t pool;  /* enum jfr_pool; JFR_POOLS: none that is kept */
	} * types;
	struct arena arena; /* of the layouts */
};

/* The name of the type whose pool it is. */
struct slice jfr_pool_type_name(enum jfr_pool pool);

/* For other metadata, which stay until the next call or jfr_pools_release(). */
void jfr_pools_prepare(struct jfr_pools *pools, const struct jfr_metadata *metadata);

/* Forget the entries. */
void jfr_pools_reset(struct jfr_pools *pools);
void jfr_pools_release(struct jfr_pools *pools);

/*
 * Find all entries of the chunk, by the chain of its checkpoints, or of all checkpoints that a scan
 * finds.
 */
void jfr_pools_read(struct jfr_pools *pools, const struct jfr_chunk *chunk,
		    struct jfr_damages *damages);

static inline uint32_t jfr_pool_find(const struct jfr_pools *pools, enum jfr_pool pool, uint64_t id)
{
	return ids_find(&pools->of[pool].ids, id);
}

/* jfr_pool_find() of a stack: each event asks for one. Ids count up from the JVM's start. */
static inline uint32_t jfr_stack_find(const struct jfr_pools *pools, uint64_t id)
{
	return id < pools->stack_ids ? pools->stacks[id] : jfr_pool_find(pools, JFR_STACKS, id);
}

/* The slots of an entry; those that its type lacks are 0. */
void jfr_pool_entry(const struct jfr_pools *pools, enum jfr_pool pool, uint32_t index,
		    union jfr_value values[JFR_POOL_SLOTS]);

/*
 * Append the string at a place of an entry. False if it is null (or an entry of the pool of
 * strings that is not there); a place that is NULL is so, too.
 */
bool jfr_pool_string(const struct jfr_pools *pools, const unsigned char *place, struct buf *text);

/*
 * Append the text of the entry with this id in the pool of symbols, frame types or states; false
 * without.
 */
bool jfr_pool_text(const struct jfr_pools *pools, enum jfr_pool pool, uint64_t id,
		   struct buf *text);

/* ---- jfr_reader.c ---- */

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
