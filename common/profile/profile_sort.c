/* SPDX-License-Identifier: MIT */
#include "common/profile/profile_sort.h"
#include "common/base/search.h"

#include <assert.h>

#include "common/base/parallel.h"
#include "common/table/keysort.h"

/*
 * Names are ranked once. For the order of the folded text a name counts twice: as an inner frame,
 * with the `;` after it, and as a leaf, without.
 */

/*
 * A slot is 2 * id, + 1 for the inner frame. Its text is the name, and, if the order distinguishes
 * both kinds, the `;` of an inner frame.
 */
struct ranking {
	const struct intern *names;
	bool by_text;
};

enum { NAME_STEP = 7 }; /* bytes of a name in a key; the last byte counts them */

static bool has_separator(const struct ranking *ranking, const struct keysort_item *item)
{
	return ranking->by_text && (item->of.number & 1);
}

static struct slice rank_name_of(const struct ranking *ranking, const struct keysort_item *item)
{
	return intern_name(ranking->names, (frame_id)(item->of.number / 2));
}

static uint64_t name_key(const void *context, const struct keysort_item *item, uint32_t level)
{
	struct slice name = rank_name_of(context, item);
	size_t from = (size_t)level * NAME_STEP, count = 0;
	bool separator = has_separator(context, item) && from <= name.len;
	uint64_t key = 0;

	name = from < name.len ? slice_tail(name, from) : slice_head(name, 0);
	if (name.len > NAME_STEP)
		return (__builtin_bswap64(slice_load(name.ptr)) & ~UINT64_C(0xff)) | NAME_STEP;
	for (; count < name.len; count++)
		key = key << 8 | (unsigned char)name.ptr[count];
	if (count < NAME_STEP && separator) {
		key = key << 8 | ';';
		count++;
	}
	return key << 8 * (NAME_STEP - count) << 8 | count;
}

/* With a key that is full something may follow, or nothing. */
static bool name_ends(uint64_t key)
{
	return (key & 0xff) < NAME_STEP;
}

static int rank_compare_names(const void *context, const struct keysort_item *a,
			      const struct keysort_item *b)
{
	struct slice left = rank_name_of(context, a), right = rank_name_of(context, b);
	size_t common = left.len < right.len ? left.len : right.len;
	int order = left.ptr == right.ptr ? 0 : memcmp(left.ptr, right.ptr, common);
	int next_left = has_separator(context, a) ? ';' : -1;
	int next_right = has_separator(context, b) ? ';' : -1;

	if (order != 0)
		return order;
	if (left.len > common)
		next_left = (unsigned char)left.ptr[common];
	if (right.len > common)
		next_right = (unsigned char)right.ptr[common];
	if (next_left != next_right)
		return next_left < next_right ? -1 : 1;
	return (left.len > right.len) - (left.len < right.len);
}

/* Threads mark the slots that occur in their share of the stacks. */
struct marking {
	const struct profile *profile;
	const struct ranks *ranks;
	unsigned threads;
};

/* Looked at first: a cache line that is only read may be in all processors. */
static void mark_share(void *context, unsigned share)
{
	const struct marking *marking = context;
	const struct profile *profile = marking->profile;
	size_t i = profile->count * share / marking->threads;
	size_t end = profile->count * (share + 1) / marking->threads;
	uint32_t level;

	for (; i < end; i++) {
		for (level = 0; level < profile->stacks[i]->depth; level++) {
			uint32_t *rank = ranks_frame(marking->ranks, profile->stacks[i], level);

			if (__atomic_load_n(rank, __ATOMIC_RELAXED) == 0)
				__atomic_store_n(rank, 1, __ATOMIC_RELAXED);
		}
	}
}

/* The slots that occur, for the caller to free; ranks of other slots are not used. */
static struct keysort_item *used_slots(const struct profile *profile, const struct ranks *ranks,
				       size_t *count)
{
	struct marking marking = {profile, ranks, profile_threads(profile)};
	const size_t kinds = ranks->same ? 1 : 2;
	struct keysort_item *used;
	size_t i, kind, n = 0;

	parallel_run(marking.threads, mark_share, &marking);
	for (kind = 0; kind < kinds; kind++) {
		for (i = 0; i < profile->names.count; i++)
			n += ranks->of[kind][i];
	}
	*count = n;
	used = memory_resize(NULL, n, sizeof(*used));
	for (i = 0, n = 0; i < profile->names.count; i++) {
		for (kind = 0; kind < kinds; kind++) {
			if (ranks->of[kind][i] != 0)
				used[n++].of.number = 2 * i + kind;
		}
	}
	return used;
}

