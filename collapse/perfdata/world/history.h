/* SPDX-License-Identifier: MIT */
/*
 * history.h - the values of something over time, each from a moment on. The latest one is found in
 * constant time.
 */
#ifndef FLAMBEAU_HISTORY_H
#define FLAMBEAU_HISTORY_H

#include "collapse/perfdata/dso/perfdata_map.h"
#include "collapse/perfdata/world/moment.h"

/* A value of a history: a thread's name and process, or a process's maps. */
union history_value {
	struct {
		uint32_t comm, process;
	} thread;
	struct perfdata_maps *maps;
};

struct history_version {
	struct perfdata_moment moment; /* from here on, up to the next version */
	union history_value value;
};

/* Zeroed it is empty: nothing was ever known. */
struct history {
	struct history_version latest;
	struct history_version *older; /* by moment */
	uint32_t count, cap;           /* of `older` */
	bool is_known;                 /* there is a latest version */
};

/* The value at a moment; NULL: nothing was known then. */
const union history_value *history_search(const struct history *history,
					  struct perfdata_moment moment);

static inline const union history_value *history_at(const struct history *history,
						    struct perfdata_moment moment)
{
	if (history->is_known && !perfdata_is_before(moment, history->latest.moment))
		return &history->latest.value;
	return history_search(history, moment);
}

/*
 * The value that is valid from a moment on, to be changed by the caller; it begins as a copy of the
 * one before, or zeroed. Moments after `kept` up to now are never queried: a version that began
 * there is changed in place. True: the value before stays as well, so what it owns has another
 * owner.
 */
bool history_change(struct history *history, struct perfdata_moment kept,
		    struct perfdata_moment moment, union history_value **value);

/* Drop versions that ended at or before a moment, `drop` (may be NULL) each. */
void history_forget(struct history *history, struct perfdata_moment floor,
		    void (*drop)(void *context, union history_value value), void *context);

/* Drop all versions. */
void history_release(struct history *history,
		     void (*drop)(void *context, union history_value value), void *context);

#endif
