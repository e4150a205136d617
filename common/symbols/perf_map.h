/* SPDX-License-Identifier: MIT */
/*
 * perf_map.h - /tmp/perf-PID.map: functions that a just-in-time compiler made, written by it. Read once; then any thread may ask.
 */
#ifndef FLAMBEAU_PERF_MAP_H
#define FLAMBEAU_PERF_MAP_H

#include "common/base/slice.h"

struct perf_map;

/* From an open file; NULL if there is no line in it. */
struct perf_map *perf_map_read(int fd);
void perf_map_free(struct perf_map *map);

/* The name lives as long as the map. */
bool perf_map_find(const struct perf_map *map, uint64_t address, struct slice *name,
		   uint64_t *start, uint64_t *end);

#endif
