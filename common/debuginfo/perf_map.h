/* SPDX-License-Identifier: MIT */
/*
 * perf_map.h - /tmp/perf-PID.map: functions that a just-in-time compiler made, listed by it. Read
 * once; then any thread may ask.
 */
#ifndef FLAMBEAU_PERF_MAP_H
#define FLAMBEAU_PERF_MAP_H

#include "common/base/slice.h"

struct jit_unwinding;
struct perf_map;

/*
 * From an open file of lines "START SIZE NAME", both in hexadecimal digits with or without 0x.
 * Lines that do not parse are skipped; NULL if there is no other, or the file cannot be read or is
 * larger than 256 MiB. `fd` stays the caller's.
 */
struct perf_map *perf_map_read(int fd);
/*
 * Read a jit-PID.dump; limits and ownership as perf_map_read(). `has_times`: functions are there
 * from the times of their records on, nanoseconds of CLOCK_MONOTONIC, and not always.
 */
struct perf_map *perf_map_read_dump(int fd, bool has_times);
void perf_map_free(struct perf_map *map);

struct perf_map_function {
	struct slice name;   /* lives as long as the map */
	uint64_t start, end; /* [start, end) */
	uint32_t frames;     /* its number in perf_map_unwinding(), from 1; 0: none */
};

/*
 * The function at an address; false if there is none. In a list the last line that contains the
 * address: memory is used again. The name is the rest of its line. In a dump the last one up to
 * `time` that contains it; UINT64_MAX: of all.
 */
bool perf_map_find(const struct perf_map *map, uint64_t address, uint64_t time,
		   struct perf_map_function *found);

/* How to unwind functions of a dump; lives as long as the map. */
const struct jit_unwinding *perf_map_unwinding(const struct perf_map *map);

/*
 * How often functions of a dump come at a time of their own; the times, ascending, go to `times` if
 * it is not NULL.
 */
size_t perf_map_changes(const struct perf_map *map, uint64_t *times);

#endif
