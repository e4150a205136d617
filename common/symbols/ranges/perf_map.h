/* SPDX-License-Identifier: MIT */
/*
 * perf_map.h - /tmp/perf-PID.map: functions that a just-in-time compiler made, listed by it. Read
 * once; then any thread may ask.
 */
#ifndef FLAMBEAU_PERF_MAP_H
#define FLAMBEAU_PERF_MAP_H

#include "common/base/slice.h"

struct perf_map;

/*
 * From an open file of lines "START SIZE NAME", both in hexadecimal digits with or without 0x.
 * Lines that do not parse are skipped; NULL if there is no other, or the file cannot be read or is
 * larger than 256 MiB. `fd` stays the caller's.
 */
struct perf_map *perf_map_read(int fd);
/* Read a jit-PID.dump; limits and ownership as perf_map_read(). */
struct perf_map *perf_map_read_dump(int fd);
void perf_map_free(struct perf_map *map);

/*
 * The function with the last start among those that contain the address; of several with one start
 * the first line; false if there is none. The name is the file's, to the end of its line, and lives
 * as long as the map.
 */
bool perf_map_find(const struct perf_map *map, uint64_t address, struct slice *name,
		   uint64_t *start, uint64_t *end);

#endif
