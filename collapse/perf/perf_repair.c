/* SPDX-License-Identifier: MIT */
/* The contexts of functions, as a tree of all stacks, and the places of stacks in it. */
#include "collapse/perf/perf_repair.h"

#include "common/base/memory.h"
#include "common/table/hash.h"

enum {
	NODE_NONE = 0,      /* the tree's root */
	CONTEXTS = 256,     /* of a function; one with more has no place */
	CONTEXT_MOST = 512, /* frames of a context that a stack is put below */
	FUNCTIONS = 3,      /* that a cut stack has in common with its place */
	FRAMES_BEGUN = 2,

	/* Frames that are compared for a stack at most: so many, and so many times its own. */
	STEPS = 512,
	STEPS_FRAME = 16,
};

#define RECURSIVE UINT32_MAX

/* A frame in its context: the frames from the root to its parent. */
struct repair_node {
	uint32_t parent;
	frame_id frame;
	uint32_t next; /* the next node of this frame in the same process; NODE_NONE: the last */
	uint32_t process;
	bool is_marker;  /* of missing callers */
	bool is_partial; /* below one */
};

struct repair {
	struct profile *into;
	unsigned roots;
	frame_id cut, begun, interrupted; /* markers; HASH_NONE: no stack has it */
	frame_id mark;
	frame_id moved; /* the marker whose stacks are placed: `begun`, then `cut` */
	struct perf_repair_counts *counts;

	struct repair_node *nodes;
	size_t count, cap;
	struct hash_slots children; /* by parent and frame */
	struct hash_slots heads;    /* by process and frame: the first node of a list */

	uint32_t *seen; /* by frame: the number of the last stack that has it, or RECURSIVE */

	frame_id *frames; /* of a stack that is changed */
	size_t frame_cap;
};

/* ---- The tree ---- */

static uint32_t repair_hash(uint32_t parent, frame_id frame)
{
	const uint32_t key[] = {parent, frame};

	return hash_bytes(key, sizeof(key));
}

static uint32_t repair_child(const struct repair *repair, uint32_t parent, frame_id frame)
{
	const uint32_t hash = repair_hash(parent, frame);
	size_t at = hash;
	uint32_t i;

	while ((i = hash_slots_next(&repair->children, hash, &at)) != HASH_NONE) {
		if (repair->nodes[i].parent == parent && repair->nodes[i].frame == frame)
			return i;
	}
	return NODE_NONE;
}

/* The first node of a frame in a process. */
static uint32_t repair_head(const struct repair *repair, uint32_t process, frame_id frame)
{
	const uint32_t hash = repair_hash(process, frame);
	size_t at = hash;
	uint32_t i;

	while ((i = hash_slots_next(&repair->heads, hash, &at)) != HASH_NONE) {
		if (repair->nodes[i].process == process && repair->nodes[i].frame == frame)
			return i;
	}
	return NODE_NONE;
}

static uint32_t repair_add_child(struct repair *repair, uint32_t parent, frame_id frame,
				 uint32_t process)
{
	const uint32_t number = (uint32_t)repair->count;
	const bool is_marker = frame == repair->cut || frame == repair->begun ||
			       frame == repair->interrupted;
	struct repair_node *node;
	uint32_t head;

	MEMORY_ROOM(repair->nodes, repair->count, repair->cap);
	node = &repair->nodes[repair->count++];
	*node = (struct repair_node){
		.parent = parent,
		.frame = frame,
		.process = process,
		.is_marker = is_marker,
		.is_partial = is_marker || repair->nodes[parent].is_partial,
	};
	hash_slots_add(&repair->children, repair_hash(parent, frame), number);
	if (process == NODE_NONE || is_marker)
		return number;
	head = repair_head(repair, process, frame);
	if (head == NODE_NONE) {
		hash_slots_add(&repair->heads, repair_hash(process, frame), number);
	} else { /* behind the first one, which the table has */
		node->next = repair->nodes[head].next;
		repair->nodes[head].next = number;
	}
	return number;
}

static void repair_add_stack(struct repair *repair, const struct stack *stack, uint32_t number)
{
	uint32_t at = NODE_NONE, process = NODE_NONE, i, child;

	for (i = 0; i < stack->depth; i++) {
		uint32_t *seen = &repair->seen[stack->frames[i]];

		if (i >= repair->roots && *seen != RECURSIVE)
			*seen = *seen == number ? RECURSIVE : number;
		child = repair_child(repair, at, stack->frames[i]);
		if (child == NODE_NONE)
			child = repair_add_child(repair, at, stack->frames[i], process);
		at = child;
		if (i + 1 == repair->roots)
			process = at;
	}
}

/* ---- Places ---- */

