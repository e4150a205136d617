/* SPDX-License-Identifier: MIT */
/*
 * process_table.h - the processes of a recording by time: names of threads, maps of processes, the
 * kernel's maps. One thread adds records in the order of their times (perfdata_scan.h does); then
 * any number of threads ask.
 */
#ifndef FLAMBEAU_PROCESS_TABLE_H
#define FLAMBEAU_PROCESS_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "collapse/perfdata/dso.h"
#include "collapse/perfdata/recording.h"

struct perfdata_world;

struct perfdata_world *perfdata_world_new(struct perfdata_dsos *dsos);
void perfdata_world_free(struct perfdata_world *world);

/*
 * Take a COMM, FORK, EXIT, MMAP, MMAP2, KSYMBOL or CGROUP record; others are ignored, and so are
 * those of pid 0, which is every process outside of the pid namespace in which perf ran. Moments
 * never go back. False: a map of length 0 or beyond the last address, which is ignored.
 */
bool perfdata_world_add(struct perfdata_world *world, const struct perfdata *recording,
			const struct perfdata_record *record, struct perfdata_moment moment);

/*
 * Keep the state between the last record and the next one for queries. Without this call the
 * records are one change, and the state between them is lost.
 */
void perfdata_world_keep(struct perfdata_world *world);

/*
 * Promise not to query moments before this one: older state may be dropped, if that is much. Then
 * perfdata_world_generation() changes, and pointers to maps and struct perfdata_maps handed out
 * before are invalid (and may be reused for other maps). Names stay.
 */
void perfdata_world_forget(struct perfdata_world *world, struct perfdata_moment moment);
uint64_t perfdata_world_generation(const struct perfdata_world *world);

/*
 * Forget threads and processes that have ended, too, so that memory grows with those that live. For
 * a live view, which gets EXIT records, and whose moments of queries go on with the records.
 */
void perfdata_world_forget_ended(struct perfdata_world *world);

/* True if it pays to fold samples before more records are added, and to forget afterwards. */
bool perfdata_world_is_large(const struct perfdata_world *world);

/* See perfdata_dsos_hear(). */
void perfdata_world_hear(struct perfdata_world *world, uint64_t first, uint64_t last,
			 bool is_whole);

/* Samples will ask for symbols of the kernel: see perfdata_dsos_read_ahead(). */
void perfdata_world_read_ahead(struct perfdata_world *world);

/* A thread at a moment. */
struct perfdata_thread {
	struct slice comm;                /* ":TID" without a name; [unknown] for an empty one */
	const struct perfdata_maps *maps; /* of its process */
};

/* A thread has its name and its process by its tid; `pid` counts where no record named the tid. */
struct perfdata_thread perfdata_world_thread(const struct perfdata_world *world, uint32_t pid,
					     uint32_t tid, struct perfdata_moment moment);

/* The path of a control group; false if no record before the moment tells it. */
bool perfdata_world_cgroup(const struct perfdata_world *world, uint64_t id,
			   struct perfdata_moment moment, struct slice *path);

/* The kernel's maps: its text, modules, programs of BPF. */
const struct perfdata_maps *perfdata_world_kernel(const struct perfdata_world *world,
						  struct perfdata_moment moment);

#endif
