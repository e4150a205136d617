/* SPDX-License-Identifier: MIT */
/* Places of the base tree: where a refined tree begins, and which frames are next. */
#include "render/refine/refining.h"

const uint64_t *refining_counts(const struct refining *refining, const struct place *place)
{
	if (refining->to_root && refining->refine->focus == REFINE_NO_FOCUS)
		return refining->own ? refining->own[place->node]
				     : refining->base->own[place->node];
	return refining->counts ? refining->counts[place->node]
				: refining->base->tree->nodes[place->node].count;
}

/* Own counts of nodes that stay, and sums of them. */
static void take_off_dropped(struct refining *refining)
{
	const struct refine_base *base = refining->base;
	const size_t count = base->tree->count;
	uint32_t i = 0;

	refining->own = memory_clear(count, sizeof(*refining->own));
	refining->counts = memory_clear(count, sizeof(*refining->counts));
	while (i < count) {
		if (i > 0 && refining_drops(refining, i)) {
			i = base->ends[i];
			continue;
		}
		memcpy(refining->own[i], base->own[i], sizeof(base->own[i]));
		i++;
	}
	memcpy(refining->counts, refining->own, count * sizeof(*refining->own));
	for (i = (uint32_t)count; i-- > 1;)
		refining_add(refining->counts[base->parents[i]], refining->counts[i]);
}

static bool has_counts(const uint64_t count[2])
{
	return count[0] > 0 || count[1] > 0;
}

static void add_place(struct refining *refining, struct group *group, struct place place)
{
	struct places *places = &refining->places;
	const uint64_t *count = refining_counts(refining, &place);

	if (!has_counts(count))
		return;
	places->at = memory_grow(places->at, &places->cap, places->count + 1, sizeof(*places->at));
	places->at[places->count++] = place;
	refining_add(group->count, count);
}

/* Outermost calls of the focus. */
static void begin_focus(struct refining *refining, struct group *root)
{
	const struct refine_base *base = refining->base;
	const uint32_t count = (uint32_t)base->tree->count;
	uint32_t i = 1;

	while (i < count && !(refining->refine->hidden && refining->refine->hidden[root->name])) {
		if (refining_drops(refining, i)) {
			i = base->ends[i];
		} else if (base->names[i] == root->name) {
			add_place(refining, root, (struct place){i, base->parents[i], 1});
			i = base->ends[i];
		} else {
			i++;
		}
	}
}

static void begin_leaves(struct refining *refining, struct group *root)
{
	uint32_t i;

	for (i = 0; i < refining->base->tree->count; i++)
		add_place(refining, root, (struct place){i, i, 1});
}

struct group refining_begin(struct refining *refining)
{
	const struct refine *refine = refining->refine;
	struct group root = {.name = refining->base->names[0], .run = 1};

	if (refine->dropped)
		take_off_dropped(refining);
	if (refine->focus != REFINE_NO_FOCUS) {
		root.name = refine->focus;
		begin_focus(refining, &root);
	} else if (refining->to_root) {
		begin_leaves(refining, &root);
	} else {
		add_place(refining, &root, (struct place){0, 0, 1});
	}
	root.to = refining->places.count;
	return root;
}

static void add_next(struct refining *refining, struct place place)
{
	if (!has_counts(refining_counts(refining, &place)))
		return;
	refining->next = memory_grow(refining->next, &refining->next_cap, refining->next_count + 1,
				     sizeof(*refining->next));
	refining->next[refining->next_count++] = (struct next_place){
		place, refining->base->names[place.node]};
}

/* True if any count of the node is left. */
static bool stays(const struct refining *refining, uint32_t node)
{
	return !refining->counts || has_counts(refining->counts[node]);
}

/*
 * The children of a node; hidden and folded ones are replaced by their children. The node's own
 * name folds if it is one: the root of a profile is not. Returns the longest run of it.
 */