/* The slots that occur, sorted, for the caller to free. Makes room for the ranks. */
static struct keysort_item *sorted_slots(const struct profile *profile, enum profile_order order,
					 struct ranks *ranks, size_t *count)
{
	const struct ranking ranking = {&profile->names, order == PROFILE_BY_TEXT};
	const struct keysort by = {&ranking, name_key, 1, name_ends, rank_compare_names};
	struct keysort_item *used;

	ranks->same = !ranking.by_text;
	ranks->of[0] = memory_touch(profile->names.count, sizeof(uint32_t));
	ranks->of[1] = ranks->same ? ranks->of[0]
				   : memory_touch(profile->names.count, sizeof(uint32_t));
	used = used_slots(profile, ranks, count);
	keysort(&by, used, *count);
	return used;
}

void profile_rank(const struct profile *profile, enum profile_order order, struct ranks *ranks)
{
	size_t count, i;
	struct keysort_item *used = sorted_slots(profile, order, ranks, &count);

	for (i = 0; i < count; i++)
		ranks->of[used[i].of.number % 2][used[i].of.number / 2] = (uint32_t)i;
	free(used);
}

frame_id *profile_sorted_names(const struct profile *profile, size_t *count)
{
	struct ranks ranks;
	struct keysort_item *used = sorted_slots(profile, PROFILE_BY_FRAMES, &ranks, count);
	frame_id *names = memory_resize(NULL, *count, sizeof(*names));
	size_t i;

	for (i = 0; i < *count; i++)
		names[i] = (frame_id)(used[i].of.number / 2);
	free(used);
	profile_rank_release(&ranks);
	return names;
}

void profile_rank_release(struct ranks *ranks)
{
	free(ranks->of[0]);
	if (!ranks->same)
		free(ranks->of[1]);
}

/*
 * The order of the text of labelled stacks. Stacks are sorted already, so that a row is three
 * numbers: its time, its set and its stack's rank. A stack without a label may sort between labels,
 * so if the labels of a set are a prefix of another set's labels, its rows are cut at the other's
 * next label: each part of a set has its own rank.
 */

struct order;

/* Rows of a set: those from this rank of stacks on. */
struct set_part {
	uint32_t set, begin;
	uint32_t rank; /* of the part among all parts */
};

enum { PART_HEAD = 16 }; /* bytes */

/* A part while they are ranked: most texts differ in their first bytes. */
struct ranked_part {
	const struct order *order; /* for qsort() */
	struct set_part *part;
	char head[PART_HEAD];
	size_t size; /* of it */
};

struct order {
	const struct profile *profile;
	const struct label_texts *texts;
	const struct stack *const *sorted;
	struct set_part *parts;
	size_t count, cap;
	uint32_t *first;     /* by set: its first part; one more than there are sets */
	uint32_t time_at;    /* stacks before "@time=" */
	uint32_t none_begin; /* where the set without labels was cut last */
	uint32_t *ranks;     /* of the rows' stacks */
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

	SEARCH(low, high, at, compare_label(order->profile, order->sorted[at], label) < 0);
	return (uint32_t)low;
}

static void add_part(struct order *order, uint32_t set, uint32_t begin)
{
	MEMORY_ROOM(order->parts, order->count, order->cap);
	order->parts[order->count++] = (struct set_part){set, begin, 0};
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
static int compare_parts(const struct order *order, const struct set_part *a,
			 const struct set_part *b)
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
	const struct ranked_part *left = a, *right = b;
	const size_t size = left->size < right->size ? left->size : right->size;
	const int order = memcmp(left->head, right->head, size);

	return order != 0 ? order : compare_parts(left->order, left->part, right->part);
}

static int by_set(const void *a, const void *b)
{
	const struct set_part *left = a, *right = b;

	if (left->set != right->set)
		return left->set < right->set ? -1 : 1;
	return (left->begin > right->begin) - (left->begin < right->begin);
}

