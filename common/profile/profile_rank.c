/* SPDX-License-Identifier: MIT */
/*
 * Names are ranked once. For the order of the folded text a name counts twice: as an inner frame,
 * with the `;` after it, and as a leaf, without.
 */
#include "common/profile/profile_rank.h"

#include "common/base/parallel.h"
#include "common/table/keysort.h"

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
			uint32_t *rank = rank_of(marking->ranks, profile->stacks[i], level);

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
