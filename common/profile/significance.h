/* SPDX-License-Identifier: MIT */
/*
 * significance.h - tests whether a change is more than chance.
 *
 * Two proportions are compared by Fisher's exact test (R. A. Fisher, The Logic of Inductive
 * Inference, Journal of the Royal Statistical Society 98, 1935, 39-54): given the sum of the hits,
 * the hits of one side are hypergeometric if both sides are equal. It holds for hits of 0 and for
 * sides of very different sizes, where a z test or a G test raise false alarms. Many comparisons at
 * once are corrected by S. Holm (A Simple Sequentially Rejective Multiple Test Procedure,
 * Scandinavian Journal of Statistics 6, 1979, 65-70), which needs no independence: a function and
 * its caller have nearly the same samples.
 */
#ifndef FLAMBEAU_SIGNIFICANCE_H
#define FLAMBEAU_SIGNIFICANCE_H

#include "common/base/base.h"

enum {
	SIGNIFICANCE_SAMPLES = 10 * 1000 * 1000, /* most samples of a side: keeps it fast */
};

/* `hits` of `samples`, before and after. */
struct significance_table {
	uint64_t hits[2], samples[2];
};

/*
 * The probability of hits at least as uneven, in either direction, if both sides are equal: twice
 * the smaller tail, at most 1. Good to 9 digits down to 1e-280; below that it is 0.
 */
double significance_fisher(const struct significance_table *table);

/* Replace the probabilities of `count` comparisons by their corrected ones. */
void significance_holm(double *probabilities, size_t count);

#endif
