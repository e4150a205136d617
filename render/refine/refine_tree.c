/* SPDX-License-Identifier: MIT */
#include "render/refine/refine.h"

#include "common/base/ratio.h"
#include "render/refine/refining.h"

static uint64_t refine_width_of(const struct refining *refining, const uint64_t count[2])
{
	return count_width(count, refining->window->shown);
}

static void open_group(struct refining *refining, const struct group *group)
{
	refining->open = memory_grow(refining->open, &refining->open_cap, refining->open_count + 1,
				     sizeof(*refining->open));
	refining->open[refining->open_count++] = *group;
}

/* Returns its number. */
static size_t refine_add_node(struct refining *refining, const struct group *group)
{
	struct refined *refined = refining->refined;
	struct tree *tree = &refined->tree;

	tree->nodes = memory_grow(tree->nodes, &tree->cap, tree->count + 1, sizeof(*tree->nodes));
	refined->runs = memory_grow(refined->runs, &refined->run_cap, tree->count + 1,
				    sizeof(*refined->runs));
	refined->runs[tree->count] = group->run;
	tree->nodes[tree->count] = (struct node){
		.name = group->name,
		.depth = group->depth,
		.start = group->start,
		.width = refine_width_of(refining, group->count),
		.count = {group->count[0], group->count[1]},
		.closed = (uint32_t)tree->count,
		.differential = refining->base->tree->nodes[0].differential,
	};
	return tree->count++;
}

/* Add up the next places by their names. */
static void find_children(struct refining *refining)
{
	size_t i;

	refining->name_count = 0;
	for (i = 0; i < refining->next_count; i++) {
		const struct next_place *next = &refining->next[i];
		struct child *child = &refining->children[next->name];

		if (child->places++ == 0)
			refining->names[refining->name_count++] = next->name;
		refining_add(child->count, refining_counts(refining, &next->place));
		child->run = next->place.run > child->run ? next->place.run : child->run;
	}
}

static bool goes_before(const struct refining *refining, frame_id a, frame_id b)
{
	const uint64_t left = refine_width_of(refining, refining->children[a].count);
	const uint64_t right = refine_width_of(refining, refining->children[b].count);

	if (refining->refine->by_width && left != right)
		return left > right;
	return refining->base->ranks[a] < refining->base->ranks[b];
}

static void sift(const struct refining *refining, size_t at, size_t count)
{
	frame_id *heap = refining->names;
	const frame_id name = heap[at];
	size_t child;

	while ((child = 2 * at + 1) < count) {
		if (child + 1 < count && goes_before(refining, heap[child], heap[child + 1]))
			child++;
		if (!goes_before(refining, name, heap[child]))
			break;
		heap[at] = heap[child];
		at = child;
	}
	heap[at] = name;
}

/* Heapsort: in place, O(n log n) in the worst case. */
static void sort_names(struct refining *refining)
{
	frame_id *names = refining->names, last;
	size_t i;

	for (i = refining->name_count / 2; i-- > 0;)
		sift(refining, i, refining->name_count);
	for (i = refining->name_count; i-- > 1;) {
		last = names[i];
		names[i] = names[0];
		names[0] = last;
		sift(refining, 0, i);
	}
}

/* True if the child's node is wanted. Above the window only one child is. */
static bool refine_is_wanted(const struct refining *refining, const struct group *group,
			     frame_id name)
{
	const struct refine_window *window = refining->window;

	if (group->depth < window->depth)
		return name == window->path[group->depth];
	return refining->least == 0 ||
	       refine_width_of(refining, refining->children[name].count) >= refining->least;
}

