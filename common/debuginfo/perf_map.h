/* SPDX-License-Identifier: MIT */
/*
 * perf_map.h - functions that a just-in-time compiler made: listed by it in /tmp/perf-PID.map or
 * recorded in a jit dump, by address and time. Read once; then any thread may look up.
 */
#ifndef FLAMBEAU_PERF_MAP_H
#define FLAMBEAU_PERF_MAP_H

#include "common/base/arena.h"
#include "common/base/slice.h"

/*
 * Ranges of addresses, each from a time on: the range that was added last, up to
 * a time, among those that hold an address. Filled by one thread; then any thread may search.
 */

struct timed_range {
	uint64_t time;       /* of its beginning; it ends where another one covers it */
	uint64_t start, end; /* [start, end) */
	struct slice name;   /* the caller's */
	uint32_t frames;     /* the caller's */
	uint32_t order;      /* of timed_ranges_add(): decides between equal times */
};

/* A zeroed struct is empty. */
struct timed_ranges {
	struct timed_range *at; /* after timed_ranges_index(): by time, order */
	size_t count, cap;

	/* private: where ranges begin and end, and a tree of segments over these addresses */
	uint64_t *borders;
	size_t border_count;
	uint32_t *owners;  /* of each segment, counted from 1; NULL: `lists` and `members` */
	size_t *lists;     /* ranges of node N: members[lists[N]] to members[lists[N + 1]] */
	uint32_t *members; /* indices into `at`, ascending in each node */
};

void timed_ranges_release(struct timed_ranges *ranges);

/* Add a range; one that holds no address is left out. Fewer than 2^32. */
void timed_ranges_add(struct timed_ranges *ranges, const struct timed_range *range);

/* Must be called once, after the last timed_ranges_add(). O(n log n). */
void timed_ranges_index(struct timed_ranges *ranges);

/* The last range, up to `time`, that holds the address; NULL: none. O(log^2 n). */
const struct timed_range *timed_ranges_find(const struct timed_ranges *ranges, uint64_t address,
					    uint64_t time);

/*
 * Jit-PID.dump: functions that a just-in-time compiler made, as records with their
 * code. Format: tools/perf/Documentation/jitdump-specification.txt of Linux.
 */

/*
 * How to unwind a function: the bytes of .eh_frame and .eh_frame_hdr (JIT_CODE_UNWINDING_INFO), in
 * either order, and the code that they describe, where it was loaded first.
 */
struct jit_frames {
	struct slice bytes; /* of the dump */
	size_t table_size;  /* of .eh_frame_hdr */
	uint64_t start, size;
};

/* All of a dump; a zeroed struct is empty. */
struct jit_unwinding {
	struct jit_frames *at;
	size_t count, cap;
	bool is_big_endian;
	unsigned word; /* bytes of an address: 4 or 8 */
};

/*
 * Add the functions of a dump, each from the time of its record on, in nanoseconds of
 * CLOCK_MONOTONIC, and at its new place too if it was moved. A function ends where a later one
 * covers it: no record says that code is unloaded. All times are 0 if the dump's times are those of
 * a processor's clock. Names are demangled, and kept in `names` or in `dump`. A range's `frames` is
 * the number of its unwinding information, counted from 1; 0: it has none. Reads up to the first
 * record that is damaged. False: it is not a dump.
 */
bool jit_dump_read(struct timed_ranges *ranges, struct jit_unwinding *unwinding,
		   struct arena *names, struct slice dump);

void jit_unwinding_release(struct jit_unwinding *unwinding);

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
 * The function at an address; false if none exists. In a list the last line that contains the
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
