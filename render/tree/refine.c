/* SPDX-License-Identifier: MIT */
#include "common/base/exact.h"
#include "render/tree/tree.h"

/*
 * A refined tree being built, shared by the files of this folder.
 *
 * A group is a future node of the refined tree: a set of places in the base tree. Its children are
 * the groups of equal names among the next frames of these places. Towards the leaves a place is a
 * node, and next are its children; towards the root it is the node that gives the counts, and a
 * node on the way up from there.
 */

struct refine_place {
	uint32_t node; /* the node of these counts */
	uint32_t up;   /* towards the root: the node of the next frame, 0 at the end */
	uint32_t run;  /* equal frames that were folded on the way here, this one included */
};

struct group {
	size_t from, to; /* of places */
	frame_id name;
	uint32_t depth, run;
	uint64_t start, count[2];
};

/* The part of a group that continues with one child frame. */
struct child {
	uint64_t start, count[2];
	size_t places, at; /* their number; index of the next one */
	uint32_t run;
	bool wanted;
};

/* A place among the next ones. */
struct next_place {
	struct refine_place place;
	frame_id name;
};

struct places {
	struct refine_place *at;
	size_t count, cap;
};

struct refining {
	const struct refine_base *base;
	const struct refine *refine;
	const struct refine_window *window;
	bool to_root;
	struct refined *refined;
	size_t node_cap;
	uint64_t (*counts)[2]; /* by node, without what was dropped; NULL: the tree's counts */
	/*
	 * Counts by node, without children's and dropped ones, where leaves come first; NULL: the
	 * base's.
	 */
	uint64_t (*own)[2];
	uint64_t least; /* width of a frame that is wanted */

	struct places places;    /* of the open groups */
	struct next_place *next; /* of the current group */
	size_t next_count, next_cap;

	struct child *children; /* by name; all zero between groups */
	frame_id *names;        /* of children that exist */
	size_t name_count;

	struct group *open; /* to be made nodes; the last one first, whose places are the last */
	size_t open_count, open_cap;
};

static inline bool refining_hides(const struct refining *refining, uint32_t node)
{
	return refining->refine->hidden && refining->refine->hidden[refining->base->names[node]];
}

static inline bool refining_drops(const struct refining *refining, uint32_t node)
{
	return refining->refine->dropped && refining->refine->dropped[refining->base->names[node]];
}

static inline void refining_add(uint64_t sum[2], const uint64_t count[2])
{
	sum[0] += count[0];
	sum[1] += count[1];
}

static void find_ends(struct refine_base *base)
{
	const struct node *nodes = base->tree->nodes;
	const size_t count = base->tree->count;
	uint32_t *open = NULL; /* by depth: the node that is open there, or was */
	size_t cap = 0, i;
	uint32_t depth = 0, last = 0;

	for (i = 0; i < count; i++) {
		MEMORY_ROOM(open, nodes[i].depth, cap);
		for (depth = nodes[i].depth; i > 0 && depth <= last; depth++)
			base->ends[open[depth]] = (uint32_t)i;
		last = nodes[i].depth;
		base->parents[i] = last > 0 ? open[last - 1] : 0;
		base->names[i] = nodes[i].name;
		open[last] = (uint32_t)i;
	}
	for (depth = 0; depth <= last; depth++)
		base->ends[open[depth]] = (uint32_t)count;
	free(open);
}

static void find_own(struct refine_base *base)
{
	const struct node *nodes = base->tree->nodes;
	size_t i;

	for (i = 0; i < base->tree->count; i++) {
		base->own[i][0] = nodes[i].count[0];
		base->own[i][1] = nodes[i].count[1];
		if (i == 0)
			continue;
		base->own[base->parents[i]][0] -= nodes[i].count[0];
		base->own[base->parents[i]][1] -= nodes[i].count[1];
	}
}

static void find_leaves(struct refine_base *base)
{
	const uint64_t(*own)[2] = (const uint64_t(*)[2])base->own;
	size_t count = 0, i;

	for (i = 0; i < base->tree->count; i++)
		count += own[i][0] > 0 || own[i][1] > 0;
	base->leaves = memory_resize(NULL, count + 1, sizeof(*base->leaves));
	for (i = 0; i < base->tree->count; i++) {
		if (own[i][0] > 0 || own[i][1] > 0)
			base->leaves[base->leaf_count++] = (uint32_t)i;
	}
}

void refine_base_build(struct refine_base *base, const struct tree *tree, const uint32_t *ranks,
		       size_t name_count)
{
	*base = (struct refine_base){
		.tree = tree,
		.parents = memory_resize(NULL, tree->count, sizeof(*base->parents)),
		.ends = memory_resize(NULL, tree->count, sizeof(*base->ends)),
		.names = memory_resize(NULL, tree->count, sizeof(*base->names)),
		.own = memory_resize(NULL, tree->count, sizeof(*base->own)),
		.ranks = ranks,
		.name_count = name_count,
	};
	find_ends(base);
	find_own(base);
	find_leaves(base);
}

