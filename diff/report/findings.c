/* SPDX-License-Identifier: MIT */
#include "diff/report/findings.h"

#include "common/base/diag.h"
#include "common/base/memory.h"
#include "common/folded/folded.h"
#include "common/profile/label_request.h"
#include "common/profile/profile.h"
#include "common/profile/significance.h"

static void changes_release(struct changes *changes)
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
	return (struct share){{count[DIFF_BEFORE], count[DIFF_AFTER]}, joined->total};
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

/*
 * The changes with their probabilities, not corrected. The profile's sums must be good, and not 0.
 */
static void changes_find(struct changes *changes, const struct profile *joined,
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
				const struct change_measure *measure = &all[k]->at[i].measure[m];

				all[k]->at[i].is_noise[m] = share_direction(&measure->share) == 0 ||
							    (all[k]->is_tested &&
							     measure->probability > alpha);
			}
		}
	}
}

void findings_release(struct findings *findings)
{
	size_t i;

	for (i = 0; i < findings->part_count; i++)
		profile_release(&findings->parts[i].profile);
	for (i = 0; i < DIFF_SIDES; i++)
		header_release(&findings->headers[i]);
	free(findings->parts);
	changes_release(&findings->changes);
	noise_release(&findings->noise);
	functions_release(&findings->functions);
	profile_release(&findings->joined);
}

struct slice findings_file_name(const struct diff_file *file)
{
	return slice_equal(file->path, SLICE("-")) ? SLICE("standard input") : file->path;
}

bool findings_overflowed(const struct profile *profile)
{
	if (folded_overflowed(profile))
		return true;
	if (profile->total_overflow)
		diag_error("the sum of the counts is beyond 2^64-1");
	return profile->total_overflow;
}

static void keep_part(struct findings *findings, const struct profile *profile,
		      const struct diff_part *part)
{
	struct diff_part plain = *part;
	struct diff_tally tally;

	findings->parts = memory_grow(findings->parts, &findings->parts_cap,
				      findings->part_count + 1, sizeof(*findings->parts));
	findings->parts[findings->part_count] = (struct findings_part){.part = *part};
	plain.weight = (struct factor){1, 0};
	diff_add(&findings->parts[findings->part_count++].profile, profile, &plain, &tally);
}

bool findings_add(struct findings *findings, struct profile *profile, const struct diff_file *file,
		  const struct diff_part *part)
{
	struct diff_tally tally;

	header_merge(&findings->headers[part->side], &profile->header);
	/* what is added to others is copied, and so leaves no second copy of what they have */
	if (findings->is_simple && findings->joined.count == 0)
		diff_take(&findings->joined, profile, part, &tally);
	else
		diff_add(&findings->joined, profile, part, &tally);
	if (findings->is_simple)
		profile_release(profile);
	if (file && tally.stacks > 0 && tally.numbered == tally.stacks)
		diag_warn("%.*s: every stack ends in a number: does the file have two columns "
			  "already?",
			  SLICE_ARG(findings_file_name(file)));
	if (findings->is_simple)
		return !findings_overflowed(&findings->joined);
	keep_part(findings, profile, part);
	return !findings_overflowed(&findings->parts[findings->part_count - 1].profile);
}

bool findings_compare(struct findings *findings, const struct diff_edits *edits,
		      const struct noise_options *noise)
{
	const struct profile *joined = &findings->joined;
	const struct stack **stacks;
	struct roots roots = {0};
	size_t i;

	/* Join the names of processes, which needs all files. */
	diff_find_roots(&roots, &findings->joined, edits);
	roots_join(&roots, &findings->joined);
	for (i = 0; i < findings->part_count; i++) {
		struct findings_part *part = &findings->parts[i];

		roots_join(&roots, &part->profile);
		noise_add(&findings->noise, &findings->joined, &part->profile, &part->part);
		profile_release(&part->profile);
	}
	roots_release(&roots);
	profile_freeze(&findings->joined);
	stacks = profile_sorted(joined, PROFILE_BY_FRAMES);
	functions_count(&findings->functions, joined, stacks);
	for (i = 0; findings->is_simple && i < DIFF_SIDES; i++)
		noise_add_side(&findings->noise, joined, stacks, &findings->functions,
			       (enum diff_side)i);
	free(stacks);
	memory_trim(); /* of the profiles that were read */
	if (!noise_estimate(&findings->noise, noise, joined->names.count))
		return false;
	changes_find(&findings->changes, joined, &findings->functions, &findings->noise);
	return true;
}

void by_label_release(struct by_label *by)
{
	size_t i;

	for (i = 0; i < by->file_count; i++) {
		profile_release(&by->files[i].profile);
		free(by->files[i].values);
	}
	for (i = 0; i < by->count; i++)
		findings_release(&by->sections[i].findings);
	free(by->files);
	free(by->sections);
	intern_release(&by->values);
	*by = (struct by_label){0};
}

