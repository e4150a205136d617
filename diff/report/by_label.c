/* SPDX-License-Identifier: MIT */
#include "diff/report/by_label.h"

#include "common/base/diag.h"
#include "common/labels/label_frames.h"
#include "common/profile/profile_edit.h"

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

static void rank(const struct by_label *by, struct ranked *ranked)
{
	size_t i, k;

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
		const struct profile_editor editor = {&choice, wants, by_label_add, NULL};

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

	if (!good)
		diag_error("no stack has the label %.*s", SLICE_ARG(by->name));
	rank(by, ranked);
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
