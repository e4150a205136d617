/* SPDX-License-Identifier: MIT */
/* The records that change the world. */
#include "collapse/perfdata/container/perfdata_sample.h"
#include "collapse/perfdata/world/world.h"
#include "collapse/perfdata/world/world_state.h"

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
	const size_t known = world->cgroup_ids.count;
	frame_id number;
	uint64_t id;

	if (body->bytes.len <= 8)
		return;
	id = u64_at(body, 0);
	number = intern_add(&world->cgroup_ids, slice_of((const char *)&id, sizeof(id)));
	if (number < known)
		return;
	world->cgroups = memory_grow(world->cgroups, &world->cgroup_cap, number + (size_t)1,
				     sizeof(*world->cgroups));
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
	struct body body = {.misc = record->misc, .is_swapped = perfdata_is_swapped(recording)};
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
