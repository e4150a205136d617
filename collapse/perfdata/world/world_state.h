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
	struct history history;
};

/* Entries never go, and keep their numbers. Zeroed it is empty. */
struct world_table {
	struct hash_index index;
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
	size_t versions;  /* older ones, of all histories */
	size_t forget_at; /* nodes and versions that make it worth while */
};

/* NULL: there is none with this id. */
const struct world_entry *world_table_find(const struct world_table *table, uint32_t id);

/* Its number, new if there is none. */
uint32_t world_table_get(struct world_table *table, uint32_t id);

#endif
