/* SPDX-License-Identifier: MIT */
/*
 * factor.h - an exact decimal that counts are multiplied by, "0.5", and how it is given with a
 * file, FILE:0.5.
 */
#ifndef FLAMBEAU_FACTOR_H
#define FLAMBEAU_FACTOR_H

#include "common/base/slice.h"

/* value * 10^-scale, above 0. */
struct factor {
	uint64_t value;
	unsigned scale; /* at most LIMIT_SCALE */
};

/* False if that is not a number above 0 with up to LIMIT_SCALE decimals. */
bool factor_parse(struct slice text, struct factor *factor);

/*
 * Take ":0.5" off the end of a file's name; 1 where there is none. What follows the last colon is a
 * factor if it looks like a number, so a file called cpu:2 is given as cpu:2:1. False if it looks
 * so and is none.
 */
bool factor_split(struct slice *name, struct factor *factor);

/* A count in units of 10^-scale, multiplied. */
struct product {
	uint64_t count; /* in units of 10^-scale */
	unsigned scale; /* at most LIMIT_SCALE */
	bool rounded;   /* half to even: there were more than LIMIT_SCALE decimals */
	bool overflow;  /* beyond 2^64-1 */
};

struct product factor_times(const struct factor *factor, uint64_t count, unsigned scale);

#endif
