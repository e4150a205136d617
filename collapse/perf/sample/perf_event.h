/* SPDX-License-Identifier: MIT */
/* perf_event.h - the fields of a sample's event line. */
#ifndef FLAMBEAU_PERF_EVENT_H
#define FLAMBEAU_PERF_EVENT_H

#include "common/base/slice.h"

/* Parts of an event line, which they point into. */
struct perf_event {
	struct slice comm, pid, tid; /* pid may be empty: not printed */
	struct slice cpu;            /* "000", or empty */
	struct slice time;           /* "61873.402615", or empty */
	struct slice event;          /* if has_event */
	uint64_t period;             /* 0: not printed */
	bool has_event;
	bool comm_is_frame; /* not a name that a program has: its blanks stay */
	bool other;         /* no sample: PERF_RECORD_COMM and the like */
	bool huge;          /* the period passes 2^64-1 */
};

/*
 * Parse an event line by our own grammar: "COMM [PID/]TID [CPU] TIME: [PERIOD] EVENT: [TEXT]", of
 * which TIME and what follows it may be missing. `*text` is what follows the event. False if it is
 * no event line.
 */
bool perf_event_parse(struct slice line, struct perf_event *event, struct slice *text);

#endif
