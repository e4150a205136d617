/* SPDX-License-Identifier: MIT */
/*
 * jfr_clock.h - ticks of a chunk and nanoseconds, exact: products have 128 bits.
 */
#ifndef FLAMBEAU_JFR_CLOCK_H
#define FLAMBEAU_JFR_CLOCK_H

#include "common/base/exact.h"

enum { JFR_SECOND = 1000000000 }; /* nanoseconds */

/* value * factor / by, rounded down; at most INT64_MAX. `by` is not 0. */
uint64_t jfr_scale(uint64_t value, uint64_t factor, uint64_t by);

/*
 * The first tick, counted from the moment that `ns` counts from, that is not before `ns`;
 * saturated.
 */
int64_t jfr_first_tick(int64_t ns, uint64_t ticks_per_second);

#endif