void refine_base_release(struct refine_base *base)
{
	free(base->parents);
	free(base->ends);
	free(base->names);
	free(base->own);
	free(base->leaves);
	*base = (struct refine_base){0};
}

/* Places of the base tree: where a refined tree begins, and which frames are next. */

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

/* The counts of a place. */
static const uint64_t *refining_counts(const struct refining *refining,
				       const struct refine_place *place)
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

static void add_place(struct refining *refining, struct group *group, struct refine_place place)
{
	struct places *places = &refining->places;
	const uint64_t *count = refining_counts(refining, &place);

	if (!has_counts(count))
		return;
	MEMORY_ROOM(places->at, places->count, places->cap);
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
			add_place(refining, root, (struct refine_place){i, base->parents[i], 1});
			i = base->ends[i];
		} else {
			i++;
		}
	}
}

/*
 * The root of the refined tree; counts that were dropped are taken off. It has all its places, but
 * none where leaves come first: they are the leaves of the base.
 */
static struct group refining_begin(struct refining *refining)
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
		add_place(refining, &root, (struct refine_place){0, 0, 1});
	}
	root.to = refining->places.count;
	return root;
}

static void add_next(struct refining *refining, struct refine_place place)
{
	if (!has_counts(refining_counts(refining, &place)))
		return;
	MEMORY_ROOM(refining->next, refining->next_count, refining->next_cap);
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
			add_next(refining, (struct refine_place){i, 0, 1});
			i = base->ends[i];
		}
	}
	return longest;
}

/* The next frame towards the root, if one exists. */
static void step_to_root(struct refining *refining, struct refine_place place)
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
	MEMORY_ROOM(refining->next, refining->next_count, refining->next_cap);
	refining->next[refining->next_count++] = next;
}

/* The first frames of stacks that are leaf first. */
static void step_from_leaves(struct refining *refining)
{
	const struct refine_base *base = refining->base;
	size_t i;

	MEMORY_ROOM(refining->next, base->leaf_count, refining->next_cap);
	for (i = 0; i < base->leaf_count; i++) {
		const struct refine_place place = {base->leaves[i], base->leaves[i], 1};

		if (has_counts(refining_counts(refining, &place)))
			step_to_root(refining, place);
	}
}

/*
 * The next frames of all places of a group, as refining->next. Returns of how many equal frames the
 * longest run of the group's own name is made.
 */
static uint32_t refining_step(struct refining *refining, const struct group *group)
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

/* Counts of the stacks through a group in which something was found. */
static void refining_cover(const struct refining *refining, const struct group *group,
			   uint64_t sum[2])
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
		const struct refine_place *place = &refining->places.at[i];
		const bool looks_up = refining->to_root || (focused && group->depth == 0);

		if (looks_up && has_found_caller(refining, place->up))
			refining_add(sum, refining_counts(refining, place));
		else if (!refining->to_root || (focused && group->depth == 0))
			cover_callees(refining, place->node, sum);
	}
}

static uint64_t refine_width_of(const struct refining *refining, const uint64_t count[2])
{
	return count_width(count, refining->window->shown);
}

static void open_group(struct refining *refining, const struct group *group)
{
	MEMORY_ROOM(refining->open, refining->open_count, refining->open_cap);
	refining->open[refining->open_count++] = *group;
}

/* Returns its number. */
static size_t refine_add_node(struct refining *refining, const struct group *group)
{
	struct refined *refined = refining->refined;
	struct tree *tree = &refined->tree;

	tree->nodes = memory_grow_counted(tree->nodes, &tree->cap, tree->count + 1,
					  sizeof(*tree->nodes));
	MEMORY_ROOM(refined->runs, tree->count, refined->run_cap);
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
	MEMORY_ROOM(refining->places.at, at, refining->places.cap);
	refining->places.count = at;
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
	size_t i;

	if (group->depth <= refining->window->depth)
		enter_window(refining, group);
	node = refine_add_node(refining, group);
	refining->refined->runs[node] = refining_step(refining, group);
	refining->places.count = group->from;
	find_children(refining);
	if (group->depth >= refining->window->depth)
		sort_names(refining);
	place_children(refining, group);
	for (i = 0; i < refining->next_count; i++) {
		struct child *child = &refining->children[refining->next[i].name];

		if (child->wanted)
			refining->places.at[child->at++] = refining->next[i].place;
	}
	open_children(refining, group);
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
	uint32_t i;

	*refined = (struct refined){0};
	group = refining_begin(&refining);
	open_group(&refining, &group);
	while (refining.open_count > 0) {
		group = refining.open[--refining.open_count];
		expand(&refining, &group);
	}
	/* Ancestors are as wide as the window. */
	for (i = 0; i < refined->depth; i++) {
		refined->tree.nodes[i].start = 0;
		refined->tree.nodes[i].width = refined->tree.nodes[refined->depth].width;
	}
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
