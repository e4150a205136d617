/* SPDX-License-Identifier: MIT */
/*
 * samples.h - estimates the number of samples from counts. Profilers that sample at a fixed period
 * write multiples of it; then the greatest common divisor of all counts is the period. Weights
 * (cycles at a fixed frequency, nanoseconds, bytes) have no such divisor.
 */
#ifndef FLAMBEAU_SAMPLES_H
#define FLAMBEAU_SAMPLES_H

#include "common/profile/profile.h"
#include "diff/diff_options.h"

/* The counts of all files; a zeroed struct is empty. */
struct samples {
	uint64_t *counts; /* in units of 10^-scale, none is 0 */
	size_t count, cap;
	unsigned scale;
	bool too_large; /* a count does not fit in these units */
};

/* The counts of one side of a profile. */
void samples_add(struct samples *samples, const struct stack *const *stacks, size_t stack_count,
		 enum diff_side side, unsigned scale);

/*
 * Find the period, in units of 10^-scale. False if the counts may be weights: - a divisor is
 * significant if it is 1000 or more, or divides 16 counts or more; - without one, whole counts are
 * taken for samples as they are; - half of the counts must be 10,000 samples or less: cycles and
 * nanoseconds are not; - counts whose unit is a time, cycles or instructions need a divisor of 1000
 * or more, and bytes are never samples. `unit` is the header's, empty if it is not known.
 */
bool samples_period(struct samples *samples, struct slice unit, uint64_t *period);

void samples_release(struct samples *samples);

#endif
