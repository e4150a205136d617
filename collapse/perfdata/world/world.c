/* SPDX-License-Identifier: MIT */
#include "collapse/perfdata/world/world.h"

#include <inttypes.h>

#include "collapse/perfdata/world/world_state.h"
#include "common/system/lock.h"

/*
 * Below this many nodes of maps, versions and ended threads nothing is forgotten: about 25 MB, or 1
 * MB where ended threads are forgotten.
 */
enum { WORLD_FORGET_AT = 1 << 19, WORLD_FORGET_ENDED_AT = 1 << 14 };

/* Names ":TID" of threads without a name. Several threads may ask at once. */
struct world_unnamed {
	struct lock lock;
	struct intern names;
};

static uint32_t process_table_hash(uint32_t id)
{
	return hash_bytes(&id, sizeof(id));
}

const struct world_entry *world_table_find(const struct world_table *table, uint32_t id)
{
	uint32_t hash = process_table_hash(id), number;
	size_t at = hash;

	while ((number = hash_index_next(&table->index, hash, &at)) != HASH_NONE) {
		if (table->entries[number].id == id)
			return &table->entries[number];
	}
	return NULL;
}

uint32_t world_table_get(struct world_table *table, uint32_t id)
{
	const struct world_entry *found = world_table_find(table, id);

	if (found)
		return (uint32_t)(found - table->entries);
	table->entries = memory_grow(table->entries, &table->cap, table->count + 1,
				     sizeof(*table->entries));
	table->entries[table->count] = (struct world_entry){.id = id};
	hash_index_add(&table->index, process_table_hash(id), (uint32_t)table->count);
	return (uint32_t)table->count++;
}

/* Threads with tid 0 are the kernel's idle tasks. */
static void name_idle_task(struct perfdata_world *world)
{
	uint32_t number = world_table_get(&world->threads, 0);
	const struct perfdata_moment first = {0, 0};
	union history_value *value;

	history_change(&world->threads.entries[number].history, first, first, &value);
	value->thread.comm = intern_add(&world->names, SLICE("swapper"));
	value->thread.process = world_table_get(&world->processes, 0);
}

struct perfdata_world *perfdata_world_new(struct perfdata_dsos *dsos)
{
	struct perfdata_world *world = memory_clear(1, sizeof(*world));

	world->dsos = dsos;
	world->forget_at = WORLD_FORGET_AT;
	world->forget_step = WORLD_FORGET_AT;
	world->unnamed = memory_clear(1, sizeof(*world->unnamed));
	lock_init(&world->unnamed->lock);
	name_idle_task(world);
	return world;
}

static void table_release(struct world_table *table)
{
	size_t i;

	for (i = 0; i < table->count; i++)
		history_release(&table->entries[i].history, NULL, NULL);
	hash_index_release(&table->index);
	free(table->entries);
}

void perfdata_world_free(struct perfdata_world *world)
{
	if (!world)
		return;
	table_release(&world->threads);
	table_release(&world->processes);
	history_release(&world->kernel, NULL, NULL);
	map_pool_release(&world->pool);
	intern_release(&world->names);
	intern_release(&world->cgroup_ids);
	free(world->cgroups);
	intern_release(&world->unnamed->names);
	lock_release(&world->unnamed->lock);
	free(world->unnamed);
	free(world);
}

void perfdata_world_keep(struct perfdata_world *world)
{
	world->kept = world->latest;
}

static void process_table_drop_maps(void *context, union history_value value)
{
	map_tree_drop(context, value.maps);
}

/* Returns how many older versions are left. */
static size_t table_forget(struct world_table *table, struct perfdata_moment moment,
			   void (*drop)(void *context, union history_value value), void *context)
{
	size_t left = 0, i;

	for (i = 0; i < table->count; i++) {
		history_forget(&table->entries[i].history, moment, drop, context);
		left += table->entries[i].history.count;
	}
	return left;
}

bool perfdata_world_is_large(const struct perfdata_world *world)
{
	return world->pool.used + world->versions + world->ended >= world->forget_at;
}

void perfdata_world_forget_ended(struct perfdata_world *world)
{
	world->forgets_ended = true;
	world->forget_at = world->forget_step = WORLD_FORGET_ENDED_AT;
}

void perfdata_world_hear(struct perfdata_world *world, uint64_t first, uint64_t last, bool is_whole)
{
	perfdata_dsos_hear(world->dsos, first, last, is_whole);
}

void perfdata_world_read_ahead(struct perfdata_world *world)
{
	perfdata_dsos_read_ahead(world->dsos);
}

void perfdata_world_forget(struct perfdata_world *world, struct perfdata_moment moment)
{
	size_t left;

	if (!perfdata_world_is_large(world))
		return;
	history_forget(&world->kernel, moment, process_table_drop_maps, &world->pool);
	if (world->forgets_ended)
		world_remove_ended(world, moment.time);
	world->versions = world->kernel.count + table_forget(&world->threads, moment, NULL, NULL) +
			  table_forget(&world->processes, moment, process_table_drop_maps,
				       &world->pool);
	/* in proportion to what is left, so that all forgetting takes linear time */
	left = world->pool.used + world->versions + world->threads.count;
	world->forget_at = left + (left / 2 < world->forget_step ? world->forget_step : left / 2);
	world->generation++;
}

uint64_t perfdata_world_generation(const struct perfdata_world *world)
{
	return world->generation;
}

static struct slice unnamed_comm(struct world_unnamed *unnamed, uint32_t tid)
{
	char text[16];
	int len = snprintf(text, sizeof(text), ":%" PRId32, (int32_t)tid);
	struct slice name;

	lock_take(&unnamed->lock);
	name = intern_name(&unnamed->names,
			   intern_add(&unnamed->names, slice_of(text, (size_t)len)));
	lock_leave(&unnamed->lock);
	return name;
}

static const struct perfdata_maps *maps_at(const struct history *history,
					   struct perfdata_moment moment)
{
	const union history_value *value = history_at(history, moment);

	return value ? value->maps : NULL;
}

struct perfdata_thread perfdata_world_thread(const struct perfdata_world *world, uint32_t pid,
					     uint32_t tid, struct perfdata_moment moment)
{
	const struct world_entry *thread = world_table_find(&world->threads, tid), *process;
	const union history_value *value = thread ? history_at(&thread->history, moment) : NULL;
	struct perfdata_thread known;

	if (value)
		process = &world->processes.entries[value->thread.process];
	else
		process = world_table_find(&world->processes, pid);
	if (value && value->thread.comm != WORLD_UNNAMED)
		known.comm = intern_name(&world->names, value->thread.comm);
	else
		known.comm = unnamed_comm(world->unnamed, tid);
	known.maps = process ? maps_at(&process->history, moment) : NULL;
	return known;
}

bool perfdata_world_cgroup(const struct perfdata_world *world, uint64_t id,
			   struct perfdata_moment moment, struct slice *path)
{
	const frame_id number = intern_find(&world->cgroup_ids,
					    slice_of((const char *)&id, sizeof(id)));

	if (number == HASH_NONE || perfdata_is_before(moment, world->cgroups[number].known))
		return false;
	*path = intern_name(&world->names, world->cgroups[number].path);
	return true;
}

const struct perfdata_maps *perfdata_world_kernel(const struct perfdata_world *world,
						  struct perfdata_moment moment)
{
	return maps_at(&world->kernel, moment);
}
