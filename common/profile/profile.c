/* SPDX-License-Identifier: MIT */
#include "common/profile/profile.h"

#include <assert.h>

#include "common/base/checked.h"
#include "common/base/diag.h"
#include "common/base/parallel.h"

enum { TOGETHER = 16 }; /* stacks whose cache misses overlap when profiles are merged */

void profile_release_stacks(struct profile *profile)
{
	assert(!profile->labels);
	hash_ids_release(&profile->index);
	memory_drop(profile->stacks, profile->cap, sizeof(*profile->stacks));
	free(profile->ends);
	arena_release(&profile->arena);
	profile->stacks = NULL;
	profile->ends = NULL;
	profile->overflow = NULL;
	profile->count = profile->cap = 0;
}

void profile_release(struct profile *profile)
{
	labels_free(profile->labels);
	profile->labels = NULL;
	profile_release_stacks(profile);
	intern_release(&profile->names);
	header_release(&profile->header);
	*profile = (struct profile){0};
}

void profile_become(struct profile *into, struct profile *from)
{
	const struct header header = into->header;

	assert(profile_is_empty(into));
	header_release(&from->header);
	*into = *from;
	into->header = header;
	into->is_sorted = false;
	*from = (struct profile){0};
}

void profile_freeze(struct profile *profile)
{
	hash_ids_release(&profile->index);
	intern_freeze(&profile->names);
}

/* *sum += more; false, and *sum the largest number, if that does not fit. */
static bool profile_add_up_to_max(uint64_t *sum, uint64_t more)
{
	if (u64_add(sum, more))
		return true;
	*sum = UINT64_MAX;
	return false;
}

bool stack_add(struct stack *stack, const uint64_t count[2])
{
	bool left = profile_add_up_to_max(&stack->count[0], count[0]);
	bool right = profile_add_up_to_max(&stack->count[1], count[1]);

	return left && right;
}

static void add_total(struct profile *profile, const uint64_t count[2])
{
	bool left = profile_add_up_to_max(&profile->total[0], count[0]);
	bool right = profile_add_up_to_max(&profile->total[1], count[1]);

	profile->total_overflow |= !left || !right;
}

/* Order by the names of frames. */
static bool profile_is_before(const struct profile *profile, const struct stack *a,
			      const struct stack *b)
{
	uint32_t level;
	int order;

	for (level = 0; level < a->depth && level < b->depth; level++) {
		order = slice_compare(intern_name(&profile->names, a->frames[level]),
				      intern_name(&profile->names, b->frames[level]));
		if (order != 0)
			return order < 0;
	}
	return a->depth < b->depth;
}

void profile_overflows(struct profile *profile, const struct stack *stack)
{
	if (!profile->overflow || profile_is_before(profile, stack, profile->overflow))
		profile->overflow = stack;
}

static void profile_add_counts(struct profile *profile, struct stack *stack,
			       const uint64_t count[2])
{
	if (UNLIKELY(!stack_add(stack, count)))
		profile_overflows(profile, stack);
	add_total(profile, count);
}

/* The counts of a sample, which has the current labels. */
static void add_sample(struct profile *profile, struct stack *stack, const uint64_t count[2])
{
	if (UNLIKELY(profile->labels != NULL))
		labels_add(profile->labels, stack, count);
	profile_add_counts(profile, stack, count);
}

void profile_label(struct profile *profile)
{
	size_t i;

	if (profile->labels)
		return;
	profile->labels = labels_new();
	for (i = 0; i < profile->count; i++)
		labels_add(profile->labels, profile->stacks[i], profile->stacks[i]->count);
}

size_t profile_rows(const struct profile *profile)
{
	return profile->labels ? profile->labels->count : profile->count;
}

static struct label_row profile_row(const struct profile *profile, size_t number)
{
	struct stack *stack;

	if (profile->labels)
		return profile->labels->rows[number];
	stack = profile->stacks[number];
	return (struct label_row){
		stack, LABEL_NO_TIME, {stack->count[0], stack->count[1]}, LABEL_NO_SET};
}

/* A count that does not fit is one of a stack's that does not. */
static void rescale_rows(struct labels *labels, unsigned digits)
{
	size_t i;

	for (i = 0; i < labels->count; i++) {
		u64_scale(&labels->rows[i].count[0], digits);
		u64_scale(&labels->rows[i].count[1], digits);
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
			if (!u64_scale(&profile->stacks[n]->count[i], digits))
				profile_overflows(profile, profile->stacks[n]);
		}
		if (!u64_scale(&profile->total[i], digits))
			profile->total_overflow = true;
	}
	if (profile->labels)
		rescale_rows(profile->labels, digits);
	profile->scale = scale;
}