/* A stack whose callers are missing: its process, and its frames from the first one on. */
struct repair_cut {
	uint32_t process;
	const frame_id *frames;
	uint32_t count;
	uint32_t least; /* frames that it has in common with its place */
	uint32_t steps; /* frames that may still be compared; 0: it has no place */
};

static bool repair_may_step(struct repair_cut *cut)
{
	cut->steps -= cut->steps > 0;
	return cut->steps > 0;
}

/* How many frames that begin a stack are those from a node on. */
static uint32_t repair_common(const struct repair *repair, struct repair_cut *cut, uint32_t node)
{
	uint32_t count = 1;

	while (count < cut->count && repair_may_step(cut) &&
	       (node = repair_child(repair, node, cut->frames[count])) != NODE_NONE)
		count++;
	return count;
}

/* True if the frames above two nodes are the same, as far as those of `partial` are known. */
static bool repair_agrees(const struct repair *repair, struct repair_cut *cut, uint32_t partial,
			  uint32_t whole)
{
	const struct repair_node *nodes = repair->nodes;

	while (repair_may_step(cut)) {
		partial = nodes[partial].parent;
		whole = nodes[whole].parent;
		if (nodes[partial].is_marker)
			return true;
		if (whole == nodes[whole].process || nodes[partial].frame != nodes[whole].frame)
			return false;
	}
	return false;
}

/*
 * True if the node or its context has a function that is recursive somewhere: how often it is on
 * another stack is not known. Or if the context is too deep.
 */
static bool repair_is_unfit(const struct repair *repair, uint32_t node, uint32_t process)
{
	uint32_t depth = 0;

	for (; node != process; node = repair->nodes[node].parent) {
		if (repair->seen[repair->nodes[node].frame] == RECURSIVE || ++depth > CONTEXT_MOST)
			return true;
	}
	return false;
}

/* The whole stacks' node for the first frame of a cut one; NODE_NONE: there is none, or several. */
static uint32_t repair_find_whole(const struct repair *repair, struct repair_cut *cut,
				  uint32_t *needed)
{
	uint32_t best = 0, second = 0, found = NODE_NONE, count = 0, i;

	for (i = repair_head(repair, cut->process, cut->frames[0]); i != NODE_NONE;
	     i = repair->nodes[i].next) {
		uint32_t length;

		if (++count > CONTEXTS)
			return NODE_NONE;
		if (repair->nodes[i].is_partial)
			continue;
		length = repair_common(repair, cut, i);
		if (length > best) {
			second = best;
			best = length;
			found = i;
		} else if (length > second) {
			second = length;
		}
	}
	*needed = second + 1 > cut->least ? second + 1 : cut->least;
	return best >= *needed && cut->steps > 0 ? found : NODE_NONE;
}

/* Like repair_find_whole(), unless another cut stack has these frames below others. */
static uint32_t repair_find(const struct repair *repair, struct repair_cut *cut)
{
	uint32_t needed, found = repair_find_whole(repair, cut, &needed), i;

	if (found == NODE_NONE || repair_is_unfit(repair, found, cut->process))
		return NODE_NONE;
	for (i = repair_head(repair, cut->process, cut->frames[0]); i != NODE_NONE;
	     i = repair->nodes[i].next) {
		if (repair->nodes[i].is_partial &&
		    !repair->nodes[repair->nodes[i].parent].is_marker &&
		    repair_common(repair, cut, i) >= needed &&
		    !repair_agrees(repair, cut, i, found))
			return NODE_NONE;
	}
	return cut->steps > 0 ? found : NODE_NONE;
}

/* How many frames a cut stack needs to have FUNCTIONS different ones; more than it has: too few. */
static uint32_t repair_least(const frame_id *frames, uint32_t count)
{
	frame_id seen[FUNCTIONS];
	uint32_t functions = 0, i, k;

	for (i = 0; i < count; i++) {
		for (k = 0; k < functions && seen[k] != frames[i]; k++)
			;
		if (k < functions)
			continue;
		seen[functions++] = frames[i];
		if (functions == FUNCTIONS)
			return i + 1;
	}
	return count + 1;
}

/* ---- The changed profile ---- */

/* Put the frames above a node behind the roots; returns how many frames there are then. */
static uint32_t repair_put_context(struct repair *repair, uint32_t node, uint32_t process)
{
	uint32_t depth = 0, at, i;

	for (at = repair->nodes[node].parent; at != process; at = repair->nodes[at].parent)
		depth++;
	i = repair->roots + depth;
	for (at = repair->nodes[node].parent; at != process; at = repair->nodes[at].parent)
		repair->frames[--i] = repair->nodes[at].frame;
	return repair->roots + depth;
}

