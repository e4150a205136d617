/* SPDX-License-Identifier: MIT */
#include "common/profile/label_threads.h"

#include "common/profile/label_frames.h"

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
	qsort(named, keys.count, sizeof(*named), by_key);
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
