/* SPDX-License-Identifier: MIT */
#include "collapse/perfdata/scan_queue.h"

#include "collapse/perfdata/world/moment.h"

void scan_queue_push(struct scan_queue *queue, const struct scan_item *item)
{
	size_t at = queue->count, up;

	if (queue->count == queue->cap)
		queue->items = memory_grow(queue->items, &queue->cap, queue->count + 1,
					   sizeof(*queue->items));
	queue->count++;
	for (; at > 0; at = up) {
		up = (at - 1) / 2;
		if (!perfdata_is_before(item->moment, queue->items[up].moment))
			break;
		queue->items[at] = queue->items[up];
	}
	queue->items[at] = *item;
}

struct scan_item scan_queue_pop(struct scan_queue *queue)
{
	struct scan_item *items = queue->items, first = items[0], moved;
	size_t at = 0, down, count;

	assert(queue->count > 0);
	count = --queue->count;
	moved = items[count];
	while ((down = 2 * at + 1) < count) {
		if (down + 1 < count &&
		    perfdata_is_before(items[down + 1].moment, items[down].moment))
			down++;
		if (!perfdata_is_before(items[down].moment, moved.moment))
			break;
		items[at] = items[down];
		at = down;
	}
	items[at] = moved;
	return first;
}

static int queue_compare_times(const void *a, const void *b)
{
	uint64_t left, right;

	memcpy(&left, a, sizeof(left));
	memcpy(&right, b, sizeof(right));
	return (left > right) - (left < right);
}

void scan_times_sort(struct scan_times *times)
{
	if (!times->is_sorted && times->count > 0)
		qsort(times->times, times->count, sizeof(*times->times), queue_compare_times);
	times->is_sorted = true;
	times->at = 0;
}

bool scan_times_between(struct scan_times *times, uint64_t from, uint64_t to)
{
	if (!times->is_sorted || times->is_full)
		return true;
	while (times->at < times->count && times->times[times->at] < from)
		times->at++;
	return times->at < times->count && times->times[times->at] <= to;
}

void scan_times_reset(struct scan_times *times)
{
	times->count = times->at = 0;
	times->is_sorted = times->is_full = false;
}
