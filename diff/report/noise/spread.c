/* SPDX-License-Identifier: MIT */
#include "diff/report/noise/spread.h"

enum {
	ROUNDS = 30,        /* of fitting: weights follow the fit */
	COMMON_FREEDOM = 10 /* weight of all functions against one */
};

double spread_effect(const struct spread *spread, double size)
{
	return spread->base + spread->slope * size;
}

/* Sums over all points, each weighted by 1 / (its fitted effect)^2. */
struct sums {
	double weight, size, square, effect, product;
};

static struct sums add_up(const struct spread *spread, const struct spread_point *points,
			  size_t count)
{
	struct sums sums = {0};
	size_t i;

	for (i = 0; i < count; i++) {
		const struct spread_point *point = &points[i];
		double fitted = spread_effect(spread, point->size), weight = 1 / (fitted * fitted);

		sums.weight += weight;
		sums.size += weight * point->size;
		sums.square += weight * point->size * point->size;
		sums.effect += weight * point->effect;
		sums.product += weight * point->size * point->effect;
	}
	return sums;
}

/* The best base and slope that are not negative. */
static void improve(struct spread *spread, const struct sums *sums, bool base_is_known)
{
	double determinant = sums->weight * sums->square - sums->size * sums->size;
	double base = 1, slope = 0;

	if (!base_is_known) {
		base = sums->effect / sums->weight;
		if (determinant > 1e-9 * sums->weight * sums->square) {
			slope = (sums->weight * sums->product - sums->size * sums->effect) /
				determinant;
			if (slope > 0)
				base = (sums->effect - slope * sums->size) / sums->weight;
		}
		if (base < 0) {
			base = 0;
			slope = sums->product / sums->square;
		}
	} else if (sums->square > 0) {
		slope = (sums->product - sums->size) / sums->square;
	}
	*spread = (struct spread){base, slope > 0 ? slope : 0};
}

void spread_fit(struct spread *spread, const struct spread_point *points, size_t count,
		bool base_is_known)
{
	struct sums sums;
	int round;

	*spread = (struct spread){1, 0};
	for (round = 0; round < ROUNDS && count > 0; round++) {
		sums = add_up(spread, points, count);
		improve(spread, &sums, base_is_known);
		if (spread->base <= 0 && spread->slope <= 0)
			return; /* all runs are equal */
	}
}

double spread_excess(const struct spread *spread, const struct spread_point *own, double freedom)
{
	double common = spread_effect(spread, own->size), excess;

	assert(freedom >= 0);
	if (common <= 0)
		return 1;
	excess = (freedom * own->effect / common + COMMON_FREEDOM) / (freedom + COMMON_FREEDOM);
	return excess > 1 ? excess : 1;
}
