/* SPDX-License-Identifier: MIT */
#include "common/profile/label_rows.h"

#include "common/base/diag.h"
#include "common/profile/label_request.h"

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
		MEMORY_ROOM(found, id, cap);
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
		diag_error("no stack has the label %.*s; collapsers give labels with --labels",
			   SLICE_ARG(name));
		free(values);
		label_split_release(split);
		return false;
	}
	SORT(values, count, label_split_compare);
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

bool label_threads_add(const struct label_threads *threads, const struct label_row *row,
		       struct slice name, struct buf *out)
{
	return threads->has_texts && label_value(&threads->texts, row, name, out);
}

/* The labels that identify a thread, in one text. Numbers are as wide as the widest likely one. */
static void add_key(const struct label_texts *texts, uint32_t set, struct buf *out)
{
	static const struct slice names[] = {SLICE_INIT("host"), SLICE_INIT("pid"),
					     SLICE_INIT("tid"), SLICE_INIT("thread")};
	struct slice value;
	uint64_t number;
	size_t i;

	buf_reset(out);
	for (i = 0; i < ARRAY_LEN(names); i++) {
		buf_add_char(out, '\n');
		if (!labels_find(texts->labels, set, names[i], &value))
			continue;
		if (slice_to_u64(value, &number))
			buf_printf(out, "%020llu", (unsigned long long)number);
		else
			buf_add(out, value);
	}
}

struct named {
	const struct intern *keys;
	frame_id id;
};

static int by_key(const void *a, const void *b)
{
	const struct named *left = a, *right = b;

	return slice_compare(intern_name(left->keys, left->id),
			     intern_name(right->keys, right->id));
}

/* The thread of each set, for the caller to free(). */
static uint32_t *number_threads(const struct label_texts *texts, size_t *count)
{
	const size_t sets = texts->labels->sets.count;
	uint32_t *threads = memory_resize(NULL, sets, sizeof(*threads)), *ranks;
	struct intern keys = {0};
	struct named *named;
	struct buf key = {0};
	size_t i;

	for (i = 0; i < sets; i++) {
		add_key(texts, (uint32_t)i, &key);
		threads[i] = intern_add(&keys, buf_slice(&key));
	}
	*count = keys.count;
	named = memory_resize(NULL, keys.count, sizeof(*named));
	ranks = memory_resize(NULL, keys.count, sizeof(*ranks));
	for (i = 0; i < keys.count; i++)
		named[i] = (struct named){&keys, (frame_id)i};
	SORT(named, keys.count, by_key);
	for (i = 0; i < keys.count; i++)
		ranks[named[i].id] = (uint32_t)i;
	for (i = 0; i < sets; i++)
		threads[i] = ranks[threads[i]];
	free(named);
	free(ranks);
	intern_release(&keys);
	buf_release(&key);
	return threads;
}

/* Two buckets a thread: rows without a time, and with one. A counting sort keeps their order. */
static void order_rows(struct label_threads *threads, const struct label_row *sorted, size_t count,
		       const uint32_t *of_set, size_t thread_count)
{
	size_t *ends = memory_clear(2 * thread_count + 1, sizeof(*ends)), i, used = 0;

	for (i = 0; i < count; i++)
		ends[2 * of_set[sorted[i].set] + (sorted[i].time != LABEL_NO_TIME) + 1]++;
	for (i = 1; i <= 2 * thread_count; i++)
		ends[i] += ends[i - 1];
	threads->rows = memory_resize(NULL, count, sizeof(*threads->rows));
	for (i = 0; i < count; i++)
		threads->rows[ends[2 * of_set[sorted[i].set] +
				   (sorted[i].time != LABEL_NO_TIME)]++] = sorted[i];
	/* now each bucket's place holds its end */
	threads->ends = memory_resize(NULL, thread_count, sizeof(*threads->ends));
	for (i = 0; i < thread_count; i++) {
		const size_t end = ends[2 * i + 1];

		if (end > (used > 0 ? threads->ends[used - 1] : 0))
			threads->ends[used++] = end;
	}
	threads->count = used;
	free(ends);
}

static void take_stacks(struct label_threads *threads, const struct stack *const *sorted,
			size_t count)
{
	size_t i;

	threads->rows = memory_resize(NULL, count, sizeof(*threads->rows));
	for (i = 0; i < count; i++)
		threads->rows[i] = (struct label_row){(struct stack *)sorted[i],
						      LABEL_NO_TIME,
						      {sorted[i]->count[0], sorted[i]->count[1]},
						      LABEL_NO_SET};
	threads->ends = memory_resize(NULL, 1, sizeof(*threads->ends));
	threads->ends[0] = count;
	threads->count = count > 0;
}

void label_threads_init(struct label_threads *threads, const struct profile *profile)
{
	const struct stack **stacks = profile_sorted(profile, PROFILE_BY_TEXT);
	struct label_row *sorted;
	uint32_t *of_set;
	size_t count;

	*threads = (struct label_threads){.has_texts = profile->labels != NULL};
	if (!profile->labels) {
		take_stacks(threads, stacks, profile->count);
		free(stacks);
		return;
	}
	label_texts_init(&threads->texts, profile->labels);
	sorted = profile_sorted_rows(profile, stacks);
	of_set = number_threads(&threads->texts, &count);
	order_rows(threads, sorted, profile->labels->count, of_set, count);
	free(of_set);
	free(sorted);
	free(stacks);
}

void label_threads_release(struct label_threads *threads)
{
	free(threads->rows);
	free(threads->ends);
	if (threads->has_texts)
		label_texts_release(&threads->texts);
	*threads = (struct label_threads){0};
}

bool label_threads_name(const struct label_threads *threads, size_t thread, struct buf *out)
{
	static const struct slice names[] = {SLICE_INIT("thread"), SLICE_INIT("comm"),
					     SLICE_INIT("tid")};
	const struct label_row *row = &threads->rows[label_threads_begin(threads, thread)];
	const size_t before = out->len;
	size_t i;

	for (i = 0; i < ARRAY_LEN(names); i++) {
		const size_t end = out->len;

		if (end > before)
			buf_add_char(out, ' ');
		if (!label_threads_add(threads, row, names[i], out))
			out->len = end;
	}
	return out->len > before;
}
