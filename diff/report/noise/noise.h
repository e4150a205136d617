/* SPDX-License-Identifier: MIT */
/*
 * noise.h - the noise guard: tests whether a change is more than noise.
 *
 * Sampling error: the guard has the number of samples of each side (samples.h, or given by the
 * user), and tests shares by significance.h. Files with weights count for (sum of w n)^2 / (sum of
 * w^2 n) samples (L. Kish, Survey Sampling, 1965, section 11.7). If the user had to give the
 * number, the samples have weights: they count for half.
 *
 * Variation of runs: if a side has several files, runs differ by more than sampling. Hits and
 * samples are divided by how much more that is, the design effect, before the test (J. N. K. Rao,
 * A. J. Scott, A Simple Method for the Analysis of Clustered Binary Data, Biometrics 48, 1992,
 * 577-585); see spread.h. With the spread of runs the guard works even where the number of samples
 * is unknown.
 */
#ifndef FLAMBEAU_NOISE_H
#define FLAMBEAU_NOISE_H

#include "common/profile/functions.h"
#include "diff/diff.h"
#include "diff/report/noise/samples.h"
#include "diff/report/noise/share.h"
#include "diff/report/noise/spread.h"

/* How the number of samples is known. */
enum noise_source {
	NOISE_UNKNOWN,
	NOISE_GIVEN,  /* --samples */
	NOISE_PERIOD, /* --period */
	NOISE_COUNTS, /* the counts are samples, or multiples of a period */
};

/* The count of one sample: value * 10^-scale. */
struct noise_period {
	uint64_t value;
	unsigned scale;
};

/* Known facts; 0 or empty: unknown. */
struct noise_options {
	struct slice unit; /* of the counts, as the header has it */
	uint64_t samples[DIFF_SIDES];
	struct noise_period period;
};

/* One file. */
struct noise_run {
	enum diff_side side;
	double weight;
	uint64_t whole;             /* its counts together, as the functions' are */
	double total;               /* the total without the units: whole * 10^-scale */
	double samples;             /* the total instead if their number is unknown */
	struct functions functions; /* by the joined profile's ids; only column [side] */
};

/* A zeroed struct has no runs. */
struct noise {
	struct noise_run *runs;
	size_t count, cap;
	struct samples counts;

	/* From noise_estimate() on: */
	enum noise_source source;
	struct noise_period period;   /* for NOISE_PERIOD and NOISE_COUNTS */
	bool has_spread;              /* a side has several files */
	double samples[DIFF_SIDES];   /* of all files */
	double effective[DIFF_SIDES]; /* the number of samples after weighting, by Kish */
	double files[DIFF_SIDES];
	struct spread spread[FUNCTIONS_MEASURES]; /* if it has_spread */
};

/*
 * Add a file that is a part of `joined`: `file` has its counts, without the weight, in the column
 * of the part's side. Its names are added to `joined`.
 */
void noise_add(struct noise *noise, struct profile *joined, const struct profile *file,
	       const struct diff_part *part);

/*
 * Estimate the noise from all files that were added, for `names` functions of the joined profile.
 * False, after a message, if the period given is more than the counts of a file.
 */
bool noise_estimate(struct noise *noise, const struct noise_options *options, size_t names);

/* True if there are facts enough to test anything. */
bool noise_is_on(const struct noise *noise);

/* The probability of such a change, or a larger one, between equal programs; uncorrected. */
double noise_test(const struct noise *noise, enum functions_measure measure, frame_id name,
		  const struct share *share);

/*
 * Likewise of a change of its total count in a recording: the samples with it are as many as chance
 * makes of a rate (a Poisson distribution), whatever the rest of the program does.
 */
double noise_test_mean(const struct noise *noise, frame_id name, const struct mean *mean);

void noise_release(struct noise *noise);

#endif
