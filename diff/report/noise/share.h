/* SPDX-License-Identifier: MIT */
/*
 * share.h - shares of a whole and their changes, exact for any counts: budget limits and ties in a
 * list never depend on rounding.
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

/* Percentage points, in units of 10^-digits. */
struct points {
	uint64_t value;
	unsigned digits; /* at most SHARE_DIGITS */
};

/* "5", "+0.25", "2%", up to 100; false for anything else. */
bool points_parse(struct slice text, struct points *points);

/* In percent, in units of 10^-digits, rounded half up. */
uint64_t share_percent(const struct share *share, enum diff_side side, unsigned digits);

/* After less before in percentage points, in units of 10^-digits, rounded half away from 0. */
int64_t share_change(const struct share *share, unsigned digits);

/* -1 it shrank, 0 it is unchanged, 1 it grew. */
int share_direction(const struct share *share);

/* Compare the sizes of two changes, up or down: -1, 0, 1. Both must have the same wholes. */
int share_compare_change(const struct share *a, const struct share *b);

bool share_grew_beyond(const struct share *share, struct points limit);

#endif
