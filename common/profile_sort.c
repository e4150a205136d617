/* SPDX-License-Identifier: MIT */
/*
 * Sorting. Names are ranked once, then stacks are compared as lists of numbers, two at a time, by
 * a quicksort that never looks again at what stacks are known to have in common. For the order of
 * the folded text a name counts twice: as an inner frame, with the `;` behind it, and as a leaf,
 * without.
 */
#include "common/keysort.h"
#include "common/parallel.h"
#include "common/profile.h"

/*
 * A slot is 2 * id, + 1 for the inner frame. Its text is the name, and where both kinds are told
 * from each other, for an inner frame, the `;`.
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

static struct slice name_of(const struct ranking *ranking, const struct keysort_item *item)
{
	return intern_name(ranking->names, (frame_id)(item->of.number / 2));
}

static uint64_t name_key(const void *context, const struct keysort_item *item, uint32_t level)
{
	struct slice name = name_of(context, item);
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

static int compare_names(const void *context, const struct keysort_item *a,
			 const struct keysort_item *b)
{
	struct slice left = name_of(context, a), right = name_of(context, b);
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

/*
 * The ranks of names as leaves and as inner frames, by id. A name is seldom both: what nobody asks
 * for is never written, so it takes no memory. Where the kinds are the same so are the arrays.
 */
struct ranks {
	uint32_t *of[2];
	bool same;
};

static uint32_t *rank_of(const struct ranks *ranks, const struct stack *stack, uint32_t level)
{
	return &ranks->of[level + 1 < stack->depth][stack->frames[level]];
}

/* The slots that occur, for the caller to free; ranks of others are no matter. */
static struct keysort_item *used_slots(const struct profile *profile, const struct ranks *ranks,
				       size_t *count)
{
	struct keysort_item *used;
	size_t i, kind, n = 0;
	uint32_t level;

	for (i = 0; i < profile->count; i++) {
		for (level = 0; level < profile->stacks[i]->depth; level++) {
			uint32_t *rank = rank_of(ranks, profile->stacks[i], level);

			n += *rank == 0;
			*rank = 1;
		}
	}
	*count = n;
	used = memory_resize(NULL, n, sizeof(*used));
	for (i = 0, n = 0; i < profile->names.count; i++) {
		for (kind = 0; kind < (ranks->same ? 1 : 2); kind++) {
			if (ranks->of[kind][i] != 0)
				used[n++].of.number = 2 * i + kind;
		}
	}
	return used;
}

static void rank_names(const struct profile *profile, enum profile_order order, struct ranks *ranks)
{
	const struct ranking ranking = {&profile->names, order == PROFILE_BY_TEXT};
	const struct keysort by = {&ranking, name_key, 1, name_ends, compare_names};
	struct keysort_item *used;
	size_t count, i;

	ranks->same = !ranking.by_text;
	ranks->of[0] = memory_clear(profile->names.count, sizeof(uint32_t));
	ranks->of[1] = ranks->same ? ranks->of[0]
				   : memory_clear(profile->names.count, sizeof(uint32_t));
	used = used_slots(profile, ranks, &count);
	keysort(&by, used, count);
	for (i = 0; i < count; i++)
		ranks->of[used[i].of.number % 2][used[i].of.number / 2] = (uint32_t)i;
	free(used);
}

static void release_ranks(struct ranks *ranks)
{
	free(ranks->of[0]);
	if (!ranks->same)
		free(ranks->of[1]);
}

/* A stack's ranks at two levels, 0 where it has ended. */
static uint64_t rank_at(const struct ranks *ranks, const struct stack *stack, uint32_t level)
{
	return level < stack->depth ? (uint64_t)*rank_of(ranks, stack, level) + 1 : 0;
}

static uint64_t stack_key(const void *context, const struct keysort_item *item, uint32_t level)
{
	const struct stack *stack = item->of.thing;

	return rank_at(context, stack, level) << 32 | rank_at(context, stack, level + 1);
}

static bool stack_ends(uint64_t key)
{
	return (uint32_t)key == 0;
}

static int compare(const struct ranks *ranks, const struct stack *a, const struct stack *b)
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
	const struct ranks *ranks;
	struct keysort_item *items; /* then, in the same memory, the stacks alone */
	const struct stack **stacks, **room;
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
	const struct keysort by = {job->ranks, stack_key, 2, stack_ends, NULL};
	size_t begin = begin_of(job, part);

	keysort(&by, job->items + begin, begin_of(job, part + 1) - begin);
}

static void merge_parts(void *context, unsigned pair)
{
	const struct job *job = context;
	size_t first = (size_t)pair * 2 * job->width;
	size_t a = begin_of(job, first), middle = begin_of(job, first + job->width);
	size_t b = middle, end = begin_of(job, first + 2 * (size_t)job->width), to = a;

	while (a < middle && b < end) {
		bool left = compare(job->ranks, job->stacks[a], job->stacks[b]) < 0;

		job->room[to++] = job->stacks[left ? a++ : b++];
	}
	while (a < middle)
		job->room[to++] = job->stacks[a++];
	while (b < end)
		job->room[to++] = job->stacks[b++];
}

static void merge_all(struct job *job)
{
	if (job->parts > 1)
		job->room = memory_resize(NULL, job->count, sizeof(*job->room));
	for (job->width = 1; job->width < job->parts; job->width *= 2) {
		const struct stack **merged = job->room;

		parallel_run((job->parts + 2 * job->width - 1) / (2 * job->width), merge_parts,
			     job);
		job->room = job->stacks;
		job->stacks = merged;
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

/* Twice the memory for as many stacks, from the last one on: then there is a key beside each. */
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
static const struct stack **shrink(struct keysort_item *items, size_t count)
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

/* The stacks of the profile, as `stacks` that may be freed, in order. */
static const struct stack **sort(const struct profile *profile, const struct stack **stacks,
				 enum profile_order order)
{
	struct ranks ranks;
	struct job job = {
		.ranks = &ranks,
		.count = profile->count,
		.parts = profile_threads(profile),
	};

	rank_names(profile, order, &ranks);
	job.items = make_items(stacks, job.count);
	parallel_run(job.parts, sort_part, &job);
	job.stacks = shrink(job.items, job.count);
	merge_all(&job);
	release_ranks(&ranks);
	return job.stacks;
}

const struct stack **profile_sorted(const struct profile *profile, enum profile_order order)
{
	const struct stack **stacks = memory_resize(NULL, profile->count, sizeof(*stacks));
	size_t i;

	for (i = 0; i < profile->count; i++)
		stacks[i] = profile->stacks[i];
	return sort(profile, stacks, order);
}

void profile_close(struct profile *profile)
{
	profile_settle(profile);
	hash_numbers_release(&profile->index);
	hash_numbers_release(&profile->names.index);
	profile->stacks = (struct stack **)sort(profile, (const struct stack **)profile->stacks,
						PROFILE_BY_TEXT);
	profile->cap = profile->count;
	profile->is_sorted = true;
}
