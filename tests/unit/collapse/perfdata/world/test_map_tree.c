/* SPDX-License-Identifier: MIT */
#include "collapse/perfdata/map_tree.h"

#include "common/table/hash.h"
#include "tests/unit/check.h"

enum { ADDRESSES = 128, VERSIONS = 16 };

/* The map at each address of a small address space. */
struct place {
	struct perfdata_dso *dso;
	uint64_t offset; /* of the address */
	uint64_t start;  /* of the map that it is in */
};

struct model {
	struct place places[ADDRESSES];
};

static uint64_t next_random(uint64_t *state)
{
	*state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return *state >> 33;
}

/* Any number is a dso: trees do not look at it. */
static struct perfdata_dso *dso_of(uintptr_t number)
{
	return (struct perfdata_dso *)number; /* NOLINT */
}

static void model_replace(struct model *model, const struct perfdata_map *map)
{
	uint64_t i;

	for (i = map->start; i < map->end; i++)
		model->places[i] = (struct place){map->dso, map->offset + i - map->start,
						  map->start};
	for (i = map->end; i < ADDRESSES; i++) { /* a rest begins where the map ends */
		if (model->places[i].start >= map->end || !model->places[i].dso)
			break;
		model->places[i].start = map->end;
	}
}

static void model_remove(struct model *model, uint64_t start)
{
	uint64_t i;

	if (!model->places[start].dso || model->places[start].start != start)
		return;
	for (i = start; i < ADDRESSES && model->places[i].dso && model->places[i].start == start;
	     i++)
		model->places[i] = (struct place){0};
}

static bool is_same(const struct perfdata_maps *maps, const struct model *model)
{
	uint64_t i;

	for (i = 0; i < ADDRESSES; i++) {
		const struct perfdata_map *map = perfdata_map_find(maps, i);
		const struct place *place = &model->places[i];

		if (!map != !place->dso)
			return false;
		if (map && (map->dso != place->dso || map->start != place->start ||
			    map->offset + (i - map->start) != place->offset))
			return false;
	}
	return true;
}

static size_t nodes_of(const struct perfdata_maps *maps)
{
	return maps ? 1 + nodes_of(maps->left) + nodes_of(maps->right) : 0;
}

static void change(struct map_pool *pool, struct perfdata_maps **maps, struct model *model,
		   uint64_t *state)
{
	uint64_t start = next_random(state) % ADDRESSES;
	uint64_t size = 1 + next_random(state) % (next_random(state) % 4 == 0 ? ADDRESSES : 8);
	struct perfdata_map map = {.start = start, .offset = next_random(state) % 1000 * 1000};

	if (next_random(state) % 8 == 0) {
		*maps = map_tree_remove(pool, *maps, start);
		model_remove(model, start);
		return;
	}
	map.end = start + size < ADDRESSES ? start + size : ADDRESSES;
	map.dso = dso_of(1 + (uintptr_t)(next_random(state) % 1000000));
	*maps = map_tree_replace(pool, *maps, &map, true);
	model_replace(model, &map);
}

static void versions_are_what_a_table_of_addresses_says(void)
{
	struct perfdata_maps *maps[VERSIONS] = {0};
	static struct model models[VERSIONS];
	struct map_pool pool = {0};
	uint64_t state = 1;
	size_t i, from, to;
	bool same = true;

	for (i = 0; i < 20000; i++) {
		from = next_random(&state) % VERSIONS;
		to = next_random(&state) % VERSIONS;
		if (next_random(&state) % 4 == 0 && from != to) {
			map_tree_drop(&pool, maps[to]);
			maps[to] = map_tree_share(maps[from]);
			models[to] = models[from];
		}
		change(&pool, &maps[to], &models[to], &state);
		same = same && is_same(maps[to], &models[to]) && is_same(maps[from], &models[from]);
	}
	CHECK(same);
	for (i = 0; i < VERSIONS; i++)
		CHECK(is_same(maps[i], &models[i]));
	for (i = 0; i < VERSIONS; i++)
		map_tree_drop(&pool, maps[i]);
	CHECK(pool.used == 0);
	map_pool_release(&pool);
}

static void maps_without_another_owner_are_changed_in_place(void)
{
	struct perfdata_maps *maps = NULL, *older;
	struct map_pool pool = {0};
	uint64_t i;

	for (i = 0; i < 1000; i++)
		maps = map_tree_replace(
			&pool, maps, &(struct perfdata_map){.start = i * 100, .end = i * 100 + 50},
			true);
	CHECK(pool.used == 1000 && nodes_of(maps) == 1000);
	older = map_tree_share(maps);
	maps = map_tree_replace(&pool, maps, &(struct perfdata_map){.start = 60, .end = 70}, true);
	CHECK(nodes_of(maps) == 1001 && nodes_of(older) == 1000);
	CHECK(pool.used > 1001 && pool.used < 1100); /* the path from the root */
	map_tree_drop(&pool, older);
	CHECK(pool.used == 1001);
	maps = map_tree_replace(&pool, maps, &(struct perfdata_map){.start = 10, .end = 99990},
				true);
	CHECK(pool.used == 2 && nodes_of(maps) == 2);
	map_pool_release(&pool);
}

static size_t depth_of(const struct perfdata_maps *maps)
{
	size_t left, right;

	if (!maps)
		return 0;
	left = depth_of(maps->left);
	right = depth_of(maps->right);
	return 1 + (left > right ? left : right);
}

static void no_order_makes_a_deep_tree(void)
{
	struct perfdata_maps *maps = NULL;
	struct map_pool pool = {0};
	uint64_t i;

	for (i = 0; i < 20000; i++)
		maps = map_tree_replace(
			&pool, maps, &(struct perfdata_map){.start = i << 12, .end = (i + 1) << 12},
			true);
	CHECK(depth_of(maps) < 80);
	map_pool_release(&pool);
}

static void offsets_of_rests_stay_where_they_mean_something_else(void)
{
	struct perfdata_maps *maps = NULL;
	struct map_pool pool = {0};

	maps = map_tree_replace(&pool, maps,
				&(struct perfdata_map){.start = 10, .end = 90, .offset = 7}, false);
	maps = map_tree_replace(&pool, maps,
				&(struct perfdata_map){.start = 20, .end = 30, .offset = 8}, false);
	CHECK(perfdata_map_find(maps, 10)->offset == 7 && perfdata_map_find(maps, 10)->end == 20);
	CHECK(perfdata_map_find(maps, 30)->offset == 7 && perfdata_map_find(maps, 30)->start == 30);
	CHECK(!perfdata_map_find(maps, 9) && !perfdata_map_find(maps, 90));
	map_pool_release(&pool);
}

TEST(map_tree)
{
	versions_are_what_a_table_of_addresses_says();
	maps_without_another_owner_are_changed_in_place();
	no_order_makes_a_deep_tree();
	offsets_of_rests_stay_where_they_mean_something_else();
	return check_done();
}
