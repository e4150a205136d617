/* SPDX-License-Identifier: MIT */
/*
 * Sorting. Names are ranked once, then stacks are compared as lists of numbers, two at a time, by
 * a quicksort that never looks again at what stacks are known to have in common. For the order of
 * the folded text a name counts twice: as an inner frame, with the `;` behind it, and as a leaf,
 * without.
 */
#include "common/parallel.h"
#include "common/profile.h"

struct ranked_name {
	struct slice name;
	uint32_t slot; /* 2 * id, + 1 for the inner frame */
};

static int compare_names(const void *left, const void *right)
{
	const struct ranked_name *a = left, *b = right;
	size_t common = a->name.len < b->name.len ? a->name.len : b->name.len;
	int order = common > 0 ? memcmp(a->name.ptr, b->name.ptr, common) : 0;
	int next_a, next_b;

	if (order != 0)
		return order;
	next_a = a->name.len > common ? (unsigned char)a->name.ptr[common] : a->slot & 1 ? ';' : -1;
	next_b = b->name.len > common ? (unsigned char)b->name.ptr[common] : b->slot & 1 ? ';' : -1;
	if (next_a != next_b)
		return next_a < next_b ? -1 : 1;
	return (a->name.len > b->name.len) - (a->name.len < b->name.len);
}

static int compare_plain_names(const void *left, const void *right)
{
	const struct ranked_name *a = left, *b = right;

	return slice_compare(a->name, b->name);
}

/* The rank of every slot, for the caller to free. */
static uint32_t *rank_names(const struct intern *names, enum profile_order order)
{
	size_t slots = 2 * names->count, i;
	struct ranked_name *sorted = memory_resize(NULL, slots, sizeof(*sorted));
	uint32_t *ranks = memory_resize(NULL, slots, sizeof(*ranks));
	size_t step = order == PROFILE_BY_TEXT ? 1 : 2, n = 0;

	for (i = 0; i < slots; i += step) {
		sorted[n].name = intern_name(names, (frame_id)(i / 2));
		sorted[n++].slot = (uint32_t)i;
	}
	qsort(sorted, n, sizeof(*sorted),
	      order == PROFILE_BY_TEXT ? compare_names : compare_plain_names);
	for (i = 0; i < n; i++) {
		ranks[sorted[i].slot] = (uint32_t)i;
		if (order == PROFILE_BY_FRAMES)
			ranks[sorted[i].slot + 1] = (uint32_t)i;
	}
	free(sorted);
	return ranks;
}

/* A stack and its ranks at two levels, 0 where it has ended. */
struct sortable {
	uint64_t key;
	const struct stack *stack;
};

static uint64_t rank_at(const uint32_t *ranks, const struct stack *stack, uint32_t level)
{
	if (level >= stack->depth)
		return 0;
	return (uint64_t)ranks[2 * (size_t)stack->frames[level] + (level + 1 < stack->depth)] + 1;
}

static uint64_t key_at(const uint32_t *ranks, const struct stack *stack, uint32_t level)
{
	return rank_at(ranks, stack, level) << 32 | rank_at(ranks, stack, level + 1);
}

/* Items that are equal below `level`; their keys are those of `level`, unless they are stale. */
struct range {
	struct sortable *items;
	size_t count;
	uint32_t level;
	bool stale;
};

struct ranges {
	struct range *at;
	size_t count, cap;
};

static void add_range(struct ranges *ranges, struct range range)
{
	if (range.count < 2)
		return;
	ranges->at = memory_grow(ranges->at, &ranges->cap, ranges->count + 1, sizeof(range));
	ranges->at[ranges->count++] = range;
}

static void swap(struct sortable *a, struct sortable *b)
{
	struct sortable c = *a;

	*a = *b;
	*b = c;
}

/* Somewhere in the middle of the keys, even if they were chosen by an enemy. */
static uint64_t choose_pivot(const struct range *range, uint64_t *random)
{
	uint64_t keys[3];
	size_t i;

	for (i = 0; i < 3; i++) {
		*random = *random * 6364136223846793005u + 1442695040888963407u;
		keys[i] = range->items[(*random >> 33) % range->count].key;
	}
	if (keys[0] > keys[1])
		return keys[0] < keys[2] ? keys[0] : keys[1] > keys[2] ? keys[1] : keys[2];
	return keys[1] < keys[2] ? keys[1] : keys[0] > keys[2] ? keys[0] : keys[2];
}

