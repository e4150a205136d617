/* SPDX-License-Identifier: MIT */
/*
 * jit_dump.h - jit-PID.dump: functions that a just-in-time compiler made, as records with their
 * code. Format: tools/perf/Documentation/jitdump-specification.txt of Linux.
 */
#ifndef FLAMBEAU_JIT_DUMP_H
#define FLAMBEAU_JIT_DUMP_H

#include "common/memory/arena.h"
#include "common/symbols/ranges/timed_ranges.h"

/*
 * Add the functions of a dump, each from the time of its record on, in nanoseconds of
 * CLOCK_MONOTONIC, and at its new place too if it was moved. A function ends where a later one
 * covers it: no record says that code is unloaded. All times are 0 if the dump's times are those of
 * a processor's clock. Names are demangled, and kept in `names` or in `dump`. Reads up to the first
 * record that is damaged. False: it is not a dump.
 */
bool jit_dump_read(struct timed_ranges *ranges, struct arena *names, struct slice dump);

#endif
