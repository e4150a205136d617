/* SPDX-License-Identifier: MIT */
/* Processes, threads and maps of a recording by time. */
#include "collapse/perfdata/process_table.h"

#include <inttypes.h>

#include "collapse/perfdata/dso.h"
#include "collapse/perfdata/map_tree.h"
#include "collapse/perfdata/perfdata_sample.h"
#include "collapse/perfdata/recording.h"
#include "common/base/memory.h"
#include "common/base/parallel.h"
#include "common/base/search.h"
#include "common/table/hash.h"
#include "common/table/intern.h"

/*
 * A value that changes over time, each version from a moment on: a thread's name and process, or a
 * process's maps. The latest one is found in constant time.
 */
union history_value {
	struct {
		uint32_t comm, process;
	} thread;
	struct perfdata_maps *maps;
};

struct history_version {
	struct perfdata_moment moment; /* from here on, up to the next version */
	union history_value value;
};

/* Zeroed it is empty: nothing was ever known. */
struct history {
	struct history_version latest;
	struct history_version *older; /* by moment */
	uint32_t count, cap;           /* of `older` */
	bool is_known;                 /* there is a latest version */
};

#define WORLD_UNNAMED UINT32_MAX

/* A thread or a process. */
struct world_entry {
	uint32_t id;
	uint64_t ended;    /* of a thread: the time of its EXIT; 0: it has not ended */
	bool was_replaced; /* of a process: by exec; its maps are the old program's */
	struct history history;
};

/* Entries keep their numbers until world_remove_ended(). Zeroed it is empty. */
struct world_table {
	struct ids ids;
	struct world_entry *entries; /* by the ids' indices */
	size_t cap;
};

struct world_unnamed;

struct world_cgroup {
	uint32_t path; /* in the world's names */
	struct perfdata_moment known;
};

struct perfdata_world {
	struct perfdata_dsos *dsos;
	struct world_table threads, processes;
	struct history kernel;
	struct map_pool pool;
	struct intern names;
	struct ids cgroup_ids;        /* by their indices: */
	struct world_cgroup *cgroups; /* what the first record of each id says */
	size_t cgroup_cap;
	struct world_unnamed
		*unnamed; /* names of threads without one, made when they are asked for */
	struct perfdata_moment latest; /* of the last record */
	struct perfdata_moment kept; /* moments up to here may be asked for, and from `latest` on */
	uint64_t generation;
	size_t versions;    /* older ones, of all histories */
	size_t ended;       /* threads that have ended since the last forgetting */
	size_t forget_at;   /* nodes, versions and ended threads that make it worth while */
	size_t forget_step; /* how many more of them there must be for the next one, at least */
	bool forgets_ended; /* perfdata_world_forget_ended() */
};

/* How many of the older versions began at or before a moment. */
static uint32_t begun(const struct history *history, struct perfdata_moment moment)
{
	size_t low = 0, high = history->count;

	SEARCH(low, high, at, !perfdata_is_before(moment, history->older[at].moment));
	return (uint32_t)low;
}

static const union history_value *history_search(const struct history *history,
						 struct perfdata_moment moment)
{
	uint32_t count = begun(history, moment);

	return count > 0 ? &history->older[count - 1].value : NULL;
}

/* The value at a moment; NULL: nothing was known then. */
static inline const union history_value *history_at(const struct history *history,
						    struct perfdata_moment moment)
{
	if (history->is_known && !perfdata_is_before(moment, history->latest.moment))
		return &history->latest.value;
	return history_search(history, moment);
}

static void push_latest(struct history *history)
{
	if (history->count == history->cap) {
		if (history->cap > UINT32_MAX / 2 - 4)
			memory_die();
		history->cap = history->cap ? history->cap * 2 : 1;
		history->older = memory_resize(history->older, history->cap,
					       sizeof(*history->older));
	}
	history->older[history->count++] = history->latest;
}

/*
 * The value that is valid from a moment on, to be changed by the caller; it begins as a copy of the
 * one before, or zeroed. Moments after `kept` up to now are never queried: a version that began
 * there is changed in place. True: the value before stays as well, so what it owns has another
 * owner.
 */
static bool history_change(struct history *history, struct perfdata_moment kept,
			   struct perfdata_moment moment, union history_value **value)
{
	bool stays = history->is_known && !perfdata_is_before(kept, history->latest.moment);

