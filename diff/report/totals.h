/* SPDX-License-Identifier: MIT */
/*
 * totals.h - what a recording of each side counts in all: the weighted mean of its files. Shares do
 * not change when a whole program becomes slower; its total does.
 */
#ifndef FLAMBEAU_TOTALS_H
#define FLAMBEAU_TOTALS_H

#include "common/profile/amount.h"
#include "diff/report/findings.h"

enum totals_state {
	TOTALS_COMPARED,
	TOTALS_NORMALIZED,   /* --normalize: recordings of different lengths */
	TOTALS_INCOMPARABLE, /* the sides count different things */
};

struct totals {
	enum totals_state state;
	const struct header *headers; /* of both sides; units and events */
	uint64_t sum[DIFF_SIDES];     /* of all files, weighted, in units of 10^-scale */
	unsigned scale;
	uint64_t weight[DIFF_SIDES]; /* of all files, in units of 10^-weight_scale */
	unsigned weight_scale;
};

/* False, after a message, if the weights are beyond 2^64-1. `sides` are both sides' files. */
bool totals_find(struct totals *totals, const struct findings *findings,
		 const struct diff_files *sides, bool is_normalized);

/* Describe another comparison of the same files. */
struct totals totals_of_part(const struct totals *whole, const struct findings *part);

/* The unit's name as a header has it, empty if it is not known. */
struct slice totals_unit(const struct totals *totals, enum diff_side side);

/* The counts of something, as means. */
struct mean totals_mean(const struct totals *totals, const uint64_t sum[DIFF_SIDES]);
struct amounts totals_amounts(const struct totals *totals, const uint64_t sum[DIFF_SIDES]);

/* Append "before counts ns, after counts bytes": why they cannot be compared. */
void totals_add_reason(struct buf *buf, const struct totals *totals,
		       void (*add_name)(struct buf *buf, struct slice name));

/*
 * Convert an amount of nanoseconds or bytes to counts: limit / divisor of mean_grew_beyond(). False
 * if the limit is beyond every count.
 */
bool totals_limit(const struct totals *totals, uint64_t amount, uint64_t *limit, uint64_t *divisor);

#endif
