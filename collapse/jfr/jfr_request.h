/* SPDX-License-Identifier: MIT */
/*
 * jfr_request.h - the events and fields wanted of a recording. Const while recordings are read.
 */
#ifndef FLAMBEAU_JFR_REQUEST_H
#define FLAMBEAU_JFR_REQUEST_H

#include "common/base/slice.h"

/* Units of sums; a mask has one bit for each unit that was added up. */
enum jfr_unit {
	JFR_IN_COUNTS = 1,
	JFR_IN_BYTES = 2,
	JFR_IN_NANOSECONDS = 4,
	JFR_IN_OTHERS = 8, /* any other unit of a field */
};

/*
 * Parts of the events, whose sums stay apart until it is known which are wanted: one for each
 * type, and two for jdk.ExecutionSample, because async-profiler's are processor samples in one
 * state and wall clock samples in others.
 */
enum { JFR_PARTS = 64, JFR_NO_PART = JFR_PARTS };

/* One type of events. */
struct jfr_kind {
	struct slice name;
	uint8_t part;       /* of its events; JFR_NO_PART: not wanted */
	uint8_t wall_part;  /* of async-profiler's that are not in STATE_DEFAULT */
	uint8_t unit;       /* enum jfr_unit, of `field` */
	bool is_short;      /* the name may have `jdk.` in front of it */
	bool must_have;     /* an event without the field adds nothing; else it counts 1 */
	struct slice field; /* weighs; empty: each counts 1 */
};

/* True if its events have that name. */
static inline bool jfr_kind_is(const struct jfr_kind *kind, struct slice event)
{
	if (kind->is_short)
		slice_skip(&event, SLICE("jdk."));
	return slice_equal(kind->name, event);
}

struct jfr_request {
	struct jfr_kind kinds[JFR_PARTS];
	size_t kind_count;
	bool wants_threads, wants_classes;
	bool lists;                 /* only how many events of each type have stacks */
	const struct slice *states; /* beginnings of the states that are wanted, without STATE_ */
	size_t state_count;         /* 0: any */
	bool has_times;
	uint64_t from, to; /* ns from `base` on; to is not included */
};

#endif