static struct stack *repair_stack(void *context, const struct stack *old)
{
	struct repair *repair = context;
	const uint32_t roots = repair->roots;
	struct repair_cut cut = {.count = 0};
	uint32_t found = NODE_NONE, count = roots, i;
	const bool is_cut = repair->moved == repair->cut;
	const frame_id marker = old->depth > roots ? old->frames[roots] : HASH_NONE;
	const bool has_place = marker == repair->moved;

	if (marker == HASH_NONE || (!has_place && !(is_cut && marker == repair->interrupted)))
		return profile_find(repair->into, old->frames, old->depth);
	cut.frames = old->frames + roots + 1;
	cut.count = old->depth - roots - 1;
	cut.steps = STEPS + STEPS_FRAME * cut.count;
	for (i = 0; i < roots; i++)
		cut.process = repair_child(repair, cut.process, old->frames[i]);
	cut.least = is_cut ? repair_least(cut.frames, cut.count) : FRAMES_BEGUN;
	if (cut.count > 0 && has_place)
		found = repair_find(repair, &cut);
	MEMORY_NEED(repair->frames, (size_t)old->depth + CONTEXT_MOST, repair->frame_cap);
	memcpy(repair->frames, old->frames, roots * sizeof(*repair->frames));
	repair->counts->cut += is_cut;
	repair->counts->placed += is_cut && found != NODE_NONE;
	if (found != NODE_NONE)
		count = repair_put_context(repair, found, cut.process);
	else if (is_cut)
		repair->frames[count++] = repair->mark;
	memcpy(repair->frames + count, cut.frames, cut.count * sizeof(*repair->frames));
	count += cut.count;
	return profile_find(repair->into, repair->frames,
			    count < LIMIT_DEPTH ? count : LIMIT_DEPTH);
}

static void repair_edit(struct repair *repair, struct profile *profile,
			const struct profile_editor *editor)
{
	struct profile changed = {0};

	repair->into = &changed;
	profile_begin_edited(&changed, profile);
	repair->mark = profile_frame(&changed, SLICE(PERF_REPAIR_MARK));
	profile_replace(profile, &changed, editor);
	free(repair->frames);
}

/* Place the stacks of one marker, with the tree of all stacks as they are. */
static void repair_apply(struct repair *repair, struct profile *profile)
{
	const struct profile_editor editor = {.context = repair, .stack = repair_stack};
	size_t i;

	repair->seen = memory_clear(profile->names.count, sizeof(*repair->seen));
	repair->nodes = memory_grow(NULL, &repair->cap, 1, sizeof(*repair->nodes));
	repair->nodes[repair->count++] = (struct repair_node){.frame = HASH_NONE};
	for (i = 0; i < profile->count; i++)
		repair_add_stack(repair, profile->stacks[i], (uint32_t)i + 1);
	repair_edit(repair, profile, &editor);
	hash_slots_release(&repair->children);
	hash_slots_release(&repair->heads);
	free(repair->nodes);
	free(repair->seen);
}

/* The stack without the frame behind the roots, if that tells whose it is. */
static struct stack *repair_stack_of_any(void *context, const struct stack *old)
{
	struct repair *repair = context;
	const uint32_t roots = repair->roots;
	uint32_t below;

	if (old->depth <= roots ||
	    !perf_repair_is_marker(intern_name(&repair->into->names, old->frames[roots])))
		return profile_find(repair->into, old->frames, old->depth);
	below = old->depth - roots - 1;
	MEMORY_NEED(repair->frames, old->depth, repair->frame_cap);
	memcpy(repair->frames, old->frames, roots * sizeof(*repair->frames));
	memcpy(repair->frames + roots, old->frames + roots + 1, below * sizeof(*repair->frames));
	return profile_find(repair->into, repair->frames, roots + below);
}

/* The stack whose count does not fit is named without frames that are gone elsewhere. */
static void repair_name_overflow(struct profile *profile)
{
	const struct stack *old = profile->overflow;
	struct stack *named = profile_stack(profile, old->frames, old->depth);
	uint32_t i, depth = 0;

	for (i = 0; i < old->depth; i++) {
		if (!perf_repair_is_marker(intern_name(&profile->names, old->frames[i])))
			named->frames[depth++] = old->frames[i];
	}
	named->depth = depth & (STACK_DEPTHS - 1);
	profile->overflow = named;
}

void perf_repair_apply(struct profile *profile, unsigned roots, bool has_kinds,
		       struct perf_repair_counts *counts)
{
	const frame_id markers[] = {
		intern_find(&profile->names, SLICE(PERF_REPAIR_BEGUN)),
		intern_find(&profile->names, SLICE(PERF_REPAIR_CUT)),
	};
	const frame_id interrupted = intern_find(&profile->names, SLICE(PERF_REPAIR_INTERRUPTED));
	size_t i;

