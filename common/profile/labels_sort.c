/* SPDX-License-Identifier: MIT */
/*
 * The order of the text of labelled stacks. Stacks are sorted already, so that a row is three
 * numbers: its time, its set and its stack's rank. A stack without a label may sort between labels,
 * so if the labels of a set are a prefix of another set's labels, its rows are cut at the other's
 * next label: each part of a set has its own rank.
 */
#include "common/profile/profile.h"
#include "common/table/keysort.h"

struct order;

/* Rows of a set: those from this rank of stacks on. */
struct part {
	const struct order *order; /* for qsort() */
	uint32_t set, begin;
	uint32_t rank; /* of the part among all parts */
};

struct order {
	const struct profile *profile;
	const struct label_texts *texts;
	const struct stack *const *sorted;
	struct part *parts;
	size_t count, cap;
	uint32_t *first;  /* by set: its first part; one more than there are sets */
	uint32_t time_at; /* stacks before "@time=" */
	uint32_t *ranks;  /* of the rows' stacks */
};

/* The text of a stack, as far as a label has to be compared with it, against the label. */
static int compare_label(const struct profile *profile, const struct stack *stack,
			 struct slice label)
{
	struct slice root = stack->depth > 0 ? intern_name(&profile->names, stack->frames[0])
					     : SLICE("");
	const size_t common = root.len < label.len ? root.len : label.len;
	const int order = slice_compare(slice_head(root, common), slice_head(label, common));
	int next;

	if (order != 0)
		return order;
	if (root.len >= label.len)
		return 1;
	next = stack->depth > 1 ? ';' : -1;
	return next < (unsigned char)label.ptr[root.len] ? -1 : 1;
}

