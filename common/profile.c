/* SPDX-License-Identifier: MIT */
#include "common/profile.h"

#include "common/hash.h"

struct profile_entry {
	struct stack stack;
	UT_hash_handle hh; /* key: the frames */
};

void profile_release(struct profile *profile)
{
	HASH_CLEAR(hh, profile->table);
	intern_release(&profile->names);
	arena_release(&profile->arena);
	*profile = (struct profile){0};
}

/* *sum += more; false, and *sum the largest number, if that does not fit. */
static bool add_u64(uint64_t *sum, uint64_t more)
{
	if (more > UINT64_MAX - *sum) {
		*sum = UINT64_MAX;
		return false;
	}
	*sum += more;
	return true;
}

static bool scale_u64(uint64_t *value, unsigned digits)
{
	for (; digits > 0; digits--) {
		if (*value > UINT64_MAX / 10)
			return false;
		*value *= 10;
	}
	return true;
}

static void add_counts(struct profile *profile, struct stack *stack, const uint64_t count[2])
{
	int i;

	for (i = 0; i < 2; i++) {
		if (!add_u64(&stack->count[i], count[i]))
			profile->overflow = stack;
		if (!add_u64(&profile->total[i], count[i]))
			profile->total_overflow = true;
	}
}

void profile_rescale(struct profile *profile, unsigned scale)
{
	unsigned digits = scale - profile->scale;
	struct profile_entry *entry;
	int i;

	if (scale <= profile->scale)
		return;
	for (i = 0; i < 2; i++) {
		for (entry = profile->table; entry; entry = entry->hh.next) {
			if (!scale_u64(&entry->stack.count[i], digits))
				profile->overflow = &entry->stack;
		}
		if (!scale_u64(&profile->total[i], digits))
			profile->total_overflow = true;
	}
	profile->scale = scale;
}

static const frame_id no_frames[1]; /* of an empty stack: memcmp() wants a pointer */

static struct profile_entry *find(const struct profile *profile, const frame_id *frames,
				  uint32_t depth, uint32_t hash)
{
	struct profile_entry *entry;

	HASH_FIND_BYHASHVALUE(hh, profile->table, frames, depth * sizeof(*frames), hash, entry);
	return entry;
}

static void insert(struct profile *profile, struct profile_entry *entry, uint32_t hash)
{
	HASH_ADD_KEYPTR_BYHASHVALUE(hh, profile->table, entry->stack.frames,
				    entry->stack.depth * sizeof(frame_id), hash, entry);
	profile->count++;
}

static struct stack *stack_of(struct profile *profile, const frame_id *frames, uint32_t depth)
{
	size_t size = depth * sizeof(*frames);
	uint32_t hash = hash_bytes(frames, size);
	struct profile_entry *entry;
	frame_id *copy;

	if (depth == 0)
		frames = no_frames;
	entry = find(profile, frames, depth, hash);
	if (entry)
		return &entry->stack;
	entry = arena_alloc(&profile->arena, sizeof(*entry));
	copy = arena_alloc(&profile->arena, size);
	if (size > 0)
		memcpy(copy, frames, size);
	entry->stack = (struct stack){.frames = copy, .depth = depth};
	insert(profile, entry, hash);
	return &entry->stack;
}

void profile_add(struct profile *profile, const frame_id *frames, uint32_t depth,
		 const struct weight *weight)
{
	struct stack *stack = stack_of(profile, frames, depth);
	uint64_t count[2] = {weight->count[0], weight->count[1]};

	profile_rescale(profile, weight->scale);
	if (!scale_u64(&count[0], profile->scale - weight->scale) ||
	    !scale_u64(&count[1], profile->scale - weight->scale))
		profile->overflow = stack;
	stack->differential |= weight->differential;
	if (weight->overflow)
		profile->overflow = stack;
	profile->differential |= weight->differential;
	add_counts(profile, stack, count);
}

void profile_add_count(struct profile *profile, const frame_id *frames, uint32_t depth,
		       uint64_t count)
{
	profile_add(profile, frames, depth, &(struct weight){.count = {count, count}});
}

/* Give `entry` of another profile to this one; its memory has been joined already. */
static void take(struct profile *into, struct profile_entry *entry, const frame_id *ids)
{
	frame_id *frames = (frame_id *)entry->stack.frames; /* written once more, by its owner */
	size_t size = entry->stack.depth * sizeof(*frames);
	uint64_t count[2] = {entry->stack.count[0], entry->stack.count[1]};
	bool differential = entry->stack.differential;
	struct profile_entry *known;
	uint32_t hash, i;

	for (i = 0; i < entry->stack.depth; i++)
		frames[i] = ids[frames[i]];
	hash = hash_bytes(frames, size);
	known = find(into, frames, entry->stack.depth, hash);
	if (!known) {
		entry->stack.count[0] = entry->stack.count[1] = 0;
		insert(into, entry, hash);
		known = entry;
	}
	known->stack.differential |= differential;
	add_counts(into, &known->stack, count);
}

void profile_merge(struct profile *into, struct profile *from)
{
	frame_id *ids = memory_resize(NULL, from->names.count, sizeof(*ids));
	struct profile_entry *entry, *next;
	size_t i;

	profile_rescale(into, from->scale);
	profile_rescale(from, into->scale);
	for (i = 0; i < from->names.count; i++)
		ids[i] = profile_frame(into, intern_name(&from->names, (frame_id)i));
	into->differential |= from->differential;
	into->total_overflow |= from->total_overflow;
	if (from->overflow)
		into->overflow = from->overflow;
	entry = from->table;
	HASH_CLEAR(hh, from->table);
	arena_join(&into->arena, &from->arena);
	for (; entry; entry = next) {
		next = entry->hh.next;
		take(into, entry, ids);
	}
	free(ids);
	profile_release(from);
}

/*
 * Sorting. Names are ranked once, then stacks are compared as lists of numbers. For the
 * order of the folded text a name counts twice: as an inner frame, with the `;` behind it,
 * and as a leaf, without.
 */
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

struct sortable {
	const struct stack *stack;
	const uint32_t *ranks; /* one a frame */
};

static int compare_stacks(const void *left, const void *right)
{
	const struct sortable *a = left, *b = right;
	uint32_t common = a->stack->depth < b->stack->depth ? a->stack->depth : b->stack->depth, i;

	for (i = 0; i < common; i++) {
		if (a->ranks[i] != b->ranks[i])
			return a->ranks[i] < b->ranks[i] ? -1 : 1;
	}
	return (a->stack->depth > b->stack->depth) - (a->stack->depth < b->stack->depth);
}

const struct stack **profile_sorted(const struct profile *profile, enum profile_order order)
{
	struct sortable *items = memory_resize(NULL, profile->count, sizeof(*items));
	const struct stack **sorted = memory_resize(NULL, profile->count, sizeof(*sorted));
	uint32_t *ranks = rank_names(&profile->names, order);
	struct arena arena = {0};
	const struct profile_entry *entry;
	size_t n = 0, i;

	for (entry = profile->table; entry; entry = entry->hh.next) {
		const struct stack *stack = &entry->stack;
		uint32_t *list = arena_alloc(&arena, stack->depth * sizeof(*list)), level;

		for (level = 0; level < stack->depth; level++)
			list[level] = ranks[2 * (size_t)stack->frames[level] +
					    (level + 1 < stack->depth)];
		items[n++] = (struct sortable){stack, list};
	}
	qsort(items, n, sizeof(*items), compare_stacks);
	for (i = 0; i < n; i++)
		sorted[i] = items[i].stack;
	arena_release(&arena);
	free(ranks);
	free(items);
	return sorted;
}
