/* SPDX-License-Identifier: MIT */
/*
 * world_state.h - the members of struct world; only for the files world*.c.
 */
#ifndef FLAMBEAU_WORLD_STATE_H
#define FLAMBEAU_WORLD_STATE_H

#include "collapse/perfdata/world/history.h"
#include "collapse/perfdata/world/map_tree.h"
#include "common/table/hash.h"
#include "common/table/intern.h"

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
	struct hash_slots index;
	struct world_entry *entries;
	size_t count, cap;
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
	struct intern cgroup_ids;     /* the bytes of ids; by number: */
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

/* NULL: there is none with this id. */
const struct world_entry *world_table_find(const struct world_table *table, uint32_t id);

/* Its number, new if there is none. */
uint32_t world_table_get(struct world_table *table, uint32_t id);

/* In world_ended.c. Remove threads that ended long before a time, and processes without others. */
void world_remove_ended(struct perfdata_world *world, uint64_t time);

#endif