/* The number of stacks before the label. */
static uint32_t labels_sort_find_place(const struct order *order, struct slice label)
{
	size_t low = 0, high = order->profile->count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (compare_label(order->profile, order->sorted[middle], label) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return (uint32_t)low;
}

static void add_part(struct order *order, uint32_t set, uint32_t begin)
{
	order->parts = memory_grow(order->parts, &order->cap, order->count + 1,
				   sizeof(*order->parts));
	order->parts[order->count++] = (struct part){order, set, begin, 0};
}

static bool is_used(const struct order *order, uint32_t set)
{
	return set == LABEL_NO_SET || order->texts->sets[set].len > 0;
}

/* The first label of a text of labels, with its `;`. */
static struct slice first_label(struct slice labels)
{
	return slice_head(labels, slice_find(labels, ';') + 1);
}

/* Compare two parts by their labels; if one's labels end, by the position of its stacks. */
static int compare_parts(const struct order *order, const struct part *a, const struct part *b)
{
	struct slice left = order->texts->sets[a->set], right = order->texts->sets[b->set];
	struct slice label;

	if (a->set == b->set)
		return (a->begin > b->begin) - (a->begin < b->begin);
	while (left.len > 0 && right.len > 0) {
		label = first_label(left);
		if (!slice_starts(right, label))
			return slice_compare(left, right);
		left = slice_tail(left, label.len);
		right = slice_tail(right, label.len);
	}
	/* the part of the longer set is at the position of its next label among the stacks */
	if (left.len == 0)
		return a->begin >= labels_sort_find_place(order, first_label(right)) ? 1 : -1;
	return b->begin >= labels_sort_find_place(order, first_label(left)) ? -1 : 1;
}

static int by_text(const void *a, const void *b)
{
	const struct part *left = a, *right = b;

	return compare_parts(left->order, left, right);
}

static int by_set(const void *a, const void *b)
{
	const struct part *left = a, *right = b;

	if (left->set != right->set)
		return left->set < right->set ? -1 : 1;
	return (left->begin > right->begin) - (left->begin < right->begin);
}

/* Cut the sets whose labels are the first ones of `set`'s. */
static void cut_prefixes(struct order *order, uint32_t set)
{
	const struct intern *sets = &order->profile->labels->sets;
	const struct slice pairs = intern_name(sets, set);
	struct slice text = order->texts->sets[set];
	size_t size;

	for (size = 0; size < pairs.len; size += sizeof(frame_id)) {
		const frame_id prefix = intern_find(sets, slice_head(pairs, size));

		if (prefix != HASH_NONE && is_used(order, prefix))
			add_part(order, prefix, labels_sort_find_place(order, first_label(text)));
		text = slice_tail(text, first_label(text).len);
	}
}

/* Find the positions where sets are cut; equal prefixes share a part. */
static void find_parts(struct order *order)
{
	const size_t sets = order->profile->labels->sets.count;
	size_t set, i, count = 0;

	for (set = 0; set < sets; set++) {
		if (!is_used(order, (uint32_t)set))
			continue;
		add_part(order, (uint32_t)set, 0);
		cut_prefixes(order, (uint32_t)set);
	}
	qsort(order->parts, order->count, sizeof(*order->parts), by_set);
	for (i = 0; i < order->count; i++) {
		if (i == 0 || by_set(&order->parts[count - 1], &order->parts[i]) != 0)
			order->parts[count++] = order->parts[i];
	}
	order->count = count;
}

/* The parts get their ranks, and the sets their parts. */
static void rank_parts(struct order *order)
{
	const size_t sets = order->profile->labels->sets.count;
	size_t i, set = 0;

	qsort(order->parts, order->count, sizeof(*order->parts), by_text);
	for (i = 0; i < order->count; i++)
		order->parts[i].rank = (uint32_t)i;
	qsort(order->parts, order->count, sizeof(*order->parts), by_set);
	order->first = memory_resize(NULL, sets + 1, sizeof(*order->first));
	for (i = 0; i < order->count; i++) {
		while (set <= order->parts[i].set)
			order->first[set++] = (uint32_t)i;
	}
	while (set <= sets)
		order->first[set++] = (uint32_t)order->count;
}

/* The ranks of the rows' stacks. Meanwhile they replace the stacks' counts. */
static void rank_stacks(struct order *order)
{
	const struct profile *profile = order->profile;
	uint64_t *counts = memory_resize(NULL, profile->count, sizeof(*counts));
	size_t i;

	for (i = 0; i < profile->count; i++) {
		struct stack *stack = (struct stack *)order->sorted[i];

		counts[i] = stack->count[0];
		stack->count[0] = i;
	}
	order->ranks = memory_resize(NULL, profile->labels->count, sizeof(*order->ranks));
	for (i = 0; i < profile->labels->count; i++)
		order->ranks[i] = (uint32_t)profile->labels->rows[i].stack->count[0];
	for (i = 0; i < profile->count; i++)
		((struct stack *)order->sorted[i])->count[0] = counts[i];
	free(counts);
}

/* Which part of its set a row is in. */
static uint64_t labels_sort_part_of(const struct order *order, uint32_t set, uint32_t rank)
{
	uint32_t low = order->first[set], high = order->first[set + 1];

	while (high - low > 1) {
		const uint32_t middle = low + (high - low) / 2;

		if (order->parts[middle].begin <= rank)
			low = middle;
		else
			high = middle;
	}
	return order->parts[low].rank;
}

/* Rows without a time sort before all rows that have one, or after. */
static uint64_t time_key(const struct order *order, const struct label_row *row, uint32_t rank)
{
	const struct slice labels = order->texts->sets[row->set];
	bool is_before;

	if (row->time != LABEL_NO_TIME)
		return row->time + 1;
	is_before = labels.len > 0 ? slice_compare(labels, SLICE("@time=")) < 0
				   : rank < order->time_at;
	return is_before ? 0 : UINT64_MAX;
}

static uint64_t row_key(const void *context, const struct keysort_item *item, uint32_t level)
{
	const struct order *order = context;
	const struct label_row *row = &order->profile->labels->rows[item->of.number];
	const uint32_t rank = order->ranks[item->of.number];

	return level == 0 ? time_key(order, row, rank)
			  : labels_sort_part_of(order, row->set, rank) << 32 | rank;
}

static bool never(uint64_t key)
{
	(void)key;
	return false;
}

struct label_row *profile_sorted_rows(const struct profile *profile,
				      const struct stack *const *sorted)
{
	const struct labels *labels = profile->labels;
	struct label_texts texts;
	struct order order = {.profile = profile, .texts = &texts, .sorted = sorted};
	const struct keysort by = {&order, row_key, 1, never, NULL};
	struct keysort_item *items = memory_resize(NULL, labels->count, sizeof(*items));
	struct label_row *rows;
	size_t i;

	label_texts_init_widest(&texts, labels);
	order.time_at = labels_sort_find_place(&order, SLICE("@time="));
	find_parts(&order);
	rank_parts(&order);
	rank_stacks(&order);
	for (i = 0; i < labels->count; i++)
		items[i].of.number = i;
	keysort(&by, items, labels->count);
	rows = memory_resize(NULL, labels->count, sizeof(*rows));
	for (i = 0; i < labels->count; i++)
		rows[i] = labels->rows[items[i].of.number];
	free(items);
	free(order.parts);
	free(order.first);
	free(order.ranks);
	label_texts_release(&texts);
	return rows;
}