/*
 * Stacks that differ in the last two bits of their leaves are neighbours in the table: where there
 * are most stacks leaves are new, and their ids count up.
 */
NOINLINE uint32_t profile_hash(const frame_id *frames, uint32_t depth)
{
	const frame_id leaf = depth > 0 ? frames[depth - 1] : 0;
	const uint64_t above = depth > 1 ? hash_bytes(frames, (depth - 1) * sizeof(*frames))
					 : depth;

	return (ids_hash(above << 32 | leaf / 4) & ~3u) | leaf % 4;
}

struct stack *profile_look_up(const struct profile *profile, const frame_id *frames,
			      struct profile_place place)
{
	size_t at = place.hash;
	uint32_t number;

	while ((number = hash_ids_next(&profile->index, place.hash, &at)) != HASH_NONE) {
		struct stack *stack = profile->stacks[number];

		if (stack->depth == place.depth &&
		    (place.depth == 0 ||
		     memcmp(stack->frames, frames, place.depth * sizeof(*frames)) == 0))
			return stack;
	}
	return NULL;
}

static uint32_t profile_hash_again(const void *profile, uint32_t number)
{
	const struct stack *stack = ((const struct profile *)profile)->stacks[number];

	return profile_hash(stack->frames, stack->depth);
}

static void insert(struct profile *profile, struct stack *stack, uint32_t hash)
{
	assert(!profile->ends);
	if (profile->count >= HASH_NONE)
		diag_die("more than %u different stacks", HASH_NONE);
	profile->stacks = memory_grow_counted(profile->stacks, &profile->cap, profile->count + 1,
					      sizeof(struct stack *));
	hash_ids_add(&profile->index, hash, (uint32_t)profile->count, profile_hash_again, profile);
	profile->stacks[profile->count++] = stack;
}

struct stack *profile_stack(struct profile *profile, const frame_id *frames, uint32_t depth)
{
	size_t size = depth * sizeof(*frames);
	struct stack *stack = arena_alloc_words(&profile->arena,
						offsetof(struct stack, frames) + size);

	stack->count[0] = stack->count[1] = 0;
	stack->depth = depth & (STACK_DEPTHS - 1);
	stack->is_moved = stack->differential = false;
	if (size > 0)
		memcpy(stack->frames, frames, size);
	return stack;
}

struct stack *profile_insert(struct profile *profile, const frame_id *frames,
			     struct profile_place place)
{
	struct stack *stack = profile_stack(profile, frames, place.depth);

	insert(profile, stack, place.hash);
	return stack;
}

static struct stack *stack_of(struct profile *profile, const frame_id *frames,
			      struct profile_place place)
{
	struct stack *stack = profile_look_up(profile, frames, place);

	return stack ? stack : profile_insert(profile, frames, place);
}

struct stack *profile_find(struct profile *profile, const frame_id *frames, uint32_t depth)
{
	return stack_of(profile, frames, profile_place_of(frames, depth));
}

void profile_weigh(struct profile *profile, struct stack *stack, const struct weight *weight)
{
	uint64_t count[2] = {weight->count[0], weight->count[1]};

	profile_rescale(profile, weight->scale);
	if (!u64_scale(&count[0], profile->scale - weight->scale) ||
	    !u64_scale(&count[1], profile->scale - weight->scale))
		profile_overflows(profile, stack);
	if (weight->differential)
		stack->differential = true;
	if (weight->overflow)
		profile_overflows(profile, stack);
	profile->differential |= weight->differential;
	add_sample(profile, stack, count);
}

void profile_add(struct profile *profile, const frame_id *frames, uint32_t depth,
		 const struct weight *weight)
{
	profile_weigh(profile, profile_find(profile, frames, depth), weight);
}

void profile_wait(const struct profile *profile, struct waiting_stack *waiting,
		  const frame_id *frames, uint32_t depth, const struct weight *weight)
{
	assert(waiting->depth == 0 && profile_can_wait(profile, depth));
	memcpy(waiting->frames, frames, depth * sizeof(*frames));
	waiting->depth = depth;
	waiting->hash = profile_hash(frames, depth);
	waiting->weight = *weight;
	hash_ids_fetch(&profile->index, waiting->hash);
}

void profile_settle(struct profile *profile, struct waiting_stack *waiting)
{
	if (waiting->depth > 0)
		profile_weigh(profile,
			      stack_of(profile, waiting->frames,
				       (struct profile_place){waiting->depth, waiting->hash}),
			      &waiting->weight);
	waiting->depth = 0;
}

void profile_add_again(struct profile *profile, struct stack *stack, uint64_t count)
{
	uint64_t counts[2] = {count, count};

	if (!u64_scale(&counts[0], profile->scale) || !u64_scale(&counts[1], profile->scale))
		profile_overflows(profile, stack);
	add_sample(profile, stack, counts);
}

