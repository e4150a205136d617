/* SPDX-License-Identifier: MIT */
#include "common/profile/significance.h"

#include "common/base/arena.h"

/*
 * The hits after, x, have probabilities in proportion to C(hits, x) C(misses, samples - x). Only
 * ratios of neighbours are needed: weights are summed from the mode, which weighs 1, so
 * that neither logarithms nor factorials are needed.
 */
struct hypergeometric {
	double hits, samples; /* all hits; the samples after */
	double slack;         /* misses less samples after */
};

/* weight(x + 1) / weight(x) */
static double ratio_up(const struct hypergeometric *law, double x)
{
	return (law->hits - x) * (law->samples - x) / ((x + 1) * (law->slack + x + 1));
}

/* weight(x - 1) / weight(x) */
static double ratio_down(const struct hypergeometric *law, double x)
{
	return x * (law->slack + x) / ((law->hits - x + 1) * (law->samples - x + 1));
}

/*
 * The weights from the mode on, up or down, the mode left out: all of them, and weights at
 * `distance` from it or more. Ratios fall all the way, so what is below 1e-30 of its beginning adds
 * nothing to a sum any more.
 */
static void sum_side(const struct hypergeometric *law, double mode, bool up, double distance,
		     double sums[2])
{
	double (*const ratio)(const struct hypergeometric *, double) = up ? ratio_up : ratio_down;
	double weight = 1, step, first = 0;

	sums[0] = sums[1] = 0;
	for (step = 1; weight > 0; step++) {
		weight *= ratio(law, up ? mode + step - 1 : mode - step + 1);
		if (weight < 1e-290)
			return;
		sums[0] += weight;
		if (step < distance)
			continue;
		sums[1] += weight;
		if (first <= 0)
			first = weight;
		if (weight < first * 1e-30)
			return;
	}
}

double significance_fisher(const struct significance_table *table)
{
	const double hits = (double)(table->hits[0] + table->hits[1]);
	const double samples = (double)table->samples[1], all = samples + (double)table->samples[0];
	const struct hypergeometric law = {hits, samples, all - hits - samples};
	const double mode = (double)(uint64_t)((hits + 1) * (samples + 1) / (all + 2));
	const double x = (double)table->hits[1];
	double up[2], down[2], tail;

	assert(table->hits[0] <= table->samples[0] && table->hits[1] <= table->samples[1]);
	sum_side(&law, mode, true, x - mode, up);
	sum_side(&law, mode, false, mode - x, down);
	if (x > mode)
		tail = up[1];
	else if (x < mode)
		tail = down[1];
	else
		return 1;
	tail = 2 * tail / (1 + up[0] + down[0]);
	return tail < 1 ? tail : 1;
}

struct ranked {
	double probability;
	size_t index;
};

static int compare_ranked(const void *left, const void *right)
{
	const struct ranked *a = left, *b = right;

	return (a->probability > b->probability) - (a->probability < b->probability);
}

void significance_holm(double *probabilities, size_t count)
{
	struct ranked *ranked = memory_resize(NULL, count, sizeof(*ranked));
	double highest = 0;
	size_t i;

	for (i = 0; i < count; i++)
		ranked[i] = (struct ranked){probabilities[i], i};
	SORT(ranked, count, compare_ranked);
	for (i = 0; i < count; i++) {
		double corrected = ranked[i].probability * (double)(count - i);

		if (corrected > highest)
			highest = corrected < 1 ? corrected : 1;
		probabilities[ranked[i].index] = highest;
	}
	free(ranked);
}
