/* SPDX-License-Identifier: MIT */
/*
 * spread.h - by how much runs of one program vary more than samples.
 *
 * The design effect of a function is the variance of its share between runs, in units of the
 * variance that sampling alone would make. A few runs tell little about one function, but much
 * about all functions together: effects are fitted by base + slope * size, where the size is what p
 * (1 - p) n is for a share p of n samples. This is the variance of counts m + slope * m^2 that M.
 * D. Robinson and G. K. Smyth use (Small-Sample Estimation of Negative Binomial Dispersion,
 * Biostatistics 9, 2008, 321-332). Base is 1 where n is the number of samples.
 */
#ifndef FLAMBEAU_SPREAD_H
#define FLAMBEAU_SPREAD_H

#include "common/base/base.h"

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

#endif