/* The value of each row. */
static void find_values(struct by_label *by, struct by_file *file)
{
	const struct labels *labels = file->profile.labels;
	struct label_texts texts;
	struct buf value = {0};
	size_t i;

	label_texts_init(&texts, labels);
	file->values = memory_resize(NULL, labels->count, sizeof(*file->values));
	for (i = 0; i < labels->count; i++) {
		buf_reset(&value);
		file->values[i] = label_value(&texts, &labels->rows[i], by->name, &value)
					  ? intern_add(&by->values, buf_slice(&value))
					  : HASH_NONE;
	}
	buf_release(&value);
	label_texts_release(&texts);
}

void by_label_take(struct by_label *by, struct profile *profile, const struct diff_part *part)
{
	struct by_file *file;

	profile_label(profile);
	by->files = memory_grow(by->files, &by->file_cap, by->file_count + 1, sizeof(*by->files));
	file = &by->files[by->file_count++];
	*file = (struct by_file){.profile = *profile, .part = *part};
	*profile = (struct profile){0};
	find_values(by, file);
}

/* A value and how much of all files it is: the sum of its shares. */
struct ranked {
	double share;
	struct slice text;
	uint32_t value;
};

static int by_label_compare_rank(const void *a, const void *b)
{
	const struct ranked *left = a, *right = b;

	if (left->share < right->share || left->share > right->share)
		return left->share < right->share ? 1 : -1;
	return slice_compare(left->text, right->text);
}

/* The rows of a file that belong to a section. */
struct choice {
	struct profile *into;
	const struct by_file *file;
	const uint32_t *sections; /* by value */
	uint32_t section, others;
};

static bool wants(void *context, const struct label_row *row)
{
	const struct choice *choice = context;
	const size_t number = (size_t)(row - choice->file->profile.labels->rows);
	const uint32_t value = choice->file->values[number];

	return (value == HASH_NONE ? choice->others : choice->sections[value]) == choice->section;
}

static struct stack *by_label_add(void *context, const struct stack *old)
{
	struct choice *choice = context;

	return profile_find(choice->into, old->frames, old->depth);
}

static bool compare_section(struct by_label *by, const uint32_t *sections, uint32_t number,
			    uint32_t others, const struct diff_edits *edits,
			    const struct noise_options *noise)
{
	struct by_section *section = &by->sections[number];
	const struct profile *joined = &section->findings.joined;
	size_t i, k;
	bool good = true;

	for (i = 0; good && i < by->file_count; i++) {
		struct by_file *file = &by->files[i];
		struct profile chosen = {0};
		struct choice choice = {&chosen, file, sections, number, others};
		const struct profile_editor editor = {&choice, false, wants, by_label_add, NULL};

		for (k = 0; k < file->profile.names.count; k++)
			profile_frame(&chosen, intern_name(&file->profile.names, (frame_id)k));
		profile_edit(&chosen, &file->profile, &editor);
		good = findings_add(&section->findings, &chosen, NULL, &file->part);
		profile_release(&chosen);
	}
	section->is_compared = joined->total[DIFF_BEFORE] > 0 && joined->total[DIFF_AFTER] > 0;
	return good &&
	       (!section->is_compared || findings_compare(&section->findings, edits, noise));
}

bool by_label_compare(struct by_label *by, size_t most, const struct diff_edits *edits,
		      const struct noise_options *noise)
{
	const size_t values = by->values.count;
	const size_t shown = most > 0 && most < values ? most : values;
	struct ranked *ranked = memory_resize(NULL, values + 1, sizeof(*ranked));
	uint32_t *sections = memory_resize(NULL, values + 1, sizeof(*sections));
	bool good = values > 0;
	size_t i;
	size_t k;

	if (!good)
		diag_error("no stack has the label %.*s; collapsers give labels with --labels",
			   SLICE_ARG(by->name));
	for (i = 0; i < by->values.count; i++)
		ranked[i] = (struct ranked){0, intern_name(&by->values, (frame_id)i), (uint32_t)i};
	for (k = 0; k < by->file_count; k++) {
		const struct by_file *file = &by->files[k];
		const double total = (double)file->profile.total[1];

		for (i = 0; total > 0 && i < file->profile.labels->count; i++) {
			if (file->values[i] != HASH_NONE)
				ranked[file->values[i]].share +=
					(double)file->profile.labels->rows[i].count[1] / total;
		}
	}
	qsort(ranked, by->values.count, sizeof(*ranked), by_label_compare_rank);
	by->count = good ? shown + 1 : 0;
	by->sections = memory_clear(shown + 1, sizeof(*by->sections));
	for (i = 0; i < values; i++) {
		sections[ranked[i].value] = (uint32_t)(i < shown ? i : shown);
		if (i < shown)
			by->sections[i].value = ranked[i].text;
	}
	for (i = 0; good && i < by->count; i++)
		good = compare_section(by, sections, (uint32_t)i, (uint32_t)shown, edits, noise);
	free(ranked);
	free(sections);
	return good;
}
