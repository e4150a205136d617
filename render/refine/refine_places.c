/* SPDX-License-Identifier: MIT */
/* Places of the base tree: where a refined tree begins, and which frames are next. */
#include "render/refine/refining.h"

/* Leaf first, without a focus: the root's places are all leaves, and are not kept as places. */
static bool is_from_leaves(const struct refining *refining)
{
	return refining->to_root && refining->refine->focus == REFINE_NO_FOCUS;
}

/* The counts of a node without what was dropped. */
static const uint64_t *places_counts_of(const struct refining *refining, uint32_t node)
{
	return refining->counts ? refining->counts[node] : refining->base->tree->nodes[node].count;
}

const uint64_t *refining_counts(const struct refining *refining, const struct place *place)
{
	if (is_from_leaves(refining))
		return refining->own ? refining->own[place->node]
				     : refining->base->own[place->node];
	return places_counts_of(refining, place->node);
}

/* Own counts of nodes that stay, where they are asked for, and sums of them. */
static void take_off_dropped(struct refining *refining)
{
	const struct refine_base *base = refining->base;
	const size_t count = base->tree->count;
	uint64_t(*counts)[2] = memory_resize(NULL, count, sizeof(*counts));
	uint32_t i = 0, end;

	while (i < count) {
		for (end = i > 0 && refining_drops(refining, i) ? base->ends[i] : i; i < end; i++)
			counts[i][0] = counts[i][1] = 0;
		for (; i < count && (i == 0 || !refining_drops(refining, i)); i++) {
			counts[i][0] = base->own[i][0];
			counts[i][1] = base->own[i][1];
		}
	}
	if (is_from_leaves(refining)) {
		refining->own = memory_resize(NULL, count, sizeof(*refining->own));
		memcpy(refining->own, counts, count * sizeof(*counts));
	}
	for (i = (uint32_t)count; i-- > 1;)
		refining_add(counts[base->parents[i]], counts[i]);
	refining->counts = counts;
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
		refining_add(root.count, places_counts_of(refining, 0));
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

/* The first frames of stacks that are leaf first. */
static void step_from_leaves(struct refining *refining)
{
	const struct refine_base *base = refining->base;
	size_t i;

	refining->next = memory_grow(refining->next, &refining->next_cap, base->leaf_count + 1,
				     sizeof(*refining->next));
	for (i = 0; i < base->leaf_count; i++) {
		const struct place place = {base->leaves[i], base->leaves[i], 1};

		if (has_counts(refining_counts(refining, &place)))
			step_to_root(refining, place);
	}
}

uint32_t refining_step(struct refining *refining, const struct group *group)
{
	const struct places *places = &refining->places;
	const bool is_root = group->depth == 0 && refining->refine->focus == REFINE_NO_FOCUS;
	const bool folds = refining->refine->folded && !is_root;
	uint32_t longest = group->run, run;
	size_t i;

	refining->next_count = 0;
	if (is_root && refining->to_root) {
		step_from_leaves(refining);
		return longest;
	}
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

static bool places_is_found(const struct refining *refining, uint32_t node)
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
		} else if (places_is_found(refining, i)) {
			refining_add(sum, places_counts_of(refining, i));
			i = base->ends[i];
		} else {
			i++;
		}
	}
}

static bool has_found_caller(const struct refining *refining, uint32_t up)
{
	while (up > 0 && !places_is_found(refining, up))
		up = refining->base->parents[up];
	return up > 0;
}

void refining_cover(const struct refining *refining, const struct group *group, uint64_t sum[2])
{
	const bool focused = refining->refine->focus != REFINE_NO_FOCUS;
	const bool is_function = group->depth > 0 || focused;
	size_t i;

	sum[0] = sum[1] = 0;
	if (is_function && refining->window->found[group->name]) {
		refining_add(sum, group->count);
		return;
	}
	if (group->depth == 0 && is_from_leaves(refining))
		cover_callees(refining, 0, sum);
	for (i = group->from; i < group->to; i++) {
		const struct place *place = &refining->places.at[i];
		const bool looks_up = refining->to_root || (focused && group->depth == 0);

		if (looks_up && has_found_caller(refining, place->up))
			refining_add(sum, refining_counts(refining, place));
		else if (!refining->to_root || (focused && group->depth == 0))
			cover_callees(refining, place->node, sum);
	}
}
