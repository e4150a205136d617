/* SPDX-License-Identifier: MIT */
#include "collapse/perfdata/scan_waits.h"

#include "common/base/search.h"
#include "common/memory/memory.h"

void scan_waits_release(struct scan_waits *waits)
{
	free(waits->at);
	*waits = (struct scan_waits){0};
}

void scan_waits_add(struct scan_waits *waits, const struct perfdata *recording,
		    const struct perfdata_record *record)
{
	const struct perfdata_event *event;
	struct perfdata_sample sample;

	if (perfdata_sample_decode(recording, record, &event, &sample) != PERFDATA_GOOD ||
	    !sample.has_time || !sample.has_tid ||
	    sample.tid == 0) /* the idle threads of all processors, which do not wait */
		return;
	waits->at = memory_grow(waits->at, &waits->cap, waits->count + 1, sizeof(*waits->at));
	waits->at[waits->count++] = (struct scan_wait){
		.order = record->order,
		.time = sample.time,
		.tid = sample.tid,
		.is_switch = event->type == PERFDATA_TRACEPOINT &&
			     slice_equal(event->name, PERFDATA_SWITCH),
	};
}

static int waits_compare_times(const void *a, const void *b)
{
	const struct scan_wait *left = a, *right = b;

	if (left->tid != right->tid)
		return left->tid < right->tid ? -1 : 1;
	if (left->time != right->time)
		return left->time < right->time ? -1 : 1;
	return left->order < right->order ? -1 : left->order > right->order;
}

static int waits_compare_orders(const void *a, const void *b)
{
	const struct scan_wait *left = a, *right = b;

	return left->order < right->order ? -1 : left->order > right->order;
}

void scan_waits_close(struct scan_waits *waits)
{
	size_t i, kept = 0;

	if (waits->count == 0)
		return;
	qsort(waits->at, waits->count, sizeof(*waits->at), waits_compare_times);
	for (i = 0; i + 1 < waits->count; i++) {
		struct scan_wait wait = waits->at[i];
		const struct scan_wait *next = &waits->at[i + 1];

		if (!wait.is_switch || next->tid != wait.tid || next->time == wait.time)
			continue;
		wait.time = next->time - wait.time;
		waits->at[kept++] = wait;
	}
	waits->count = kept;
	if (kept > 0)
		qsort(waits->at, kept, sizeof(*waits->at), waits_compare_orders);
}

uint64_t scan_waits_find(const struct scan_waits *waits, uint64_t order)
{
	const size_t count = SEARCH_UP_TO(waits->at, waits->count, order, order);

	return count > 0 && waits->at[count - 1].order == order ? waits->at[count - 1].time : 0;
}
