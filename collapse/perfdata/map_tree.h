/* SPDX-License-Identifier: MIT */
/*
 * map_tree.h - the maps of an address space, as a persistent treap: changing one version leaves the
 * others as they are and shares with them what did not change. A version is its root, which counts
 * its owners.
 */
#ifndef FLAMBEAU_MAP_TREE_H
#define FLAMBEAU_MAP_TREE_H

#include "collapse/perfdata/dso.h"
#include "common/base/arena.h"

/* A node, and the version whose root it is. */
struct perfdata_maps {
	struct perfdata_map map;
	struct perfdata_maps *left,
		*right; /* lower and higher addresses; `left` also links free nodes */
	size_t owners;  /* parents and versions */
};

/* The pool of nodes. A zeroed struct is empty. */
struct map_pool {
	struct arena arena;
	struct perfdata_maps *free;
	struct perfdata_maps *fresh; /* never used yet */
	size_t fresh_count;
	size_t used; /* nodes in use */
};

void map_pool_release(struct map_pool *pool);

/* Another owner of a version. */
static inline struct perfdata_maps *map_tree_share(struct perfdata_maps *root)
{
	if (root)
		root->owners++;
	return root;
}

/* One owner less. */
void map_tree_drop(struct map_pool *pool, struct perfdata_maps *root);

/*
 * Replace what a map overlaps; the rest of a map left or right of it stays, its offset moved along
 * where `moves_offset`. Takes the caller's share of the old version and returns the new one: nodes
 * without another owner are changed in place. Expected O(log n), plus the maps that are covered
 * completely.
 */
struct perfdata_maps *map_tree_replace(struct map_pool *pool, struct perfdata_maps *root,
				       const struct perfdata_map *map, bool moves_offset);

/*
 * Remove the map that starts at this address; without one nothing changes. Shares as in
 * map_tree_replace().
 */
struct perfdata_maps *map_tree_remove(struct map_pool *pool, struct perfdata_maps *root,
				      uint64_t start);

#endif