/* Most sets are cut where the last one was: the set without labels, for which all others are longer. */
static void cut_set(struct order *order, uint32_t set, uint32_t begin)
{
	if (set == LABEL_NO_SET && order->none_begin == begin)
		return;
	if (set == LABEL_NO_SET)
		order->none_begin = begin;
	add_part(order, set, begin);
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
			cut_set(order, prefix, labels_sort_find_place(order, first_label(text)));
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
	SORT(order->parts, order->count, by_set);
	for (i = 0; i < order->count; i++) {
		if (i == 0 || by_set(&order->parts[count - 1], &order->parts[i]) != 0)
			order->parts[count++] = order->parts[i];
	}
	order->count = count;
}

static void rank_by_text(struct order *order)
{
	struct ranked_part *ranked = memory_resize(NULL, order->count, sizeof(*ranked));
	size_t i;

	for (i = 0; i < order->count; i++) {
		const struct slice text = order->texts->sets[order->parts[i].set];

		ranked[i] = (struct ranked_part){.order = order, .part = &order->parts[i]};
		ranked[i].size = text.len < PART_HEAD ? text.len : PART_HEAD;
		if (text.len > 0)
			memcpy(ranked[i].head, text.ptr, ranked[i].size);
	}
	SORT(ranked, order->count, by_text);
	for (i = 0; i < order->count; i++)
		ranked[i].part->rank = (uint32_t)i;
	free(ranked);
}

