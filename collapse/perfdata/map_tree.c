/* SPDX-License-Identifier: MIT */
/* A persistent treap of maps, whose versions share nodes. */
#include "collapse/perfdata/map_tree.h"

#include "common/table/hash.h"

enum { MAP_POOL_NODES = 1024 }; /* allocated at once */

/* Nodes fill a line of the processor's cache each: a step of a search misses one, not two. */
enum { MAP_POOL_ALIGN = 64 };

void map_pool_release(struct map_pool *pool)
{
	arena_release(&pool->arena);
	*pool = (struct map_pool){0};
}

static void *map_pool_align(char *room)
{
	return room + (MAP_POOL_ALIGN - (uintptr_t)room % MAP_POOL_ALIGN);
}

static struct perfdata_maps *get_node(struct map_pool *pool)
{
	struct perfdata_maps *node = pool->free;

	pool->used++;
	if (node) {
		pool->free = node->left;
		return node;
	}
	if (pool->fresh_count == 0) {
		pool->fresh = map_pool_align(
			arena_alloc(&pool->arena, MAP_POOL_NODES * sizeof(*node) + MAP_POOL_ALIGN));
		pool->fresh_count = MAP_POOL_NODES;
	}
	pool->fresh_count--;
	return pool->fresh++;
}

static struct perfdata_maps *new_node(struct map_pool *pool, const struct perfdata_map *map)
{
	struct perfdata_maps *node = get_node(pool);

	*node = (struct perfdata_maps){.map = *map, .owners = 1};
	return node;
}

void map_tree_drop(struct map_pool *pool, struct perfdata_maps *root)
{
	while (root && --root->owners == 0) {
		struct perfdata_maps *right = root->right;

		map_tree_drop(pool, root->left);
		root->left = pool->free;
		pool->free = root;
		pool->used--;
		root = right;
	}
}

/* A node that only the caller owns, with the same contents; takes the caller's share of `node`. */
static struct perfdata_maps *own(struct map_pool *pool, struct perfdata_maps *node)
{
	struct perfdata_maps *copy;

	if (node->owners == 1)
		return node;
	copy = get_node(pool);
	*copy = *node;
	copy->owners = 1;
	map_tree_share(copy->left);
	map_tree_share(copy->right);
	node->owners--;
	return copy;
}

/*
 * The parent has the higher priority. It depends on the key of this run, so no input makes a deep
 * tree.
 */
static uint64_t priority(const struct perfdata_maps *node)
{
	uint64_t x = hash_mix(node->map.start + hash_key.low, hash_key.high | 1);

	/* One product of evenly spaced addresses is evenly spaced, too; these steps mix its bits. */
	x = (x ^ x >> 32) * UINT64_C(0xd6e8feb86659fd93);
	x = (x ^ x >> 32) * UINT64_C(0xd6e8feb86659fd93);
	return x ^ x >> 32;
}

/* Divide a tree into the maps that start below an address and the others. */
static void map_tree_split(struct map_pool *pool, struct perfdata_maps *root, uint64_t start,
			   struct perfdata_maps **below, struct perfdata_maps **rest)
{
	while (root) {
		root = own(pool, root);
		if (root->map.start < start) {
			*below = root;
			below = &root->right;
			root = root->right;
		} else {
			*rest = root;
			rest = &root->left;
			root = root->left;
		}
	}
	*below = NULL;
	*rest = NULL;
}

/* Join two trees; all maps of `low` start below those of `high`. */
static struct perfdata_maps *map_tree_join(struct map_pool *pool, struct perfdata_maps *low,
					   struct perfdata_maps *high)
{
	struct perfdata_maps *root = NULL, **at = &root;

	while (low && high) {
		if (priority(low) > priority(high)) {
			*at = low = own(pool, low);
			at = &low->right;
			low = low->right;
		} else {
			*at = high = own(pool, high);
			at = &high->left;
			high = high->left;
		}
	}
	*at = low ? low : high;
	return root;
}

static const struct perfdata_maps *last_of(const struct perfdata_maps *root)
{
	while (root && root->right)
		root = root->right;
	return root;
}

/* Let the last map of a tree end at `end` at the latest. */
static void cut_last(struct map_pool *pool, struct perfdata_maps **root, uint64_t end)
{
	const struct perfdata_maps *last = last_of(*root);

	if (!last || last->map.end <= end)
		return;
	for (; *root; root = &(*root)->right) {
		*root = own(pool, *root);
		if (!(*root)->right)
			(*root)->map.end = end;
	}
}

/* Cut `map` to the part from an address on; false if nothing is left. */
static bool rest_of(struct perfdata_map *map, uint64_t from, bool moves_offset)
{
	if (map->end <= from)
		return false;
	if (moves_offset)
		map->offset += from - map->start;
	map->start = from;
	return true;
}

struct perfdata_maps *map_tree_replace(struct map_pool *pool, struct perfdata_maps *root,
				       const struct perfdata_map *map, bool moves_offset)
{
	struct perfdata_maps *below, *covered, *above;
	const struct perfdata_maps *last;
	struct perfdata_map rest;
	bool has_rest;

	map_tree_split(pool, root, map->start, &below, &above);
	map_tree_split(pool, above, map->end, &covered, &above);
	/* the map that reaches furthest: the last one covered, else one from below */
	last = last_of(covered ? covered : below);
	if (last)
		rest = last->map;
	has_rest = last && rest_of(&rest, map->end, moves_offset);
	cut_last(pool, &below, map->start);
	map_tree_drop(pool, covered);
	below = map_tree_join(pool, below, new_node(pool, map));
	if (has_rest)
		below = map_tree_join(pool, below, new_node(pool, &rest));
	return map_tree_join(pool, below, above);
}

struct perfdata_maps *map_tree_remove(struct map_pool *pool, struct perfdata_maps *root,
				      uint64_t start)
{
	const struct perfdata_map *found = perfdata_map_find(root, start);
	struct perfdata_maps *below, *gone, *above;
	uint64_t end;

	if (!found || found->start != start)
		return root;
	end = found->end; /* the node may move */
	map_tree_split(pool, root, start, &below, &above);
	map_tree_split(pool, above, end, &gone, &above);
	map_tree_drop(pool, gone);
	return map_tree_join(pool, below, above);
}

const struct perfdata_map *perfdata_map_find(const struct perfdata_maps *maps, uint64_t address)
{
	const struct perfdata_map *found = NULL;

	while (maps) {
		if (maps->map.start <= address) {
			found = &maps->map;
			maps = maps->right;
		} else {
			maps = maps->left;
		}
	}
	return found && address < found->end ? found : NULL;
}
