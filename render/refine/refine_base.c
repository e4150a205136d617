/* SPDX-License-Identifier: MIT */
#include "render/refine/refine.h"

static void find_ends(struct refine_base *base)
{
	const struct node *nodes = base->tree->nodes;
	const size_t count = base->tree->count;
	uint32_t *open = NULL; /* by depth: the node that is open there, or was */
	size_t cap = 0, i;
	uint32_t depth = 0, last = 0;

	for (i = 0; i < count; i++) {
		open = memory_grow(open, &cap, (size_t)nodes[i].depth + 1, sizeof(*open));
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
