/* SPDX-License-Identifier: MIT */
/*
 * jfr_rows.h - the events of a chunk, counted by where they lead to: sums by part, stack, thread,
 * class and labels. Stacks are not decoded for that. A zeroed struct is empty.
 */
#ifndef FLAMBEAU_JFR_ROWS_H
#define FLAMBEAU_JFR_ROWS_H

#include "collapse/jfr/jfr_ids.h"

/*
 * Indices of entries in the pools, JFR_NONE where an event has none or it is not wanted. There are
 * no bytes between the members: keys are compared as memory.
 */
struct jfr_row_key {
	uint32_t part; /* of the request */
	uint32_t stack, thread, class, state;
	uint32_t type; /* of the event: its index in the metadata */
	uint64_t time; /* ns, the start of its bin */
};

#define JFR_NO_TIME UINT64_MAX

struct jfr_row {
	struct jfr_row_key key;
	uint32_t next; /* of the same stack; JFR_NONE at the end */
	uint64_t sum;  /* at most INT64_MAX */
};

struct jfr_rows {
	struct jfr_row *rows;
	size_t count, cap;
	struct hash_ids index;
	uint32_t *first; /* row by index of the stack; the last one is for events without a stack */
	size_t stacks;
	bool is_saturated; /* a sum reached INT64_MAX */
};

/* Empty them, for a chunk with so many stacks. */
void jfr_rows_reset(struct jfr_rows *rows, size_t stacks);
void jfr_rows_release(struct jfr_rows *rows);

/* The row with this key, new if there is none; good until the next one is new. */
struct jfr_row *jfr_rows_find(struct jfr_rows *rows, const struct jfr_row_key *key);

static inline uint32_t jfr_rows_first(const struct jfr_rows *rows, uint32_t stack)
{
	return rows->first[stack == JFR_NONE ? rows->stacks : stack];
}

static inline void jfr_rows_add(struct jfr_rows *rows, const struct jfr_row_key *key,
				uint64_t weight)
{
	const uint32_t first = jfr_rows_first(rows, key->stack);
	struct jfr_row *row;

	/* nearly always the only row of its stack */
	if (first != JFR_NONE && memcmp(&rows->rows[first].key, key, sizeof(*key)) == 0)
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

#endif
