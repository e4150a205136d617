/* SPDX-License-Identifier: MIT */
/*
 * decimal.h - decimal numbers of the command line, and counts multiplied by one, exactly.
 */
#ifndef FLAMBEAU_DECIMAL_H
#define FLAMBEAU_DECIMAL_H

#include "common/base/slice.h"

enum { DECIMAL_DIGITS = 18 }; /* most decimals */

/* value * 10^-digits */
struct decimal {
	uint64_t value;
	unsigned digits;
};

/*
 * "12", "12.", ".5", "1e-3"; false for anything else, and for what does not fit. Decimals beyond
 * what fits are dropped.
 */
bool decimal_parse(struct slice text, struct decimal *decimal);

/* Parse the number that `text` begins with; 0 if it begins with none. */
struct decimal decimal_prefix(struct slice text);

/* Keep only so many digits that a double holds it exactly; false if it is too large for that. */
bool decimal_shorten(struct decimal *decimal);

double decimal_double(struct decimal decimal);

/*
 * count * 10^-scale times the number, rounded to an integer, halves up. False beyond 2^64-1.
 */
bool decimal_times(struct decimal decimal, uint64_t count, unsigned scale, uint64_t *product);

#endif