	if (stays)
		push_latest(history);
	history->latest.moment = moment;
	history->is_known = true;
	*value = &history->latest.value;
	return stays;
}

/* Drop versions that ended at or before a moment, `drop` (may be NULL) each. */
static void history_forget(struct history *history, struct perfdata_moment floor,
			   void (*drop)(void *context, union history_value value), void *context)
{
	uint32_t begin = begun(history, floor), i;

	if (history->is_known && perfdata_is_before(floor, history->latest.moment))
		begin = begin > 0 ? begin - 1 : 0; /* the last of them still holds */
	if (begin == 0)
		return;
	for (i = 0; i < begin && drop; i++)
		drop(context, history->older[i].value);
	history->count -= begin;
	memmove(history->older, history->older + begin, history->count * sizeof(*history->older));
	if (history->count == 0) {
		free(history->older);
		history->older = NULL;
		history->cap = 0;
	}
}

/* Drop all versions. */
static void history_release(struct history *history,
			    void (*drop)(void *context, union history_value value), void *context)
{
	uint32_t i;

	for (i = 0; i < history->count && drop; i++)
		drop(context, history->older[i].value);
	if (history->is_known && drop)
		drop(context, history->latest.value);
	free(history->older);
	*history = (struct history){0};
}

/* Threads and processes that have ended are removed. The others get new numbers. */

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
	struct fate *fates = memory_clear(world->processes.ids.count + 1, sizeof(*fates));
	size_t i;

	for (i = 0; i < world->threads.ids.count; i++) {
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

	table->entries[ids_add(&table->ids, id)] = table->entries[index];
}

static void process_table_drop_ended_maps(void *context, union history_value value)
{
	map_tree_drop(context, value.maps);
}

static void remove_processes(struct perfdata_world *world, struct fate *fates, uint64_t time)
{
	struct world_table *table = &world->processes;
	const size_t count = table->ids.count;
	size_t i;

	ids_release(&table->ids);
	for (i = 0; i < count; i++) {
		struct history *history = &table->entries[i].history;

		fates[i].number = (uint32_t)table->ids.count;
		if (fates[i].has_ended && !fates[i].lives && history->latest.moment.time < time)
			history_release(history, process_table_drop_ended_maps, &world->pool);
		else
			process_table_keep(table, i);
	}
}

