/* SPDX-License-Identifier: MIT */
/*
 * scan_queue.h - records that wait for their time, and the times of the samples among which they
 * lie.
 */
#ifndef FLAMBEAU_SCAN_QUEUE_H
#define FLAMBEAU_SCAN_QUEUE_H

#include "collapse/perfdata/world/world.h"
#include "common/base/memory.h"

struct scan_item {
	struct perfdata_moment moment;
	const char *record; /* from its header on */
};

/* A heap: the earliest is items[0]. Zeroed it is empty. */
struct scan_queue {
	struct scan_item *items;
	size_t count, cap;
};

void scan_queue_push(struct scan_queue *queue, const struct scan_item *item);
struct scan_item scan_queue_pop(struct scan_queue *queue);

/* Times of samples of one round, at most SCAN_TIMES_MOST. Zeroed it is empty. */
struct scan_times {
	uint64_t *times;
	size_t count, cap;
	size_t at; /* position of scan_times_between() */
	bool is_sorted;
	bool is_full; /* there were more times, which are lost */
};

enum { SCAN_TIMES_MOST = 1 << 22 };

static inline void scan_times_add(struct scan_times *times, uint64_t time)
{
	if (times->count == SCAN_TIMES_MOST) {
		times->is_full = true;
		return;
	}
	if (times->count == times->cap)
		times->times = memory_grow(times->times, &times->cap, times->count + 1,
					   sizeof(*times->times));
	times->times[times->count++] = time;
}

void scan_times_sort(struct scan_times *times);

/*
 * True if there is, or may be, a time from `from` to `to`. `from` must not decrease from call to
 * call.
 */
bool scan_times_between(struct scan_times *times, uint64_t from, uint64_t to);

void scan_times_reset(struct scan_times *times);

#endif
