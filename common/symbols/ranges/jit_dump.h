/* SPDX-License-Identifier: MIT */
/*
 * jit_dump.h - jit-PID.dump: functions that a just-in-time compiler made, as records with their
 * code. Format: tools/perf/Documentation/jitdump-specification.txt of Linux.
 */
#ifndef FLAMBEAU_JIT_DUMP_H
#define FLAMBEAU_JIT_DUMP_H

#include "common/memory/arena.h"
#include "common/symbols/ranges/symbol_ranges.h"

/*
 * Add the functions of a dump, at their new places too if they were moved; times are ignored: of
 * several functions with one start the last one is used. Names are demangled, and kept in `names`
 * or in `dump`. Reads up to the first record that is damaged. False: it is not a dump.
 */
bool jit_dump_read(struct symbol_ranges *ranges, struct arena *names, struct slice dump);

#endif
