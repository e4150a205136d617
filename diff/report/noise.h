/* SPDX-License-Identifier: MIT */
/*
 * noise.h - the noise guard: tests whether a change is more than noise.
 *
 * Sampling error: the guard has the number of samples of each side (struct samples, or given by the
 * user), and tests shares by significance.h. Files with weights count for (sum of w n)^2 / (sum of
 * w^2 n) samples (L. Kish, Survey Sampling, 1965, section 11.7). If the user had to give the
 * number, the samples have weights: they count for half.
 *
 * Variation of runs: if a side has several files, runs differ by more than sampling. Hits and
 * samples are divided by how much more that is, the design effect, before the test (J. N. K. Rao,
 * A. J. Scott, A Simple Method for the Analysis of Clustered Binary Data, Biometrics 48, 1992,
 * 577-585); see struct spread. With the spread of runs the guard works even where the number of
 * samples is unknown.
 */
#ifndef FLAMBEAU_NOISE_H
#define FLAMBEAU_NOISE_H

#include "common/base/base.h"
#include "common/base/slice.h"
#include "common/profile/functions.h"
#include "common/profile/profile.h"
#include "diff/diff.h"
#include "diff/diff_options.h"

/*
 * Estimates the number of samples from counts. Profilers that sample at a fixed period
 * write multiples of it; then the greatest common divisor of all counts is the period. Weights
 * (cycles at a fixed frequency, nanoseconds, bytes) have no such divisor.
 */

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
 * Find the period, in units of 10^-scale. False if the counts may be weights:
 *
 * - a divisor is significant if it is 1000 or more, or divides 16 counts or more;
 * - without one, whole counts are taken for samples as they are;
 * - half of the counts must be 10,000 samples or less: cycles and nanoseconds are not;
 * - counts whose unit is a time, cycles or instructions need a divisor of 1000 or more, and bytes
 *   are never samples.
 *
 * `unit` is the header's, empty if it is not known.
 */
bool samples_period(struct samples *samples, struct slice unit, uint64_t *period);

void samples_release(struct samples *samples);

/*
 * Shares of a whole, means of recordings and their changes, exact for any counts: budget
 * limits and ties in a list never depend on rounding.
 */

/* A part of a whole on both sides; parts do not exceed their wholes, wholes are not 0. */
struct share {
	uint64_t part[DIFF_SIDES];
	const uint64_t *whole; /* of DIFF_SIDES, somebody else's: the same for all functions */
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

/*
 * By how much runs of one program vary more than samples.
 *
 * The design effect of a function is the variance of its share between runs, in units of the
 * variance that sampling alone would make. A few runs tell little about one function, but much
 * about all functions together: effects are fitted by base + slope * size, where the size is what p
 * (1 - p) n is for a share p of n samples. This is the variance of counts m + slope * m^2 that M.
 * D. Robinson and G. K. Smyth use (Small-Sample Estimation of Negative Binomial Dispersion,
 * Biostatistics 9, 2008, 321-332). Base is 1 where n is the number of samples.
 */

/* The result of all runs for one function. */
struct spread_point {
	double size, effect;
};

struct spread {
	double base, slope;
};

/* Weighted least squares; the base is fitted too if it is not known to be 1. */
void spread_fit(struct spread *spread, const struct spread_point *points, size_t count,
		bool base_is_known);

double spread_effect(const struct spread *spread, double size);

/*
 * The factor by which a function varies more than the fit, from its own point with `freedom`
 * degrees of freedom; at least 1. Its own effect and the effect of all functions are averaged as G.
 * K. Smyth does (Linear Models and Empirical Bayes Methods, Statistical Applications in Genetics
 * and Molecular Biology 3, 2004, article 3), where all count as ten degrees of freedom.
 */
double spread_excess(const struct spread *spread, const struct spread_point *own, double freedom);

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
	bool borrows;               /* the functions are those of the joined profile */
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
 * Add the only file of a side, of the weight 1: its counts are those of `joined`, whose stacks and
 * functions are given; the functions must live as long as the noise.
 */
void noise_add_side(struct noise *noise, const struct profile *joined,
		    const struct stack *const *stacks, const struct functions *functions,
		    enum diff_side side);

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