static uint32_t step_to_leaves(struct refining *refining, uint32_t node, bool folds)
{
	const struct refine_base *base = refining->base;
	const uint32_t end = base->ends[node];
	uint32_t i = node + 1, inner = node, run = 1, longest = 1; /* inner: the last folded one */

	while (i < end) {
		for (; i >= base->ends[inner]; run--) {
			do {
				inner = base->parents[inner];
			} while (base->names[inner] != base->names[node]);
		}
		if (refining_drops(refining, i)) {
			i = base->ends[i];
		} else if (refining_hides(refining, i)) {
			i++;
		} else if (folds && base->names[i] == base->names[node] && stays(refining, i)) {
			inner = i++;
			longest = ++run > longest ? run : longest;
		} else {
			add_next(refining, (struct place){i, 0, 1});
			i = base->ends[i];
		}
	}
	return longest;
}

/* The next frame towards the root, if there is one. */
static void step_to_root(struct refining *refining, struct place place)
{
	const struct refine_base *base = refining->base;
	struct next_place next = {place, 0};
	uint32_t up = place.up;

	while (up > 0 && refining_hides(refining, up))
		up = base->parents[up];
	if (up == 0)
		return;
	next.name = base->names[up];
	next.place.run = 0;
	while (up > 0 && (refining_hides(refining, up) || base->names[up] == next.name)) {
		next.place.run += base->names[up] == next.name;
		up = base->parents[up];
		if (!refining->refine->folded)
			break;
	}
	next.place.up = up;
	refining->next = memory_grow(refining->next, &refining->next_cap, refining->next_count + 1,
				     sizeof(*refining->next));
	refining->next[refining->next_count++] = next;
}

uint32_t refining_step(struct refining *refining, const struct group *group)
{
	const struct places *places = &refining->places;
	const bool is_root = group->depth == 0 && refining->refine->focus == REFINE_NO_FOCUS;
	const bool folds = refining->refine->folded && !is_root;
	uint32_t longest = group->run, run;
	size_t i;

	refining->next_count = 0;
	for (i = group->from; i < group->to; i++) {
		if (refining->to_root && (group->depth > 0 || !folds))
			break;
		run = step_to_leaves(refining, places->at[i].node, folds);
		longest = run > longest ? run : longest;
	}
	if (!refining->to_root)
		return longest;
	refining->next_count = 0; /* the focus's callees show only how long its runs are */
	for (i = group->from; i < group->to; i++)
		step_to_root(refining, places->at[i]);
	return longest;
}

static bool is_found(const struct refining *refining, uint32_t node)
{
	return refining->window->found[refining->base->names[node]] &&
	       !refining_hides(refining, node);
}

/* Add the counts of the outermost matches below a node to `sum`. */
static void cover_callees(const struct refining *refining, uint32_t node, uint64_t sum[2])
{
	const struct refine_base *base = refining->base;
	uint32_t i = node + 1;

	while (i < base->ends[node]) {
		if (refining_drops(refining, i)) {
			i = base->ends[i];
		} else if (is_found(refining, i)) {
			refining_add(sum, refining->counts ? refining->counts[i]
							   : base->tree->nodes[i].count);
			i = base->ends[i];
		} else {
			i++;
		}
	}
}

static bool has_found_caller(const struct refining *refining, uint32_t up)
{
	while (up > 0 && !is_found(refining, up))
		up = refining->base->parents[up];
	return up > 0;
}

void refining_cover(const struct refining *refining, const struct group *group, uint64_t sum[2])
{
	const bool focused = refining->refine->focus != REFINE_NO_FOCUS;
	const bool is_function = group->depth > 0 || focused;
	const struct place *place = refining->places.at + group->from;
	const struct place *end = refining->places.at + group->to;

	sum[0] = sum[1] = 0;
	if (is_function && refining->window->found[group->name]) {
		refining_add(sum, group->count);
		return;
	}
	for (; place < end; place++) {
		const bool looks_up = refining->to_root || (focused && group->depth == 0);

		if (looks_up && has_found_caller(refining, place->up))
			refining_add(sum, refining_counts(refining, place));
		else if (!refining->to_root || (focused && group->depth == 0))
			cover_callees(refining, place->node, sum);
	}
}
