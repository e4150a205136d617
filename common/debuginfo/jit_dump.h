/* SPDX-License-Identifier: MIT */
/*
 * jit_dump.h - jit-PID.dump: functions that a just-in-time compiler made, as records with their
 * code. Format: tools/perf/Documentation/jitdump-specification.txt of Linux.
 */
#ifndef FLAMBEAU_JIT_DUMP_H
#define FLAMBEAU_JIT_DUMP_H

#include "common/base/arena.h"
#include "common/debuginfo/timed_ranges.h"

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

#endif