struct stack *profile_add_count(struct profile *profile, const frame_id *frames, uint32_t depth,
				uint64_t count)
{
	struct stack *stack = profile_find(profile, frames, depth);

	profile_add_again(profile, stack, count);
	return stack;
}

static uint32_t translate(struct stack *stack, const frame_id *ids)
{
	uint32_t i;

	for (i = 0; i < stack->depth; i++)
		stack->frames[i] = ids[stack->frames[i]];
	return profile_hash(stack->frames, stack->depth);
}

/* Add the rows of another profile, whose stacks have been added. */
static void take_rows(struct profile *into, const struct profile *from)
{
	struct labels *labels = into->labels;
	uint32_t *sets;
	size_t i;

	labels_rescale(labels, from->labels->time_digits);
	sets = labels_map(labels, from->labels);
	for (i = 0; i < from->labels->count; i++) {
		const struct label_row *row = &from->labels->rows[i];

		labels_use(labels, sets[row->set]);
		labels->time = labels_time(labels, row->time, from->labels->time_digits);
		labels_add(labels, stack_moved(row->stack), row->count);
	}
	labels_clear(labels);
	free(sets);
}

/* Give a stack of another profile to this one; its memory has been joined already. */
static void profile_take(struct profile *into, struct stack *stack, uint32_t hash)
{
	uint64_t count[2] = {stack->count[0], stack->count[1]};
	struct stack *known = profile_look_up(into, stack->frames,
					      (struct profile_place){stack->depth, hash});

	if (!known) {
		stack->count[0] = stack->count[1] = 0;
		insert(into, stack, hash);
		known = stack;
	}
	if (stack->differential)
		known->differential = true;
	if (known != stack && into->labels)
		stack_move(stack, known);
	profile_add_counts(into, known, count);
}

static void take_all(struct profile *into, const struct profile *from, const frame_id *ids)
{
	uint32_t hashes[TOGETHER];
	size_t begin, i, end;

	for (begin = 0; begin < from->count; begin = end) {
		end = from->count - begin < TOGETHER ? from->count : begin + TOGETHER;
		for (i = begin; i < end; i++) {
			struct stack *stack = from->stacks[i];
			uint32_t hash = ids ? translate(stack, ids)
					    : profile_hash(stack->frames, stack->depth);

			hashes[i - begin] = hash;
			hash_ids_fetch(&into->index, hash);
		}
		for (i = begin; i < end; i++)
			profile_take(into, from->stacks[i], hashes[i - begin]);
	}
}

/*
 * Intern the names of `from` in `into`. Returns the new id of each old id, for the caller to
 * free(); NULL if ids stay the same.
 */
static frame_id *take_names(struct profile *into, struct profile *from)
{
	frame_id *ids;

	if (intern_shares(&into->names, &from->names))
		return NULL;
	ids = memory_resize(NULL, from->names.count, sizeof(*ids));
	hash_ids_release(&from->names.index);
	intern_add_all(&into->names, &from->names, ids);
	return ids;
}

/*
 * Move everything but stacks and their sums from `from` into `into`. Returns ids as take_names()
 * does.
 */
static frame_id *take_most(struct profile *into, struct profile *from)
{
	frame_id *ids;

	profile_rescale(into, from->scale);
	profile_rescale(from, into->scale);
	hash_ids_release(&from->index);
	ids = take_names(into, from);
	into->differential |= from->differential;
	into->total_overflow |= from->total_overflow;
	header_merge(&into->header, &from->header);
	intern_release(&from->names);
	arena_join(&into->arena, &from->arena);
	return ids;
}

void profile_merge(struct profile *into, struct profile *from)
{
	frame_id *ids;

	if (into->labels || from->labels) {
		profile_label(into);
		profile_label(from);
	}
	ids = take_most(into, from);
	take_all(into, from, ids);
	if (into->labels)
		take_rows(into, from);
	if (from->overflow)
		profile_overflows(into, stack_moved((struct stack *)from->overflow));
	free(ids);
	profile_release(from);
}

/* One thread's share of joining: the stacks of a profile get the ids of the first. */
struct joining {
	struct profile *const *profiles;
	frame_id **ids;
};

static void translate_all(void *context, unsigned index)
{
	const struct joining *joining = context;
	const struct profile *from = joining->profiles[index + 1];
	size_t i, level;

	if (!joining->ids[index])
		return;
	for (i = 0; i < from->count; i++) {
		struct stack *stack = from->stacks[i];

		for (level = 0; level < stack->depth; level++)
			stack->frames[level] = joining->ids[index][stack->frames[level]];
	}
}