	*counts = (struct perf_repair_counts){0};
	for (i = 0; i < ARRAY_LEN(markers); i++) {
		struct repair repair = {
			.roots = roots + has_kinds,
			.begun = markers[0],
			.cut = markers[1],
			.interrupted = interrupted,
			.moved = markers[i],
			.counts = counts,
		};

		if ((markers[i] != HASH_NONE || (i == 1 && interrupted != HASH_NONE)) &&
		    !profile->overflow)
			repair_apply(&repair, profile);
	}
	if (has_kinds && !profile->overflow) {
		struct repair repair = {.roots = roots};
		const struct profile_editor editor = {.context = &repair,
						      .stack = repair_stack_of_any};

		repair_edit(&repair, profile, &editor);
	}
	if (profile->overflow)
		repair_name_overflow(profile);
}

/* ---- What cut stacks, by thread ---- */

enum {
	STACKS = 1024,
	STEP = 1024, /* bytes: sizes are multiples of it */
	REGION_BITS =
		26, /* stacks of one thread lie in one region, unless it ran another program */
};

struct cut_stack {
	uint64_t key;    /* thread and region; 0: a free entry */
	uint64_t end;    /* the highest address that a whole one needed; 0: not known */
	uint64_t lowest; /* stack pointer of one that was cut; UINT64_MAX: none was */
};

struct full {
	uint64_t count;
	unsigned frames; /* the largest limit */
};

struct perf_cuts {
	uint64_t count;
	struct full full[PERF_LIMITS];
	struct cut_stack stacks[STACKS];
};

/* NULL: another thread has the entry. */
static struct cut_stack *cuts_find(struct perf_cuts *cuts, uint64_t key)
{
	struct cut_stack *stack = &cuts->stacks[(key * UINT64_C(0x9e3779b97f4a7c15)) >> 54];

	if (stack->key == 0)
		*stack = (struct cut_stack){key, 0, UINT64_MAX};
	return stack->key == key ? stack : NULL;
}

static struct cut_stack *find_thread(struct perf_cuts **cuts, uint32_t tid, uint64_t sp)
{
	if (!*cuts)
		*cuts = memory_clear(1, sizeof(**cuts));
	return cuts_find(*cuts, ((uint64_t)tid << 32 ^ sp >> REGION_BITS) + 1);
}

void perf_cuts_add_whole(struct perf_cuts **cuts, uint32_t tid, uint64_t sp, uint64_t end)
{
	struct cut_stack *stack = find_thread(cuts, tid, sp);

	if (stack && end > stack->end)
		stack->end = end;
}

void perf_cuts_add_cut(struct perf_cuts **cuts, uint32_t tid, uint64_t sp)
{
	struct cut_stack *stack = find_thread(cuts, tid, sp);

	if (stack && sp < stack->lowest)
		stack->lowest = sp;
	(*cuts)->count++;
}

static void add_full(struct full *full, uint64_t count, unsigned frames)
{
	full->count += count;
	if (frames > full->frames)
		full->frames = frames;
}

void perf_cuts_add_full(struct perf_cuts **cuts, enum perf_limit limit, unsigned frames)
{
	if (!*cuts)
		*cuts = memory_clear(1, sizeof(**cuts));
	add_full(&(*cuts)->full[limit], 1, frames);
}

uint64_t perf_cuts_full(const struct perf_cuts *cuts, enum perf_limit limit, unsigned *frames)
{
	*frames = cuts ? cuts->full[limit].frames : 0;
	return cuts ? cuts->full[limit].count : 0;
}

void perf_cuts_merge(struct perf_cuts **into, struct perf_cuts *from)
{
	size_t i;

	if (!*into || !from) {
		*into = from ? from : *into;
		return;
	}
	(*into)->count += from->count;
	for (i = 0; i < PERF_LIMITS; i++)
		add_full(&(*into)->full[i], from->full[i].count, from->full[i].frames);
	for (i = 0; i < STACKS; i++) {
		const struct cut_stack *other = &from->stacks[i];
		struct cut_stack *stack = other->key != 0 ? cuts_find(*into, other->key) : NULL;

		if (stack && other->end > stack->end)
			stack->end = other->end;
		if (stack && other->lowest < stack->lowest)
			stack->lowest = other->lowest;
	}
	free(from);
}

uint64_t perf_cuts_count(const struct perf_cuts *cuts)
{
	return cuts ? cuts->count : 0;
}

uint64_t perf_cuts_size(const struct perf_cuts *cuts)
{
	uint64_t largest = 0;
	size_t i;

	for (i = 0; cuts && i < STACKS; i++) {
		const struct cut_stack *stack = &cuts->stacks[i];

		if (stack->lowest < stack->end && stack->end - stack->lowest > largest)
			largest = stack->end - stack->lowest;
	}
	return (largest + STEP - 1) / STEP * STEP;
}
