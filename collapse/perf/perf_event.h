/* SPDX-License-Identifier: MIT */
/* perf_event.h - the fields of a sample's event line. */
#ifndef FLAMBEAU_PERF_EVENT_H
#define FLAMBEAU_PERF_EVENT_H

#include "common/base/buf.h"
#include "common/base/slice.h"

/* Parts of an event line, which they point into. */
struct perf_event {
	struct slice comm, pid, tid; /* each may be empty: not printed */
	struct slice cpu;            /* "000", or empty */
	struct slice time;           /* "61873.402615", or empty */
	struct slice event;          /* if has_event */
	struct slice unknown; /* a field between thread and time that perf 7 lacks, or empty */
	uint64_t period;      /* 0: not printed */
	bool has_event;
	bool comm_is_frame; /* not a name that a program has: its blanks stay */
	bool other;         /* no sample: PERF_RECORD_COMM and the like */
	uint64_t lost;      /* if other: records that perf lost, of a record that says so */
	bool huge;          /* the period passes 2^64-1 */
};

enum perf_event_line {
	PERF_NO_EVENT_LINE,
	PERF_EVENT_LINE_IF_STACK, /* has no number of a thread: any text looks so */
	PERF_EVENT_LINE,
};

/*
 * Parse an event line by our own grammar,
 * "[VM:N VCPU:N] COMM [PID/]TID [CPU] MISC TOD TIME: [PERIOD] EVENT: [FIELDS]", of which every part
 * may be missing. `*text` is what follows the event.
 */
enum perf_event_line perf_event_parse(struct slice line, struct perf_event *event,
				      struct slice *text);

/* the name of an event as perf prints it: its unit, its name, its modifiers. */

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
