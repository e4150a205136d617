/* SPDX-License-Identifier: MIT */
#include "common/profile.h"

#include "common/diag.h"

void profile_release(struct profile *profile)
{
	hash_index_release(&profile->index);
	free(profile->stacks);
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
	size_t n;
	int i;

	if (scale <= profile->scale)
		return;
	for (i = 0; i < 2; i++) {
		for (n = 0; n < profile->count; n++) {
			if (!scale_u64(&profile->stacks[n]->count[i], digits))
				profile->overflow = profile->stacks[n];
		}
		if (!scale_u64(&profile->total[i], digits))
			profile->total_overflow = true;
	}
	profile->scale = scale;
}

static uint32_t hash_frames(const frame_id *frames, uint32_t depth)
{
	return hash_bytes(frames, depth * sizeof(*frames));
}

static struct stack *find(const struct profile *profile, const frame_id *frames, uint32_t depth,
			  uint32_t hash)
{
	size_t at = hash;
	uint32_t number;

	while ((number = hash_index_next(&profile->index, hash, &at)) != HASH_NONE) {
		struct stack *stack = profile->stacks[number];

		if (stack->depth == depth &&
		    (depth == 0 || memcmp(stack->frames, frames, depth * sizeof(*frames)) == 0))
			return stack;
	}
	return NULL;
}

static void insert(struct profile *profile, struct stack *stack, uint32_t hash)
{
	if (profile->count >= HASH_NONE)
		diag_die("more than %u different stacks", HASH_NONE);
	profile->stacks = memory_grow(profile->stacks, &profile->cap, profile->count + 1,
				      sizeof(struct stack *));
	hash_index_add(&profile->index, hash, (uint32_t)profile->count);
	profile->stacks[profile->count++] = stack;
}

static struct stack *stack_of(struct profile *profile, const frame_id *frames, uint32_t depth)
{
	uint32_t hash = hash_frames(frames, depth);
	struct stack *stack = find(profile, frames, depth, hash);
	size_t size = depth * sizeof(*frames);
	frame_id *copy;

	if (stack)
		return stack;
	stack = arena_alloc(&profile->arena, sizeof(*stack) + size);
	copy = (frame_id *)(stack + 1);
	if (size > 0)
		memcpy(copy, frames, size);
	*stack = (struct stack){.frames = copy, .depth = depth};
	insert(profile, stack, hash);
	return stack;
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

/* Give a stack of another profile to this one; its memory has been joined already. */
static void take(struct profile *into, struct stack *stack, const frame_id *ids)
{
	frame_id *frames = (frame_id *)stack->frames; /* written once more, by its owner */
	uint64_t count[2] = {stack->count[0], stack->count[1]};
	struct stack *known;
	uint32_t hash, i;

	for (i = 0; i < stack->depth; i++)
		frames[i] = ids[frames[i]];
	hash = hash_frames(frames, stack->depth);
	known = find(into, frames, stack->depth, hash);
	if (!known) {
		stack->count[0] = stack->count[1] = 0;
		insert(into, stack, hash);
		known = stack;
	}
	known->differential |= stack->differential;
	add_counts(into, known, count);
}

void profile_merge(struct profile *into, struct profile *from)
{
	frame_id *ids = memory_resize(NULL, from->names.count, sizeof(*ids));
	size_t i;

	profile_rescale(into, from->scale);
	profile_rescale(from, into->scale);
	for (i = 0; i < from->names.count; i++)
		ids[i] = profile_frame(into, intern_name(&from->names, (frame_id)i));
	into->differential |= from->differential;
	into->total_overflow |= from->total_overflow;
	if (from->overflow)
		into->overflow = from->overflow;
	arena_join(&into->arena, &from->arena);
	for (i = 0; i < from->count; i++)
		take(into, from->stacks[i], ids);
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
	size_t n, i;

	for (n = 0; n < profile->count; n++) {
		const struct stack *stack = profile->stacks[n];
		uint32_t *list = arena_alloc(&arena, stack->depth * sizeof(*list)), level;

		for (level = 0; level < stack->depth; level++)
			list[level] = ranks[2 * (size_t)stack->frames[level] +
					    (level + 1 < stack->depth)];
		items[n] = (struct sortable){stack, list};
	}
	qsort(items, n, sizeof(*items), compare_stacks);
	for (i = 0; i < n; i++)
		sorted[i] = items[i].stack;
	arena_release(&arena);
	free(ranks);
	free(items);
	return sorted;
}