static void remove_threads(struct world_table *table, const struct fate *fates, uint64_t time)
{
	const size_t count = table->ids.count;
	size_t i;

	ids_release(&table->ids);
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

/* Remove threads that ended long before a time, and processes without others. */
static void world_remove_ended(struct perfdata_world *world, uint64_t time)
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

/* NULL: there is none with this id. */
static const struct world_entry *world_table_find(const struct world_table *table, uint32_t id)
{
	const uint32_t number = ids_find(&table->ids, id);

	return number == IDS_NONE ? NULL : &table->entries[number];
}

/* Its number, new if there is none. */
static uint32_t world_table_get(struct world_table *table, uint32_t id)
{
	uint32_t number = ids_find(&table->ids, id);

	if (number == IDS_NONE) {
		MEMORY_ROOM(table->entries, table->ids.count, table->cap);
		number = ids_add(&table->ids, id);
		table->entries[number] = (struct world_entry){.id = id};
	}
	return number;
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

	for (i = 0; i < table->ids.count; i++)
		history_release(&table->entries[i].history, NULL, NULL);
	ids_release(&table->ids);
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
	ids_release(&world->cgroup_ids);
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

	for (i = 0; i < table->ids.count; i++) {
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
	left = world->pool.used + world->versions + world->threads.ids.count;
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
	const uint32_t number = ids_find(&world->cgroup_ids, id);

	if (number == IDS_NONE || perfdata_is_before(moment, world->cgroups[number].known))
		return false;
	*path = intern_name(&world->names, world->cgroups[number].path);
	return true;
}

const struct perfdata_maps *perfdata_world_kernel(const struct perfdata_world *world,
						  struct perfdata_moment moment)
{
	return maps_at(&world->kernel, moment);
}

/* The records that change the world. */

/* Bits of misc, of prot and of the flags of KSYMBOL. */
enum {
	MISC_MMAP_DATA = 1 << 13,
	MISC_COMM_EXEC = 1 << 13,
	MISC_BUILD_ID = 1 << 14,
	PROTECTION_EXECUTE = 4,
	PROTECTION_JIT = 1 << 14, /* simpleperf's: code that a program made */
	KSYMBOL_UNREGISTER = 1,
};

/*
 * The pid of every process outside of the pid namespace in which perf ran, and of the idle tasks.
 */
enum { PID_OUTSIDE = 0 };

/* A record without its trailer, and its byte order. */
struct body {
	struct slice bytes;
	uint16_t misc;
	bool is_swapped;
};

static uint32_t u32_at(const struct body *body, size_t at)
{
	return perfdata_u32(body->is_swapped, body->bytes.ptr + at);
}

static uint64_t u64_at(const struct body *body, size_t at)
{
	return perfdata_u64(body->is_swapped, body->bytes.ptr + at);
}

/* The text from a place to its NUL, or to the end. */
static struct slice text_at(const struct body *body, size_t at)
{
	struct slice text = slice_tail(body->bytes, at);
	size_t end = slice_find(text, '\0');

	return end == SLICE_NONE ? text : slice_head(text, end);
}

static union history_value *change_thread(struct perfdata_world *world, uint32_t tid)
{
	const uint32_t number = world_table_get(&world->threads, tid); /* may move the entries */
	struct history *history = &world->threads.entries[number].history;
	union history_value *value;
	bool is_new = !history->is_known;

	world->threads.entries[number].ended = 0;
	if (history_change(history, world->kept, world->latest, &value))
		world->versions++;
	if (is_new)
		value->thread.comm = WORLD_UNNAMED;
	return value;
}

/*
 * The maps of a history, to be changed: the caller's share of them, which it gives back a share
 * for.
 */
static struct perfdata_maps **change_maps(struct perfdata_world *world, struct history *history)
{
	union history_value *value;

	if (history_change(history, world->kept, world->latest, &value)) {
		world->versions++;
		map_tree_share(value->maps);
	}
	return &value->maps;
}

/* The process, which the next call may move. */
static struct world_entry *process_table_process_of(struct perfdata_world *world, uint32_t pid)
{
	const uint32_t number = world_table_get(&world->processes, pid);

	return &world->processes.entries[number];
}

/* The maps of a process, to add one. The first one after exec replaces those of the old program. */
static struct perfdata_maps **change_program(struct perfdata_world *world, uint32_t pid)
{
	struct world_entry *process = process_table_process_of(world, pid);
	struct perfdata_maps **maps = change_maps(world, &process->history);

	if (process->was_replaced) {
		map_tree_drop(&world->pool, *maps);
		*maps = NULL;
	}
	process->was_replaced = false;
	return maps;
}

/* A child has its parent's maps, and those of a program that exec replaces as well. */
static void copy_maps(struct perfdata_world *world, uint32_t pid, uint32_t ppid)
{
	struct world_entry *child = process_table_process_of(world, pid);
	const struct world_entry *parent = world_table_find(&world->processes, ppid);
	struct perfdata_maps *copy = NULL, **maps;

	if (parent && parent->history.is_known)
		copy = map_tree_share(parent->history.latest.value.maps);
	maps = change_maps(world, &child->history);
	map_tree_drop(&world->pool, *maps);
	*maps = copy;
	child->was_replaced = parent && parent->was_replaced;
}

/* A line feed is a blank, as where the name is printed and read again; a name of blanks is none. */
static uint32_t intern_comm(struct perfdata_world *world, struct slice name)
{
	char *line = NULL;
	uint32_t comm;
	size_t i;

	if (slice_find(name, '\n') != SLICE_NONE) {
		line = memory_get(name.len);
		for (i = 0; i < name.len; i++)
			line[i] = name.ptr[i] == '\n' ? ' ' : name.ptr[i];
		name.ptr = line;
	}
	comm = intern_add(&world->names, slice_is_blank(name) ? SLICE("[unknown]") : name);
	free(line);
	return comm;
}

/*
 * u32 pid, tid; name. Until exec has mapped the new program, the process's user frames are still
 * those of the old one.
 */
static void process_table_add_comm(struct perfdata_world *world, const struct body *body)
{
	union history_value *thread;
	uint32_t pid;

	if (body->bytes.len < 8)
		return;
	pid = u32_at(body, 0);
	thread = change_thread(world, u32_at(body, 4));
	thread->thread.comm = intern_comm(world, text_at(body, 8));
	thread->thread.process = world_table_get(&world->processes, pid);
	if (body->misc & MISC_COMM_EXEC)
		process_table_process_of(world, pid)->was_replaced = true;
}

/* u32 pid, ppid, tid, ptid */
static void add_fork(struct perfdata_world *world, const struct body *body)
{
	const struct world_entry *parent;
	union history_value *thread;
	uint32_t pid, ppid, comm = WORLD_UNNAMED;

	if (body->bytes.len < 16)
		return;
	pid = u32_at(body, 0);
	ppid = u32_at(body, 4);
	parent = world_table_find(&world->threads, u32_at(body, 12));
	if (parent && parent->history.is_known && ppid != PID_OUTSIDE)
		comm = parent->history.latest.value.thread.comm;
	thread = change_thread(world, u32_at(body, 8));
	thread->thread.comm = comm;
	thread->thread.process = world_table_get(&world->processes, pid);
	if (pid != ppid) {
		perfdata_dsos_end(world->dsos, (int32_t)pid,
				  perfdata_dsos_moment(world->dsos, world->latest.time));
		copy_maps(world, pid, ppid);
	}
}

/* As FORK. The thread and its maps stay: samples may come after it. */
static void add_exit(struct perfdata_world *world, const struct body *body)
{
	const struct world_entry *thread;

	if (body->bytes.len < 16)
		return;
	if (u32_at(body, 0) == u32_at(body, 8)) /* the first thread: the process */
		perfdata_dsos_end(world->dsos, (int32_t)u32_at(body, 0),
				  perfdata_dsos_moment(world->dsos, world->latest.time));
	if (!world->forgets_ended)
		return;
	thread = world_table_find(&world->threads, u32_at(body, 8));
	if (!thread || thread->ended > 0)
		return;
	world->threads.entries[thread - world->threads.entries].ended = world->latest.time;
	world->ended++;
}

/* The addresses of a map; false where there are none. The last address of all is in no map. */
static bool set_range(struct perfdata_map *map, uint64_t start, uint64_t len)
{
	if (len == 0 || (start > 0 && len - 1 > UINT64_MAX - start))
		return false;
	map->start = start;
	map->end = start + len > start ? start + len : UINT64_MAX;
	return map->end > map->start;
}

/* Add a map of a record, for the process of the key or for the kernel. */
static bool add_map(struct perfdata_world *world, struct perfdata_dso_key *key)
{
	struct perfdata_map map = {.offset = key->offset, .is_executable = key->is_executable};
	struct perfdata_maps **maps;

	if (!set_range(&map, key->address, key->size))
		return false;
	key->moment = map.moment = perfdata_dsos_moment(world->dsos, world->latest.time);
	map.dso = perfdata_dso_get(world->dsos, key);
	if (key->is_kernel)
		maps = change_maps(world, &world->kernel);
	else
		maps = change_program(world, (uint32_t)key->pid);
	*maps = map_tree_replace(&world->pool, *maps, &map, !key->is_kernel);
	return true;
}

/* The key from the beginning of MMAP and MMAP2: u32 pid, tid; u64 addr, len, pgoff */
static struct perfdata_dso_key process_table_key_of(const struct body *body)
{
	const int32_t pid = (int32_t)u32_at(body, 0);

	return (struct perfdata_dso_key){
		.pid = pid,
		.address = u64_at(body, 8),
		.size = u64_at(body, 16),
		.offset = u64_at(body, 24),
		.is_kernel = pid == -1 || (body->misc & 7) == PERFDATA_MODE_KERNEL,
	};
}

/* Maps inside of virtual machines are neither the kernel's nor a process's. */
static bool is_of_guest(const struct body *body)
{
	return (body->misc & 7) == PERFDATA_MODE_GUEST_KERNEL ||
	       (body->misc & 7) == PERFDATA_MODE_GUEST_USER;
}

static bool add_mmap(struct perfdata_world *world, const struct body *body)
{
	struct perfdata_dso_key key;

	if (body->bytes.len < 32 || is_of_guest(body))
		return true;
	key = process_table_key_of(body);
	key.name = text_at(body, 32);
	key.is_executable = (body->misc & MISC_MMAP_DATA) == 0;
	return add_map(world, &key);
}

/*
 * The build ID in MMAP2: u8 size, 3 bytes of zero, u8 build_id[20], zero beyond the size. Empty if
 * these bytes are the other form, u32 maj, min; u64 ino, gen. Kernels up to 6.18 at least set the
 * bit in misc for all events if one of another recording, made at the same time, has build IDs.
 */
static struct slice build_id_of(const struct body *body)
{
	const char *bytes = body->bytes.ptr + 32;
	const size_t size = (unsigned char)bytes[0];
	size_t i;

	if ((body->misc & MISC_BUILD_ID) == 0 || size > 20 || bytes[1] || bytes[2] || bytes[3])
		return SLICE("");
	for (i = 4 + size; i < 24; i++)
		if (bytes[i])
			return SLICE("");
	return slice_of(bytes + 4, size);
}

/* After pgoff: device and inode, or build_id_of(); u32 prot, flags; name */
static bool add_mmap2(struct perfdata_world *world, const struct body *body)
{
	struct perfdata_dso_key key;

	if (body->bytes.len < 64 || is_of_guest(body))
		return true;
	key = process_table_key_of(body);
	key.name = text_at(body, 64);
	key.is_executable = (u32_at(body, 56) & PROTECTION_EXECUTE) != 0;
	key.is_jit = (u32_at(body, 56) & PROTECTION_JIT) != 0;
	key.build_id = build_id_of(body);
	if (key.build_id.len == 0) {
		key.major = u32_at(body, 32);
		key.minor = u32_at(body, 36);
		key.inode = u64_at(body, 40);
		key.generation = u64_at(body, 48);
	}
	return add_map(world, &key);
}

/* u64 addr; u32 len; u16 type, flags; name */
static bool add_ksymbol(struct perfdata_world *world, const struct body *body)
{
	struct perfdata_dso_key key = {
		.pid = -1, .is_kernel = true, .is_executable = true, .is_ksymbol = true};
	struct perfdata_maps **maps;

	if (body->bytes.len < 16)
		return true;
	key.address = u64_at(body, 0);
	key.size = u32_at(body, 8);
	key.name = text_at(body, 16);
	if ((perfdata_u16(body->is_swapped, body->bytes.ptr + 14) & KSYMBOL_UNREGISTER) == 0)
		return add_map(world, &key);
	maps = change_maps(world, &world->kernel);
	*maps = map_tree_remove(&world->pool, *maps, key.address);
	return true;
}

/* u64 id; path */
static void add_cgroup(struct perfdata_world *world, const struct body *body)
{
	uint32_t number;
	uint64_t id;

	if (body->bytes.len <= 8)
		return;
	id = u64_at(body, 0);
	if (ids_find(&world->cgroup_ids, id) != IDS_NONE)
		return;
	number = ids_add(&world->cgroup_ids, id);
	MEMORY_ROOM(world->cgroups, number, world->cgroup_cap);
	world->cgroups[number] = (struct world_cgroup){intern_add(&world->names, text_at(body, 8)),
						       world->latest};
}

/* Records of processes that are all called 0 say nothing of any one of them. */
static bool is_of_outside(uint32_t type, const struct body *body)
{
	switch (type) {
	case PERFDATA_COMM:
	case PERFDATA_FORK:
	case PERFDATA_EXIT:
	case PERFDATA_MMAP:
	case PERFDATA_MMAP2:
		return body->bytes.len >= 4 && u32_at(body, 0) == PID_OUTSIDE &&
		       (body->misc & 7) != PERFDATA_MODE_KERNEL;
	default: return false;
	}
}

bool perfdata_world_add(struct perfdata_world *world, const struct perfdata *recording,
			const struct perfdata_record *record, struct perfdata_moment moment)
{
	struct body body = {.misc = record->misc,
			    .is_swapped = perfdata_facts(recording)->is_swapped};
	struct perfdata_sample trailer;

	assert(!perfdata_is_before(moment, world->latest));
	world->latest = moment;
	perfdata_trailer(recording, record, &trailer, &body.bytes);
	if (is_of_outside(record->type, &body))
		return true;
	switch (record->type) {
	case PERFDATA_COMM: process_table_add_comm(world, &body); return true;
	case PERFDATA_FORK: add_fork(world, &body); return true;
	case PERFDATA_EXIT: add_exit(world, &body); return true;
	case PERFDATA_MMAP: return add_mmap(world, &body);
	case PERFDATA_MMAP2: return add_mmap2(world, &body);
	case PERFDATA_KSYMBOL: return add_ksymbol(world, &body);
	case PERFDATA_CGROUP: add_cgroup(world, &body); return true;
	default: return true;
	}
}