/* What is below, equal to and above a pivot; the equal ones go on two levels deeper. */
static void split(struct ranges *ranges, const struct range *range, uint64_t pivot)
{
	struct sortable *items = range->items;
	size_t below = 0, above = range->count, i = 0;

	while (i < above) {
		if (items[i].key < pivot)
			swap(&items[i++], &items[below++]);
		else if (items[i].key > pivot)
			swap(&items[i], &items[--above]);
		else
			i++;
	}
	add_range(ranges, (struct range){items, below, range->level, false});
	add_range(ranges, (struct range){items + above, range->count - above, range->level, false});
	if ((uint32_t)pivot != 0)
		add_range(ranges,
			  (struct range){items + below, above - below, range->level + 2, true});
}

static void sort_items(struct sortable *items, size_t count, const uint32_t *ranks)
{
	struct ranges ranges = {0};
	uint64_t random = 1;
	size_t i;

	add_range(&ranges, (struct range){items, count, 0, true});
	while (ranges.count > 0) {
		struct range range = ranges.at[--ranges.count];

		for (i = 0; range.stale && i < range.count; i++)
			range.items[i].key = key_at(ranks, range.items[i].stack, range.level);
		split(&ranges, &range, choose_pivot(&range, &random));
	}
	free(ranges.at);
}

static int compare(const uint32_t *ranks, const struct stack *a, const struct stack *b)
{
	uint32_t level;

	for (level = 0; level < a->depth && level < b->depth; level++) {
		uint64_t left = rank_at(ranks, a, level), right = rank_at(ranks, b, level);

		if (left != right)
			return left < right ? -1 : 1;
	}
	return (a->depth > b->depth) - (a->depth < b->depth);
}

/* Every thread sorts a part; then neighbours are merged until one part is left. */
struct job {
	const uint32_t *ranks;
	struct sortable *items, *room;
	size_t count;
	unsigned parts, width; /* this many parts have become one */
};

static size_t begin_of(const struct job *job, size_t part)
{
	return part >= job->parts ? job->count : job->count / job->parts * part;
}

static void sort_part(void *context, unsigned part)
{
	const struct job *job = context;
	size_t begin = begin_of(job, part);

	sort_items(job->items + begin, begin_of(job, part + 1) - begin, job->ranks);
}

static void merge_parts(void *context, unsigned pair)
{
	const struct job *job = context;
	size_t first = (size_t)pair * 2 * job->width;
	size_t a = begin_of(job, first), middle = begin_of(job, first + job->width);
	size_t b = middle, end = begin_of(job, first + 2 * (size_t)job->width), to = a;

	while (a < middle && b < end) {
		bool left = compare(job->ranks, job->items[a].stack, job->items[b].stack) < 0;

		job->room[to++] = job->items[left ? a++ : b++];
	}
	while (a < middle)
		job->room[to++] = job->items[a++];
	while (b < end)
		job->room[to++] = job->items[b++];
}

static void sort_all(struct job *job)
{
	parallel_run(job->parts, sort_part, job);
	if (job->parts > 1)
		job->room = memory_resize(NULL, job->count, sizeof(*job->room));
	for (job->width = 1; job->width < job->parts; job->width *= 2) {
		struct sortable *merged = job->room;

		parallel_run((job->parts + 2 * job->width - 1) / (2 * job->width), merge_parts,
			     job);
		job->room = job->items;
		job->items = merged;
	}
	free(job->room);
}

unsigned profile_threads(const struct profile *profile)
{
	const size_t worthwhile = 4096; /* stacks a thread */

	if (profile->threads < 2 || profile->count / worthwhile < 2)
		return 1;
	return profile->count / worthwhile < profile->threads
		       ? (unsigned)(profile->count / worthwhile)
		       : profile->threads;
}

const struct stack **profile_sorted(const struct profile *profile, enum profile_order order)
{
	const struct stack **sorted = memory_resize(NULL, profile->count, sizeof(*sorted));
	uint32_t *ranks = rank_names(&profile->names, order);
	struct job job = {
		.ranks = ranks,
		.items = memory_resize(NULL, profile->count, sizeof(*job.items)),
		.count = profile->count,
		.parts = profile_threads(profile),
	};
	size_t i;

	for (i = 0; i < profile->count; i++)
		job.items[i].stack = profile->stacks[i];
	sort_all(&job);
	for (i = 0; i < profile->count; i++)
		sorted[i] = job.items[i].stack;
	free(ranks);
	free(job.items);
	return sorted;
}