/* Compute places on the axis of all children; wanted ones are in the list, in reverse order. */
static void place_children(struct refining *refining, const struct group *group)
{
	uint64_t start = group->start + refine_width_of(refining, group->count);
	size_t at = refining->places.count, i;

	for (i = refining->name_count; i-- > 0;)
		start -= refine_width_of(refining, refining->children[refining->names[i]].count);
	if (refining->refine->by_width)
		start = group->start;
	for (i = 0; i < refining->name_count; i++) {
		struct child *child = &refining->children[refining->names[i]];

		child->start = start;
		start += refine_width_of(refining, child->count);
		child->wanted = refine_is_wanted(refining, group, refining->names[i]);
		refining->refined->tree.left_out += !child->wanted;
	}
	for (i = refining->name_count; i-- > 0;) {
		struct child *child = &refining->children[refining->names[i]];

		child->at = at;
		at += child->wanted ? child->places : 0;
	}
	refining->places.at = memory_grow(refining->places.at, &refining->places.cap, at + 1,
					  sizeof(*refining->places.at));
	refining->places.count = at;
}

static void move_places(struct refining *refining)
{
	size_t i;

	for (i = 0; i < refining->next_count; i++) {
		struct child *child = &refining->children[refining->next[i].name];

		if (child->wanted)
			refining->places.at[child->at++] = refining->next[i].place;
	}
}

/* Open the groups of the children that are wanted; the first of them is taken first. */
static void open_children(struct refining *refining, const struct group *group)
{
	size_t i;

	for (i = refining->name_count; i-- > 0;) {
		const frame_id name = refining->names[i];
		struct child *child = &refining->children[name];

		if (child->wanted)
			open_group(refining, &(struct group){
						     .from = child->at - child->places,
						     .to = child->at,
						     .name = name,
						     .depth = group->depth + 1,
						     .run = child->run,
						     .start = child->start,
						     .count = {child->count[0], child->count[1]},
					     });
		*child = (struct child){0};
	}
}

/* This frame fills the width, as far as is known. */
static void enter_window(struct refining *refining, struct group *group)
{
	const struct refine_window *window = refining->window;

	group->start = 0;
	refining->refined->depth = group->depth;
	if (window->found && group->depth == window->depth)
		refining_cover(refining, group, refining->refined->covered);
	if (window->columns > 0 && group->depth == window->depth)
		refining->least = ratio_ceil(1, window->columns,
					     refine_width_of(refining, group->count));
	if (window->columns > 0 && refining->least == 0)
		refining->least = 1;
}

/* The group becomes a node, and its children are opened. */
static void expand(struct refining *refining, struct group *group)
{
	size_t node;

	if (group->depth <= refining->window->depth)
		enter_window(refining, group);
	node = refine_add_node(refining, group);
	refining->refined->runs[node] = refining_step(refining, group);
	refining->places.count = group->from;
	find_children(refining);
	if (group->depth >= refining->window->depth)
		sort_names(refining);
	place_children(refining, group);
	move_places(refining);
	open_children(refining, group);
}

/* Ancestors are as wide as the window. */
static void widen_ancestors(struct refined *refined)
{
	uint32_t i;

	for (i = 0; i < refined->depth; i++) {
		refined->tree.nodes[i].start = 0;
		refined->tree.nodes[i].width = refined->tree.nodes[refined->depth].width;
	}
}

void refine_build(struct refined *refined, const struct refine_base *base,
		  const struct refine *refine, const struct refine_window *window)
{
	const bool focused = refine->focus != REFINE_NO_FOCUS;
	struct refining refining = {
		.base = base,
		.refine = refine,
		.window = window,
		.to_root = focused ? window->callers : refine->reversed,
		.refined = refined,
		.children = memory_clear(base->name_count + 1, sizeof(*refining.children)),
		.names = memory_resize(NULL, base->name_count + 1, sizeof(*refining.names)),
	};
	struct group group;

	*refined = (struct refined){0};
	group = refining_begin(&refining);
	open_group(&refining, &group);
	while (refining.open_count > 0) {
		group = refining.open[--refining.open_count];
		expand(&refining, &group);
	}
	widen_ancestors(refined);
	free(refining.counts);
	free(refining.own);
	free(refining.places.at);
	free(refining.next);
	free(refining.children);
	free(refining.names);
	free(refining.open);
}

void refined_release(struct refined *refined)
{
	tree_release(&refined->tree);
	free(refined->runs);
	*refined = (struct refined){0};
}
