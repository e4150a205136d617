/* SPDX-License-Identifier: MIT */
/* perf_event_name.h - the name of an event as perf prints it: its unit, its name, its modifiers. */
#ifndef FLAMBEAU_PERF_EVENT_NAME_H
#define FLAMBEAU_PERF_EVENT_NAME_H

#include "common/base/buf.h"

/* The parts of a name, which they point into. */
struct perf_event_name {
	struct slice unit;      /* "cpu_core", of cpu_core/cycles/u; empty: none */
	struct slice name;      /* "cycles", "sched:sched_switch" */
	struct slice modifiers; /* "u"; empty: none */
	bool is_shared;         /* a unit of processors; others count the same by this name */
};

struct perf_event_name perf_event_name_of(struct slice event);

/* The event without its modifiers: "cpu_core/cycles/". */
struct slice perf_event_name_base(struct slice event, const struct perf_event_name *parts);

/* Append it without its unit: "cycles:uppp". */
void perf_event_name_write(const struct perf_event_name *parts, struct buf *out);

/* Append it also without the modifiers that say how precisely samples are placed: "cycles:u". */
void perf_event_name_write_counted(const struct perf_event_name *parts, struct buf *out);

#endif
