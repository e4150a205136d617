/* SPDX-License-Identifier: MIT */
#include "render/tree/largest.h"

/* What scaled counts are rounded by is no change. */
#define LEAST_POINTS 1e-6

const struct node *largest_change(const struct tree *tree, const struct caption *caption)
{
	const struct node *largest = NULL;
	double most = LEAST_POINTS;
	size_t i;

	for (i = 1; i < tree->count; i++) {
		const struct node *node = &tree->nodes[i];
		double points = caption_points(caption, node->count);

		if (points < 0)
			points = -points;
		if (points > most || (largest && points >= most && node->depth > largest->depth)) {
			most = points;
			largest = node;
		}
	}
	return largest;
}