static void append(struct profile *into, struct profile *from)
{
	if (from->count > 0)
		memcpy(into->stacks + into->count, from->stacks,
		       from->count * sizeof(struct stack *));
	into->count += from->count;
	if (from->overflow)
		profile_overflows(into, from->overflow);
	add_total(into, from->total);
	profile_release(from);
}

void profile_join(struct profile *const *profiles, unsigned count)
{
	struct profile *into = profiles[0];
	struct joining joining = {profiles, NULL};
	size_t all = into->count;
	unsigned i;

	if (count < 2)
		return;
	joining.ids = memory_resize(NULL, count, sizeof(*joining.ids));
	for (i = 1; i < count; i++) /* so that all are brought to the finest */
		profile_rescale(into, profiles[i]->scale);
	for (i = 1; i < count; i++) {
		joining.ids[i - 1] = take_most(into, profiles[i]);
		all += profiles[i]->count;
	}
	parallel_run(count - 1, translate_all, &joining);
	hash_ids_release(&into->index);
	into->stacks = memory_resize(into->stacks, all, sizeof(struct stack *));
	limits_use(((long long)all - (long long)into->cap) * (long long)sizeof(struct stack *));
	into->cap = all;
	into->ends = memory_resize(NULL, count, sizeof(*into->ends));
	into->end_count = count;
	into->ends[0] = into->count;
	for (i = 1; i < count; i++) {
		free(joining.ids[i - 1]);
		append(into, profiles[i]);
		into->ends[i] = into->count;
	}
	free(joining.ids);
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

/* Rows of one stack lie anywhere: what is known of it lies in the stack. */
static struct stack *edited(const struct profile *from, struct stack *old,
			    const struct profile_editor *editor)
{
	struct stack *stack;

	if (!from->labels)
		return editor->stack(editor->context, old);
	if (!old->is_moved) {
		stack = editor->stack(editor->context, old);
		stack_move(old, stack);
	}
	return stack_moved(old);
}

/* The counts of stacks whose rows have been edited, again. */
static void profile_edit_restore(struct profile *from)
{
	size_t i;

	for (i = 0; i < from->count; i++) {
		struct stack *stack = from->stacks[i];

		if (stack->is_moved)
			stack->count[0] = stack->count[1] = 0;
	}
	for (i = 0; i < from->labels->count; i++) {
		const struct label_row *row = &from->labels->rows[i];

		if (row->stack->is_moved)
			stack_add(row->stack, row->count);
	}
	for (i = 0; i < from->count; i++)
		from->stacks[i]->is_moved = false;
}

static void give_labels(struct labels *labels, const struct label_row *row, const uint32_t *sets,
			unsigned time_digits)
{
	labels_use(labels, sets[row->set]);
	labels->time = labels_time(labels, row->time, time_digits);
}

void profile_edit(struct profile *into, struct profile *from, const struct profile_editor *editor)
{
	const size_t count = profile_rows(from);
	const unsigned digits = from->labels ? from->labels->time_digits : 0;
	uint32_t *sets = NULL;
	size_t i;

	if (into->labels && from->labels) {
		labels_rescale(into->labels, digits);
		if (!editor->gives_labels)
			sets = labels_map(into->labels, from->labels);
	}
	for (i = 0; i < count; i++) {
		const struct label_row plain = profile_row(from, i);
		const struct label_row *row = from->labels ? &from->labels->rows[i] : &plain;
		struct weight weight = {
			.count = {row->count[0], row->count[1]},
			.scale = from->scale,
			.differential = row->stack->differential,
		};
		struct stack *stack = NULL;

		if (editor->wants && !editor->wants(editor->context, row))
			continue;
		if (sets)
			give_labels(into->labels, row, sets, digits);
		stack = edited(from, row->stack, editor);
		if (stack && editor->row)
			stack = editor->row(editor->context, row, stack, &weight);
		if (stack)
			profile_weigh(into, stack, &weight);
	}
	if (into->labels)
		labels_clear(into->labels);
	if (from->labels)
		profile_edit_restore(from);
	free(sets);
}

void profile_take_names(struct profile *into, const struct profile *from)
{
	size_t i;

	for (i = 0; i < from->names.count; i++)
		profile_frame(into, intern_name(&from->names, (frame_id)i));
}

void profile_begin_edited(struct profile *edited, const struct profile *profile)
{
	edited->threads = profile->threads;
	profile_take_names(edited, profile);
	if (profile->labels)
		profile_label(edited);
}

void profile_replace(struct profile *profile, struct profile *edited,
		     const struct profile_editor *editor)
{
	profile_edit(edited, profile, editor);
	header_merge(&edited->header, &profile->header);
	profile_release(profile);
	*profile = *edited;
}
