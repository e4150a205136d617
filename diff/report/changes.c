/* SPDX-License-Identifier: MIT */
#include "diff/report/changes.h"

#include "diff/report/significance.h"

void changes_release(struct changes *changes)
{
	free(changes->at);
	*changes = (struct changes){0};
}

static enum change_kind kind_of(const struct share *share)
{
	int direction = share_direction(share);

	if (direction == 0)
		return CHANGE_NONE;
	if (share->part[DIFF_BEFORE] == 0)
		return CHANGE_NEW;
	if (share->part[DIFF_AFTER] == 0)
		return CHANGE_VANISHED;
	return direction > 0 ? CHANGE_GREW : CHANGE_SHRANK;
}

static struct share share_of(const struct profile *joined, const uint64_t count[DIFF_SIDES])
{
	return (struct share){{count[DIFF_BEFORE], count[DIFF_AFTER]},
			      {joined->total[DIFF_BEFORE], joined->total[DIFF_AFTER]}};
}

/* Compare all functions that have the measure on one side at least. */
static void test_all(struct changes *changes, enum functions_measure measure,
		     const struct noise *noise)
{
	double *probabilities = memory_resize(NULL, changes->count, sizeof(*probabilities));
	size_t *indices = memory_resize(NULL, changes->count, sizeof(*indices)), i, n = 0;

	for (i = 0; i < changes->count; i++) {
		const struct share *share = &changes->at[i].measure[measure].share;

		if (share->part[DIFF_BEFORE] == 0 && share->part[DIFF_AFTER] == 0)
			continue;
		probabilities[n] = noise_test(noise, measure, (frame_id)i, share);
		indices[n++] = i;
	}
	significance_holm(probabilities, n);
	for (i = 0; i < n; i++)
		changes->at[indices[i]].measure[measure].probability = probabilities[i];
	changes->tested[measure] = n;
	free(indices);
	free(probabilities);
}

void changes_find(struct changes *changes, const struct profile *joined,
		  const struct functions *functions, const struct noise *noise, double alpha)
{
	int m;
	size_t i;

	changes->count = functions->count;
	changes->at = memory_resize(NULL, changes->count, sizeof(*changes->at));
	for (i = 0; i < changes->count; i++) {
		struct change *change = &changes->at[i];

		change->name = intern_name(&joined->names, (frame_id)i);
		for (m = 0; m < FUNCTIONS_MEASURES; m++)
			change->measure[m] = (struct change_measure){
				.share = share_of(joined, functions->at[i].count[m]),
				.probability = 1};
		change->kind = kind_of(&change->measure[FUNCTIONS_TOTAL].share);
	}
	for (m = 0; m < FUNCTIONS_MEASURES; m++) {
		if (noise_is_on(noise))
			test_all(changes, (enum functions_measure)m, noise);
		for (i = 0; i < changes->count; i++) {
			struct change_measure *measure = &changes->at[i].measure[m];

			measure->is_noise = share_direction(&measure->share) == 0 ||
					    (noise_is_on(noise) && measure->probability > alpha);
		}
	}
}
