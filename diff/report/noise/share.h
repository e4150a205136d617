/* SPDX-License-Identifier: MIT */
/*
 * share.h - shares of a whole, means of recordings and their changes, exact for any counts: budget
 * limits and ties in a list never depend on rounding.
 */
#ifndef FLAMBEAU_SHARE_H
#define FLAMBEAU_SHARE_H

#include "common/base/slice.h"
#include "diff/diff_options.h"

/* A part of a whole on both sides; parts do not exceed their wholes, wholes are not 0. */
struct share {
	uint64_t part[DIFF_SIDES], whole[DIFF_SIDES];
};

enum {
	SHARE_DIGITS = 9, /* most decimals below */
};

/* Percentage points, or percent of a total, in units of 10^-digits. */
struct points {
	uint64_t value;
	unsigned digits; /* at most SHARE_DIGITS */
};

/* "5", "+0.25", "2%", up to 100; false for anything else. */
bool points_parse(struct slice text, struct points *points);

/* "5", "+0.25", "200%", up to a million; false for anything else. */
bool percent_parse(struct slice text, struct points *points);

/* In percent, in units of 10^-digits, rounded half up. */
uint64_t share_percent(const struct share *share, enum diff_side side, unsigned digits);

/* After less before in percentage points, in units of 10^-digits, rounded half away from 0. */
int64_t share_change(const struct share *share, unsigned digits);

/* -1 it shrank, 0 it is unchanged, 1 it grew. */
int share_direction(const struct share *share);

/* Compare the sizes of two changes, up or down: -1, 0, 1. Both must have the same wholes. */
int share_compare_change(const struct share *a, const struct share *b);

bool share_grew_beyond(const struct share *share, struct points limit);

/* sum / weight of each side; weights are not 0. */
struct mean {
	uint64_t sum[DIFF_SIDES], weight[DIFF_SIDES];
};

/* -1 it shrank, 0 it is unchanged, 1 it grew. */
int mean_direction(const struct mean *mean);

/* True if it grew by more than so many percent. */
bool mean_grew_beyond_percent(const struct mean *mean, struct points limit);

/* True if it grew by more than limit / divisor. */
bool mean_grew_beyond(const struct mean *mean, uint64_t limit, uint64_t divisor);

/* Compare the growth of two means of equal weights: -1, 0, 1. */
int mean_compare_growth(const struct mean *a, const struct mean *b);

#endif
