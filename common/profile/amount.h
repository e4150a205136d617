/* SPDX-License-Identifier: MIT */
/*
 * amount.h - counts of a known unit as people read and write them: "12.0 ms", "4.2 GiB", and the
 * totals of two profiles: "0.99 s -> 2.98 s (+200 %)".
 */
#ifndef FLAMBEAU_AMOUNT_H
#define FLAMBEAU_AMOUNT_H

#include "common/base/buf.h"
#include "common/base/slice.h"

/*
 * The units that counts can be in and that are more than a name: of time, of memory.
 */

enum unit_kind { UNIT_TIME, UNIT_MEMORY };

struct unit {
	struct slice name; /* as headers have it: "ns" */
	struct slice word; /* as pprof and speedscope have it: "nanoseconds" */
	enum unit_kind kind;
	uint64_t size; /* nanoseconds or bytes of one count */
};

/* Find by name or word; NULL for anything else: "samples", "faults". */
const struct unit *unit_find(struct slice name);

/* The name of such a unit, anything else as it is. */
struct slice unit_name(struct slice name);

/*
 * Append count * 10^-scale of a unit, which may be NULL: time with three digits, memory with one
 * decimal, halves rounded up. False, and nothing is appended, without a unit and beyond 2^64-1.
 * text.js has the same function: the script shows the same texts as the file.
 */
bool amount_add(struct buf *buf, const struct unit *unit, uint64_t count, unsigned scale);

/*
 * Parse "50ms", "1.5 s", "64KiB", "2M" into nanoseconds or bytes, rounded down. False for anything
 * else: a number without a unit, a number beyond 2^64-1.
 */
bool amount_parse(struct slice text, enum unit_kind *kind, uint64_t *amount);

/* One count before and one after; the units are the names that headers have, or empty. */
struct amounts {
	struct slice unit[2];
	uint64_t count[2]; /* in units of 10^-scale */
	unsigned scale;
};

/*
 * Append "0.99 s", in the unit that fits the larger one of both; of other units "1,250 faults".
 * `add_name` writes the name of a unit, which can be any text.
 */
void amounts_add(struct buf *buf, const struct amounts *amounts, int side,
		 void (*add_name)(struct buf *buf, struct slice name));

/* Append "+464 ms", "-1,250", "0 ns": by how much the second is more. */
void amounts_add_difference(struct buf *buf, const struct amounts *amounts);

/* Append "x1.67"; false, and nothing is appended, if one of both counts is 0. */
bool amounts_add_ratio(struct buf *buf, const struct amounts *amounts);

/* Append "+200 %", "-4.8 %", "0 %"; nothing if the first count is 0. */
void amounts_add_percent(struct buf *buf, const struct amounts *amounts);

#endif
