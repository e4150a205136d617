/* SPDX-License-Identifier: MIT */
#include "common/profile/label_split.h"

#include "common/base/diag.h"
#include "common/profile/label_frames.h"

/* A value with the number it had when it was first seen. */
struct value {
	struct label_part part;
	uint32_t number;
};

static uint64_t larger(const struct label_part *part)
{
	return part->total[0] > part->total[1] ? part->total[0] : part->total[1];
}

static int label_split_compare(const void *a, const void *b)
{
	const struct value *left = a, *right = b;
	const uint64_t more = larger(&right->part), less = larger(&left->part);

	if (more != less)
		return more > less ? 1 : -1;
	return slice_compare(left->part.value, right->part.value);
}

/* The values, in the order of the rows, and each row's; HASH_NONE: it has none. */
static struct value *find_values(struct label_split *split, struct slice name, size_t *count)
{
	const struct labels *labels = split->profile->labels;
	struct label_texts texts;
	struct intern values = {0};
	struct value *found = NULL;
	struct buf text = {0};
	size_t cap = 0, i;

	label_texts_init(&texts, labels);
	for (i = 0; i < labels->count; i++) {
		const struct label_row *row = &labels->rows[i];
		const size_t known = values.count;
		frame_id id;

		buf_reset(&text);
		split->of_row[i] = HASH_NONE;
		if (!label_value(&texts, row, name, &text))
			continue;
		split->of_row[i] = id = intern_add(&values, buf_slice(&text));
		found = memory_grow(found, &cap, id + (size_t)1, sizeof(*found));
		if (values.count > known) {
			struct slice value = arena_copy(&split->arena, buf_slice(&text));

			value.ptr = value.ptr ? value.ptr : "";
			found[id] = (struct value){{value, {0, 0}}, id};
		}
		found[id].part.total[0] += row->count[0];
		found[id].part.total[1] += row->count[1];
	}
	*count = values.count;
	label_texts_release(&texts);
	intern_release(&values);
	buf_release(&text);
	return found;
}

/* The rows of values that are not shown are in the last part. */
static void number_rows(struct label_split *split, const struct value *values, size_t count,
			size_t shown)
{
	const size_t rows = split->profile->labels->count;
	uint32_t *parts = memory_resize(NULL, count, sizeof(*parts));
	struct label_part *others = &split->parts[shown];
	size_t i;

	for (i = 0; i < count; i++)
		parts[values[i].number] = (uint32_t)(i < shown ? i : shown);
	*others = (struct label_part){{NULL, 0}, {0, 0}};
	for (i = 0; i < rows; i++) {
		const struct label_row *row = &split->profile->labels->rows[i];

		split->of_row[i] = split->of_row[i] == HASH_NONE ? (uint32_t)shown
								 : parts[split->of_row[i]];
		if (split->of_row[i] < shown)
			continue;
		others->total[0] += row->count[0];
		others->total[1] += row->count[1];
	}
	free(parts);
	split->count = shown + (larger(others) > 0);
}

bool label_split_init(struct label_split *split, struct profile *profile, struct slice name,
		      size_t most)
{
	struct value *values;
	size_t count, shown, i;

	profile_label(profile);
	*split = (struct label_split){.profile = profile};
	split->of_row = memory_resize(NULL, profile->labels->count, sizeof(*split->of_row));
	values = find_values(split, name, &count);
	if (count == 0) {
		diag_error("no stack has the label %.*s", SLICE_ARG(name));
		free(values);
		label_split_release(split);
		return false;
	}
	qsort(values, count, sizeof(*values), label_split_compare);
	shown = most > 0 && most < count ? most : count;
	split->parts = memory_resize(NULL, shown + 1, sizeof(*split->parts));
	for (i = 0; i < shown; i++)
		split->parts[i] = values[i].part;
	number_rows(split, values, count, shown);
	free(values);
	return true;
}

/* Stacks and totals are the sums of the rows of one part, or of all. */
static void sum_up(const struct label_split *split, size_t part, bool all)
{
	struct profile *profile = split->profile;
	size_t i;

	profile->total[0] = profile->total[1] = 0;
	for (i = 0; i < profile->count; i++)
		profile->stacks[i]->count[0] = profile->stacks[i]->count[1] = 0;
	for (i = 0; i < profile->labels->count; i++) {
		const struct label_row *row = &profile->labels->rows[i];

		if (!all && split->of_row[i] != part)
			continue;
		stack_add(row->stack, row->count);
		profile->total[0] += row->count[0];
		profile->total[1] += row->count[1];
	}
}

void label_split_select(const struct label_split *split, size_t part)
{
	sum_up(split, part, false);
}

void label_split_release(struct label_split *split)
{
	sum_up(split, 0, true);
	free(split->parts);
	free(split->of_row);
	arena_release(&split->arena);
	*split = (struct label_split){0};
}
