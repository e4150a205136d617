/* SPDX-License-Identifier: MIT */
/*
 * process_table_state.h - the members of the process table. Only process_table.c and tests include it.
 */
#ifndef FLAMBEAU_PROCESS_TABLE_STATE_H
#define FLAMBEAU_PROCESS_TABLE_STATE_H

#include "collapse/perfdata/dso.h"
#include "collapse/perfdata/map_tree.h"
#include "collapse/perfdata/recording.h"
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

/* The value at a moment; NULL: nothing was known then. */
const union history_value *history_search(const struct history *history,
					  struct perfdata_moment moment);

static inline const union history_value *history_at(const struct history *history,
						    struct perfdata_moment moment)
{
	if (history->is_known && !perfdata_is_before(moment, history->latest.moment))
		return &history->latest.value;
	return history_search(history, moment);
}

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

#endif