/* The parts get their ranks, and the sets their parts. */
static void rank_parts(struct order *order)
{
	const size_t sets = order->profile->labels->sets.count;
	size_t i, set = 0;

	rank_by_text(order);
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
	size_t low = (size_t)order->first[set] + 1, high = order->first[set + 1];

	SEARCH(low, high, at, order->parts[at].begin <= rank);
	return order->parts[low - 1].rank;
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

/*
 * Merge of sorted runs of stacks, by several threads.
 */

/* A stack is at most once in a run; several runs may have it. */
struct sorted_runs {
	const struct ranks *ranks;
	const struct stack **stacks; /* of all runs, concatenated */
	size_t *ends;                /* of the runs */
	unsigned count, threads;
	const struct stack *overflow; /* the first whose sum exceeds 2^64-1, or NULL */
};

/*
 * Neighbouring runs are merged in pairs, in rounds. Where there are fewer pairs than threads, a
 * pair is cut into pieces: at stacks of the left run, and at their positions in the right run.
 */

/* One thread's work in a round, and what came of it. */
struct piece {
	size_t begin, count; /* in `room` */
	const struct stack *overflow;
};

struct round {
	const struct sorted_runs *runs;
	const struct stack **room;
	struct piece *pieces;
	unsigned per_pair;
};

/* Two runs to merge: stacks[left] .. stacks[left_end - 1], and right likewise. */
struct range {
	size_t left, left_end, right, right_end;
};

/*
 * The number of leading frames that are equal and not the last of either: most frames of
 * neighbours.
 */
static uint32_t common_frames(const struct stack *a, const struct stack *b)
{
	uint32_t depth = a->depth < b->depth ? a->depth : b->depth, level = 0;

	while (level + 1 < depth && a->frames[level] == b->frames[level])
		level++;
	return level;
}

static int runs_compare(const struct ranks *ranks, const struct stack *a, const struct stack *b)
{
	uint32_t level;

	for (level = common_frames(a, b); level < a->depth && level < b->depth; level++) {
		uint64_t left = rank_at(ranks, a, level), right = rank_at(ranks, b, level);

		if (left != right)
			return left < right ? -1 : 1;
	}
	return (a->depth > b->depth) - (a->depth < b->depth);
}

static size_t runs_end_of(const struct sorted_runs *runs, unsigned run)
{
	return runs->ends[run < runs->count ? run : runs->count - 1];
}

static struct range runs_range_of(const struct sorted_runs *runs, unsigned pair)
{
	size_t begin = pair == 0 ? 0 : runs->ends[2 * pair - 1];
	size_t middle = runs_end_of(runs, 2 * pair);

	return (struct range){begin, middle, middle, runs_end_of(runs, 2 * pair + 1)};
}

/* The first stack on the right that is not below `stack`. */
static size_t find_right(const struct sorted_runs *runs, const struct range *range,
			 const struct stack *stack)
{
	size_t low = range->right, high = range->right_end;

	SEARCH(low, high, at, runs_compare(runs->ranks, runs->stacks[at], stack) < 0);
	return low;
}

/* Find the position in both runs where piece `number` of a pair begins. */
static void find_cut(const struct round *round, const struct range *whole, unsigned number,
		     size_t *left, size_t *right)
{
	*left = whole->left + (whole->left_end - whole->left) / round->per_pair * number;
	if (number == round->per_pair)
		*left = whole->left_end;
	*right = number == 0 ? whole->right
		 : *left == whole->left_end
			 ? whole->right_end
			 : find_right(round->runs, whole, round->runs->stacks[*left]);
}

/* The counts of both are the one's. */
static void runs_join(const struct stack *one, const struct stack *other, struct piece *piece)
{
	struct stack *sum = (struct stack *)one;

	if (!stack_add(sum, other->count) && !piece->overflow)
		piece->overflow = sum;
	if (other->differential && !sum->differential) /* others may be looking at its depth */
		sum->differential = true;
}

/* Neighbours in order lie anywhere in memory. */
static ALWAYS_INLINE void runs_fetch(const struct stack *const *stacks, size_t next, size_t end)
{
	const size_t ahead = 8;

	if (end - next > ahead)
		PREFETCH(stacks[next + ahead]);
}

static void merge_range(const struct round *round, struct range range, struct piece *piece)
{
	const struct stack **stacks = round->runs->stacks, **to = round->room + piece->begin;

	while (range.left < range.left_end && range.right < range.right_end) {
		int order = runs_compare(round->runs->ranks, stacks[range.left],
					 stacks[range.right]);

		runs_fetch(stacks, range.left, range.left_end);
		runs_fetch(stacks, range.right, range.right_end);
		if (order == 0)
			runs_join(stacks[range.left], stacks[range.right++], piece);
		*to++ = stacks[order <= 0 ? range.left++ : range.right++];
	}
	while (range.left < range.left_end)
		*to++ = stacks[range.left++];
	while (range.right < range.right_end)
		*to++ = stacks[range.right++];
	piece->count = (size_t)(to - round->room) - piece->begin;
}

static void merge_piece(void *context, unsigned number)
{
	const struct round *round = context;
	struct piece *piece = &round->pieces[number];
	const unsigned pair = number / round->per_pair, within = number % round->per_pair;
	const struct range whole = runs_range_of(round->runs, pair);
	struct range range;

	find_cut(round, &whole, within, &range.left, &range.right);
	find_cut(round, &whole, within + 1, &range.left_end, &range.right_end);
	piece->begin = range.left + range.right - whole.right;
	piece->overflow = NULL;
	merge_range(round, range, piece);
}

/* Close the gaps between the pieces; the pairs are the runs of the next round. */
static void end_round(struct sorted_runs *runs, struct round *round, unsigned pairs)
{
	const struct stack **merged = round->room;
	size_t at = 0;
	unsigned i;

	for (i = 0; i < pairs * round->per_pair; i++) {
		const struct piece *piece = &round->pieces[i];

		if (piece->begin > at && piece->count > 0)
			memmove(merged + at, merged + piece->begin, piece->count * sizeof(*merged));
		at += piece->count;
		runs->ends[i / round->per_pair] = at;
		if (piece->overflow &&
		    (!runs->overflow ||
		     runs_compare(runs->ranks, piece->overflow, runs->overflow) < 0))
			runs->overflow = piece->overflow;
	}
	runs->count = pairs;
	round->room = runs->stacks;
	runs->stacks = merged;
}

/*
 * Merge the runs until one is left, of runs->ends[0] stacks. Equal stacks of several runs become
 * one, with the sum of their counts.
 */
static void sorted_runs_merge(struct sorted_runs *runs)
{
	struct round round = {.runs = runs};
	unsigned most = runs->threads + runs->count;

	if (runs->count < 2)
		return;
	round.room = memory_resize(NULL, runs->ends[runs->count - 1], sizeof(*round.room));
	round.pieces = memory_resize(NULL, most, sizeof(*round.pieces));
	while (runs->count > 1) {
		unsigned pairs = (runs->count + 1) / 2;

		round.per_pair = runs->threads > pairs ? runs->threads / pairs : 1;
		parallel_run(pairs * round.per_pair, merge_piece, &round);
		end_round(runs, &round, pairs);
	}
	free(round.room);
	free(round.pieces);
}

/*
 * Sorting. Stacks are compared as lists of ranks, two at a time, by a quicksort that never looks
 * again at a common prefix. Every thread sorts a run; sorted_runs_merge() merges them.
 */

/* A stack's ranks at two levels. */
static uint64_t stack_key(const void *context, const struct keysort_item *item, uint32_t level)
{
	const struct stack *stack = item->of.thing;

	return rank_at(context, stack, level) << 32 | rank_at(context, stack, level + 1);
}

static bool stack_ends(uint64_t key)
{
	return (uint32_t)key == 0;
}

struct sort_job {
	struct sorted_runs *runs;
	struct keysort_item *items;
};

static void sort_run(void *context, unsigned run)
{
	const struct sort_job *job = context;
	const struct keysort by = {job->runs->ranks, stack_key, 2, stack_ends, NULL};
	size_t begin = run == 0 ? 0 : job->runs->ends[run - 1];

	keysort(&by, job->items + begin, job->runs->ends[run] - begin);
}

/* Twice the memory for as many stacks, from the last one on: a key is stored next to each. */
static struct keysort_item *make_items(const struct stack **stacks, size_t count)
{
	struct keysort_item *items = memory_resize(stacks, count, sizeof(*items));
	const struct stack *stack;
	size_t i;

	for (i = count; i-- > 0;) {
		memcpy(&stack, (const char *)items + i * sizeof(stack), sizeof(stack));
		items[i].of.thing = stack;
	}
	return items;
}

/* And back. */
static const struct stack **profile_sort_shrink(struct keysort_item *items, size_t count)
{
	const struct stack **sorted;
	size_t i;

	for (i = 0; i < count; i++) {
		const struct stack *stack = items[i].of.thing;

		memcpy((char *)items + i * sizeof(stack), &stack, sizeof(stack));
	}
	sorted = memory_resize(items, count, sizeof(*sorted));
	return sorted;
}

/* Cut the stacks into runs: one per thread that has read, else one per thread that will sort. */
static void profile_sort_divide(const struct profile *profile, struct sorted_runs *runs)
{
	unsigned i;

	runs->threads = profile_threads(profile);
	runs->count = profile->ends ? profile->end_count : runs->threads;
	runs->ends = memory_resize(NULL, runs->count, sizeof(*runs->ends));
	for (i = 0; i < runs->count; i++)
		runs->ends[i] = profile->ends ? profile->ends[i]
					      : profile->count * (i + 1) / runs->count;
}

/* The stacks of the profile, as `stacks` that may be freed, in order, and no more of them. */
static void profile_sort_all(const struct profile *profile, const struct stack **stacks,
			     enum profile_order order, struct sorted_runs *runs)
{
	struct ranks ranks;
	struct sort_job job = {.runs = runs};

	*runs = (struct sorted_runs){.ranks = &ranks};
	profile_sort_divide(profile, runs);
	profile_rank(profile, order, &ranks);
	job.items = make_items(stacks, profile->count);
	parallel_run(runs->count, sort_run, &job);
	runs->stacks = profile_sort_shrink(job.items, profile->count);
	sorted_runs_merge(runs);
	profile_rank_release(&ranks);
}

const struct stack **profile_sorted(const struct profile *profile, enum profile_order order)
{
	const struct stack **stacks = memory_resize(NULL, profile->count, sizeof(*stacks));
	struct sorted_runs runs;
	size_t i;

	assert(!profile->ends);
	for (i = 0; i < profile->count; i++)
		stacks[i] = profile->stacks[i];
	profile_sort_all(profile, stacks, order, &runs);
	free(runs.ends);
	return runs.stacks;
}

void profile_close(struct profile *profile, enum profile_order order)
{
	struct sorted_runs runs;

	hash_ids_release(&profile->index);
	profile_sort_all(profile, (const struct stack **)profile->stacks, order, &runs);
	profile->stacks = (struct stack **)runs.stacks;
	limits_use(((long long)runs.ends[0] - (long long)profile->cap) *
		   (long long)sizeof(*profile->stacks));
	profile->count = profile->cap = runs.ends[0];
	if (runs.overflow)
		profile_overflows(profile, runs.overflow);
	free(runs.ends);
	free(profile->ends);
	profile->ends = NULL;
	profile->is_sorted = order == PROFILE_BY_TEXT;
}
