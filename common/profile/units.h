/* SPDX-License-Identifier: MIT */
/*
 * units.h - the units that counts can be in and that are more than a name: of time, of memory.
 */
#ifndef FLAMBEAU_UNITS_H
#define FLAMBEAU_UNITS_H

#include "common/base/slice.h"

enum unit_kind { UNIT_TIME, UNIT_MEMORY };

struct unit {
	struct slice name; /* as headers have it: "ns" */
	struct slice word; /* as pprof and speedscope have it: "nanoseconds" */
	enum unit_kind kind;
	uint64_t size; /* nanoseconds or bytes of one count */
};

/* Find by name or word; NULL for anything else: "samples", "faults". */
const struct unit *unit_find(struct slice name);

/* The name of such a unit, anything else as it is. */
struct slice unit_name(struct slice name);

#endif
