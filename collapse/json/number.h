/* SPDX-License-Identifier: MIT */
/*
 * number.h - numbers as programs write them ("12", "-0.5", "1.5e-3") as whole numbers of a small
 * unit.
 */
#ifndef FLAMBEAU_NUMBER_H
#define FLAMBEAU_NUMBER_H

#include "common/base/slice.h"

/*
 * `text` in units of 10^-digits, rounded half away from 0. False if it is not a number, or one that
 * does not fit.
 */
bool number_scaled(struct slice text, unsigned digits, int64_t *value);

/* number_scaled() for numbers that cannot be negative. */
bool number_count(struct slice text, unsigned digits, uint64_t *value);

/*
 * number_scaled() in units of 10^-scale, the largest units that are exact; at most `digits`.
 * Decimals that do not fit into 64 bits are dropped.
 */
bool number_exact(struct slice text, unsigned digits, uint64_t *value, unsigned *scale);

#endif
