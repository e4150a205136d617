/* SPDX-License-Identifier: MIT */
#include "diff/report/changes.h"

#include "diff/report/noise/significance.h"

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

static bool has_measure(const struct change_measure *measure)
{
	return measure->share.part[DIFF_BEFORE] > 0 || measure->share.part[DIFF_AFTER] > 0;
}

/* Compare all functions that have the measure on one side at least. */
static void test_all(struct changes *changes, enum functions_measure measure,
		     const struct noise *noise)
{
	size_t i;

	for (i = 0; i < changes->count; i++) {
		struct change_measure *tested = &changes->at[i].measure[measure];

		if (has_measure(tested))
			tested->probability = noise_test(noise, measure, (frame_id)i,
							 &tested->share);
	}
}

/* One measure's probabilities of all comparisons. */
static void changes_correct_measure(struct changes *const *all, size_t count,
				    enum functions_measure measure)
{
	size_t most = 0, n = 0, i, k;
	double *probabilities;

	for (k = 0; k < count; k++)
		most += all[k]->count;
	probabilities = memory_resize(NULL, most, sizeof(*probabilities));
	for (k = 0; k < count; k++)
		for (i = 0; all[k]->is_tested && i < all[k]->count; i++)
			if (has_measure(&all[k]->at[i].measure[measure]))
				probabilities[n++] = all[k]->at[i].measure[measure].probability;
	significance_holm(probabilities, n);
	most = n;
	for (k = 0, n = 0; k < count; k++) {
		for (i = 0; all[k]->is_tested && i < all[k]->count; i++)
			if (has_measure(&all[k]->at[i].measure[measure]))
				all[k]->at[i].measure[measure].probability = probabilities[n++];
		all[k]->tested[measure] = all[k]->is_tested ? most : 0;
	}
	free(probabilities);
}

void changes_find(struct changes *changes, const struct profile *joined,
		  const struct functions *functions, const struct noise *noise)
{
	int m;
	size_t i;

	changes->count = functions->count;
	changes->at = memory_resize(NULL, changes->count, sizeof(*changes->at));
	for (i = 0; i < changes->count; i++) {
		struct change *change = &changes->at[i];

		change->name = intern_name(&joined->names, (frame_id)i);
		change->over = 0;
		for (m = 0; m < FUNCTIONS_MEASURES; m++)
			change->measure[m] = (struct change_measure){
				.share = share_of(joined, functions->at[i].count[m]),
				.probability = 1};
		change->kind = kind_of(&change->measure[FUNCTIONS_TOTAL].share);
	}
	changes->is_tested = noise_is_on(noise);
	for (m = 0; changes->is_tested && m < FUNCTIONS_MEASURES; m++)
		test_all(changes, (enum functions_measure)m, noise);
}

void changes_correct(struct changes *const *all, size_t count, double alpha)
{
	size_t i, k;
	int m;

	for (m = 0; m < FUNCTIONS_MEASURES; m++) {
		changes_correct_measure(all, count, (enum functions_measure)m);
		for (k = 0; k < count; k++) {
			for (i = 0; i < all[k]->count; i++) {
				struct change_measure *measure = &all[k]->at[i].measure[m];

				measure->is_noise = share_direction(&measure->share) == 0 ||
						    (all[k]->is_tested &&
						     measure->probability > alpha);
			}
		}
	}
}
