/* SPDX-License-Identifier: MIT */
/*
 * columns.h - the two counts of a differential: [0] before, [1] after.
 */
#ifndef FLAMBEAU_COLUMNS_H
#define FLAMBEAU_COLUMNS_H

#include "common/base/base.h"

/*
 * The column that widths of frames show. Each is a sum over stacks, so children fit in their
 * parents; the maximum of both columns would not be a sum.
 */
enum width_column {
	WIDTH_AFTER,
	WIDTH_BEFORE,
	WIDTH_BOTH, /* both counts together */
};

/* For counts whose sum fits. */
static inline uint64_t count_width(const uint64_t count[2], enum width_column shown)
{
	return (shown == WIDTH_AFTER ? 0 : count[0]) + (shown == WIDTH_BEFORE ? 0 : count[1]);
}

/* |count[1] - count[0]|, which need not fit in a signed number. */
static inline uint64_t count_delta(const uint64_t count[2])
{
	return count[1] > count[0] ? count[1] - count[0] : count[0] - count[1];
}

#endif
