/* SPDX-License-Identifier: MIT */
/*
 * A segment tree: the borders of all ranges cut the addresses into segments, the leaves of a
 * complete binary tree. A range is a member of the O(log n) nodes that cover it exactly. Indices of
 * ranges are in the order of time, so the members of a node are, too: an address asks the nodes
 * from its leaf to the root for their last member before the time, and the latest one wins. Ranges
 * of one time need no tree: each segment has one owner.
 */
#include "common/debuginfo/timed_ranges.h"

#include <assert.h>

#include "common/base/memory.h"
#include "common/base/search.h"

void timed_ranges_release(struct timed_ranges *ranges)
{
	free(ranges->at);
	free(ranges->borders);
	free(ranges->owners);
	free(ranges->lists);
	free(ranges->members);
	*ranges = (struct timed_ranges){0};
}

void timed_ranges_add(struct timed_ranges *ranges, const struct timed_range *range)
{
	if (range->start >= range->end)
		return;
	assert(ranges->count < UINT32_MAX); /* files have fewer: perf_map.h */
	ranges->at = memory_grow(ranges->at, &ranges->cap, ranges->count + 1, sizeof(*ranges->at));
	ranges->at[ranges->count] = *range;
	ranges->at[ranges->count].order = (uint32_t)ranges->count;
	ranges->count++;
}

static int compare_times(const void *a, const void *b)
{
	const struct timed_range *left = a, *right = b;

	if (left->time != right->time)
		return left->time < right->time ? -1 : 1;
	return left->order < right->order ? -1 : left->order > right->order;
}

static bool is_sorted(const struct timed_ranges *ranges)
{
	size_t i;

	for (i = 1; i < ranges->count; i++) {
		if (ranges->at[i].time < ranges->at[i - 1].time)
			return false;
	}
	return true;
}

static void find_borders(struct timed_ranges *ranges)
{
	uint64_t *borders = memory_get(2 * ranges->count * sizeof(*borders));
	size_t i, kept = 0;

	for (i = 0; i < ranges->count; i++) {
		borders[2 * i] = ranges->at[i].start;
		borders[2 * i + 1] = ranges->at[i].end;
	}
	for (i = 1; i < 2 * ranges->count && borders[i - 1] <= borders[i]; i++)
		;
	if (i < 2 * ranges->count)
		qsort(borders, 2 * ranges->count, sizeof(*borders), u64_compare);
	for (i = 0; i < 2 * ranges->count; i++) {
		if (kept == 0 || borders[kept - 1] != borders[i])
			borders[kept++] = borders[i];
	}
	ranges->borders = borders;
	ranges->border_count = kept;
}

/* The segment that begins at a border or holds an address after it. */
static size_t segment_of(const struct timed_ranges *ranges, uint64_t address)
{
	return search_up_to(ranges->borders, ranges->border_count, sizeof(*ranges->borders),
			    address) -
	       1;
}

/*
 * Count a range in the nodes that cover it, or, with `members`, add it to them. Leaves have the
 * numbers from border_count on; the node above N is N / 2.
 */
static void cover(struct timed_ranges *ranges, uint32_t i, uint32_t *members)
{
	size_t low = segment_of(ranges, ranges->at[i].start) + ranges->border_count;
	size_t high = segment_of(ranges, ranges->at[i].end) + ranges->border_count;

	for (; low < high; low /= 2, high /= 2) {
		const size_t nodes[] = {low, high - 1};
		const bool covered[] = {low % 2 == 1, high % 2 == 1};
		size_t side;

		for (side = 0; side < 2; side++) {
			if (!covered[side])
				continue;
			if (members)
				members[ranges->lists[nodes[side]]++] = i;
			else
				ranges->lists[nodes[side] + 1]++;
		}
		low += low % 2;
		high -= high % 2;
	}
}

/* The first segment from `segment` on that has no owner; `next` gets shorter ways there. */
static size_t first_free(uint32_t *next, size_t segment)
{
	size_t found = segment, after;

	while (next[found] != found)
		found = next[found];
	for (; segment != found; segment = after) {
		after = next[segment];
		next[segment] = (uint32_t)found;
	}
	return found;
}

/* From the last range to the first, each owns the segments that are still free. */
static void set_owners(struct timed_ranges *ranges)
{
	uint32_t *next = memory_get((ranges->border_count + 1) * sizeof(*next));
	size_t i, segment, end;

	ranges->owners = memory_clear(ranges->border_count, sizeof(*ranges->owners));
	for (i = 0; i <= ranges->border_count; i++)
		next[i] = (uint32_t)i;
	for (i = ranges->count; i-- > 0;) {
		end = segment_of(ranges, ranges->at[i].end);
		segment = first_free(next, segment_of(ranges, ranges->at[i].start));
		for (; segment < end; segment = first_free(next, segment + 1)) {
			ranges->owners[segment] = (uint32_t)i + 1;
			next[segment] = (uint32_t)segment + 1;
		}
	}
	free(next);
}

void timed_ranges_index(struct timed_ranges *ranges)
{
	size_t nodes, i;

	if (ranges->count == 0)
		return;
	if (!is_sorted(ranges))
		qsort(ranges->at, ranges->count, sizeof(*ranges->at), compare_times);
	find_borders(ranges);
	if (ranges->at[0].time == ranges->at[ranges->count - 1].time) {
		set_owners(ranges);
		return;
	}
	nodes = 2 * ranges->border_count;
	ranges->lists = memory_clear(nodes + 1, sizeof(*ranges->lists));
	for (i = 0; i < ranges->count; i++)
		cover(ranges, (uint32_t)i, NULL);
	for (i = 0; i < nodes; i++)
		ranges->lists[i + 1] += ranges->lists[i];
	ranges->members = memory_get(ranges->lists[nodes] * sizeof(*ranges->members) + 1);
	for (i = 0; i < ranges->count; i++)
		cover(ranges, (uint32_t)i, ranges->members);
	for (i = nodes; i > 0; i--) /* each has moved to the end of its node */
		ranges->lists[i] = ranges->lists[i - 1];
	ranges->lists[0] = 0;
}

/* The last member of a node that is below `limit`; `none` if there is none. */
static size_t last_below(const struct timed_ranges *ranges, size_t node, size_t limit, size_t none)
{
	const size_t first = ranges->lists[node];
	size_t low = first, high = ranges->lists[node + 1];

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (ranges->members[middle] < limit)
			low = middle + 1;
		else
			high = middle;
	}
	return low > first ? ranges->members[low - 1] : none;
}

const struct timed_range *timed_ranges_find(const struct timed_ranges *ranges, uint64_t address,
					    uint64_t time)
{
	size_t best = SIZE_MAX, node, limit;

	if (ranges->count == 0 || address < ranges->borders[0])
		return NULL;
	limit = ranges->owners ? time >= ranges->at[0].time
			       : SEARCH_UP_TO(ranges->at, ranges->count, time, time);
	node = segment_of(ranges, address);
	if (ranges->owners)
		return limit > 0 && ranges->owners[node] > 0 ? &ranges->at[ranges->owners[node] - 1]
							     : NULL;
	node += ranges->border_count;
	for (; node > 0; node /= 2) {
		const size_t found = last_below(ranges, node, limit, SIZE_MAX);

		if (found != SIZE_MAX && (best == SIZE_MAX || found > best))
			best = found;
	}
	return best != SIZE_MAX ? &ranges->at[best] : NULL;
}
