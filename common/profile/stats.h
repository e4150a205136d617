/* SPDX-License-Identifier: MIT */
/*
 * stats.h - the numbers of --stats: bytes and lines read, time, memory.
 */
#ifndef FLAMBEAU_STATS_H
#define FLAMBEAU_STATS_H

#include "common/profile/ingest.h"

/* Statistics of the whole run, over all inputs. */
struct stats {
	double start;             /* clock_seconds() */
	struct ingest_stats read; /* sums; of threads the most there were */
	size_t frames, stacks;    /* distinct ones; 0 frames with stacks: not counted */
};

void stats_start(struct stats *stats);

/* One input was read. */
void stats_add(struct stats *stats, const struct ingest_stats *read);

/* Take the numbers of distinct frames and stacks from the profile. */
void stats_count(struct stats *stats, const struct profile *profile);

/* One line on stderr, if anything was read. */
void stats_print(const struct stats *stats);

#endif
