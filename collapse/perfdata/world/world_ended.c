/* SPDX-License-Identifier: MIT */
/* Threads and processes that have ended are removed. The others get new numbers. */
#include "collapse/perfdata/world/world_state.h"
#include "common/memory/memory.h"

/*
 * Nanoseconds for which an ended thread stays. The kernel writes EXIT before a thread has left its
 * processor for the last time, and processors' records arrive apart.
 */
#define WORLD_GRACE (2 * UINT64_C(1000000000))

/* The state of a process as its threads tell it. */
struct fate {
	bool has_ended; /* a thread has ended */
	bool lives;     /* a thread lives, or has ended just now */
	uint32_t number;
};

static bool is_over(const struct world_entry *thread, uint64_t time)
{
	return thread->ended > 0 && thread->ended < time;
}

/* The processes that a thread that stays refers to, now and in its past. */
static void mark_living(const struct world_entry *thread, struct fate *fates)
{
	uint32_t i;

	for (i = 0; i < thread->history.count; i++)
		fates[thread->history.older[i].value.thread.process].lives = true;
	if (thread->history.is_known)
		fates[thread->history.latest.value.thread.process].lives = true;
}

static struct fate *find_fates(const struct perfdata_world *world, uint64_t time)
{
	struct fate *fates = memory_clear(world->processes.count + 1, sizeof(*fates));
	size_t i;

	for (i = 0; i < world->threads.count; i++) {
		const struct world_entry *thread = &world->threads.entries[i];

		if (!is_over(thread, time))
			mark_living(thread, fates);
		else if (thread->history.is_known)
			fates[thread->history.latest.value.thread.process].has_ended = true;
	}
	return fates;
}

static void renumber(struct world_entry *thread, const struct fate *fates)
{
	uint32_t i;

	for (i = 0; i < thread->history.count; i++) {
		uint32_t *process = &thread->history.older[i].value.thread.process;

		*process = fates[*process].number;
	}
	if (thread->history.is_known)
		thread->history.latest.value.thread.process =
			fates[thread->history.latest.value.thread.process].number;
}

/* Keep an entry; the entries before it are in place. */
static void process_table_keep(struct world_table *table, size_t index)
{
	const uint32_t id = table->entries[index].id;

	hash_index_add(&table->index, hash_bytes(&id, sizeof(id)), (uint32_t)table->count);
	table->entries[table->count++] = table->entries[index];
}

static void process_table_drop_ended_maps(void *context, union history_value value)
{
	map_tree_drop(context, value.maps);
}

static void remove_processes(struct perfdata_world *world, struct fate *fates, uint64_t time)
{
	struct world_table *table = &world->processes;
	const size_t count = table->count;
	size_t i;

	hash_index_release(&table->index);
	table->count = 0;
	for (i = 0; i < count; i++) {
		struct history *history = &table->entries[i].history;

		fates[i].number = (uint32_t)table->count;
		if (fates[i].has_ended && !fates[i].lives && history->latest.moment.time < time)
			history_release(history, process_table_drop_ended_maps, &world->pool);
		else
			process_table_keep(table, i);
	}
}

static void remove_threads(struct world_table *table, const struct fate *fates, uint64_t time)
{
	const size_t count = table->count;
	size_t i;

	hash_index_release(&table->index);
	table->count = 0;
	for (i = 0; i < count; i++) {
		struct world_entry *thread = &table->entries[i];

		if (is_over(thread, time)) {
			history_release(&thread->history, NULL, NULL);
			continue;
		}
		renumber(thread, fates);
		process_table_keep(table, i);
	}
}

void world_remove_ended(struct perfdata_world *world, uint64_t time)
{
	struct fate *fates;

	world->ended = 0;
	if (time <= WORLD_GRACE)
		return;
	fates = find_fates(world, time - WORLD_GRACE);
	remove_processes(world, fates, time - WORLD_GRACE);
	remove_threads(&world->threads, fates, time - WORLD_GRACE);
	free(fates);
}
