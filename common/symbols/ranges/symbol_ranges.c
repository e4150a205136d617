/* SPDX-License-Identifier: MIT */
/*
 * Nested ranges are cut into spans that do not overlap, each owned by the range that perf's users
 * expect: one binary search then answers, whatever the nesting.
 */
#include "common/symbols/ranges/symbol_ranges.h"

#include "common/base/search.h"
#include "common/memory/memory.h"

enum { PAGE = 4096 };

static const uint32_t nobody = UINT32_MAX;

/* From `start` to the start of the next span. */
struct range_span {
	uint64_t start;
	uint32_t owner; /* index of a range, or a mark that there is none */
};

void symbol_ranges_release(struct symbol_ranges *ranges)
{
	free(ranges->at);
	free(ranges->spans);
	*ranges = (struct symbol_ranges){0};
}

void symbol_ranges_add(struct symbol_ranges *ranges, uint64_t start, uint64_t end,
		       struct slice name, uint32_t rank)
{
	if (ranges->count >= nobody)
		return;
	ranges->at = memory_grow(ranges->at, &ranges->cap, ranges->count + 1, sizeof(*ranges->at));
	ranges->at[ranges->count] = (struct symbol_range){
		.start = start,
		.end = end < start ? UINT64_MAX : end, /* wraps around */
		.name = name,
		.rank = rank,
		.order = (uint32_t)ranges->count,
	};
	ranges->count++;
}

static int compare(const void *a, const void *b)
{
	const struct symbol_range *left = a, *right = b;

	if (left->start != right->start)
		return left->start < right->start ? -1 : 1;
	if (left->rank != right->rank)
		return left->rank < right->rank ? -1 : 1;
	return left->order < right->order ? -1 : left->order > right->order;
}

static bool is_sorted(const struct symbol_ranges *ranges)
{
	size_t i;

	for (i = 1; i < ranges->count; i++) {
		if (compare(&ranges->at[i - 1], &ranges->at[i]) > 0)
			return false;
	}
	return true;
}

void symbol_ranges_sort(struct symbol_ranges *ranges)
{
	if (!is_sorted(ranges))
		qsort(ranges->at, ranges->count, sizeof(*ranges->at), compare);
}

uint64_t symbol_ranges_last_end(uint64_t start)
{
	const uint64_t page = start > UINT64_MAX - (PAGE - 1) ? UINT64_MAX
							      : (start + PAGE - 1) / PAGE * PAGE;

	return page > UINT64_MAX - PAGE ? UINT64_MAX : page + PAGE;
}

void symbol_ranges_close(struct symbol_ranges *ranges)
{
	uint64_t next = 0; /* the first start after this one */
	bool is_last = true;
	size_t i;

	for (i = ranges->count; i-- > 0;) {
		struct symbol_range *range = &ranges->at[i];

		if (i + 1 < ranges->count && range[1].start != range->start) {
			next = range[1].start;
			is_last = false;
		}
		if (range->end == range->start)
			range->end = is_last ? symbol_ranges_last_end(range->start) : next;
	}
}

static void add_span(struct symbol_ranges *ranges, uint64_t start, uint32_t owner)
{
	size_t *count = &ranges->span_count;

	if (*count > 0 && ranges->spans[*count - 1].start == start)
		--*count; /* an empty span */
	ranges->spans[(*count)++] = (struct range_span){start, owner};
}

/* Ranges that are open, the latest last. */
struct open_ranges {
	uint32_t *at;
	size_t count;
};

/*
 * Close ranges that end at or before `limit`. What surfaces below a closed range owns the addresses
 * after it.
 */
static void close_until(struct symbol_ranges *ranges, struct open_ranges *open, uint64_t limit)
{
	while (open->count > 0 && ranges->at[open->at[open->count - 1]].end <= limit) {
		const uint64_t end = ranges->at[open->at[--open->count]].end;

		while (open->count > 0 && ranges->at[open->at[open->count - 1]].end <= end)
			open->count--;
		add_span(ranges, end, open->count > 0 ? open->at[open->count - 1] : nobody);
	}
}

void symbol_ranges_index(struct symbol_ranges *ranges)
{
	struct open_ranges open = {memory_get(ranges->count * sizeof(uint32_t) + 1), 0};
	const struct symbol_range *best = NULL; /* at the last start */
	size_t i;

	ranges->spans = memory_get(2 * ranges->count * sizeof(*ranges->spans) + 1);
	for (i = 0; i < ranges->count; i++) {
		const struct symbol_range *range = &ranges->at[i];

		if (range->end == range->start || (best && best->start == range->start))
			continue; /* holds nothing, or is not the best at this start */
		best = range;
		close_until(ranges, &open, range->start);
		add_span(ranges, range->start, (uint32_t)i);
		open.at[open.count++] = (uint32_t)i;
	}
	close_until(ranges, &open, UINT64_MAX);
	free(open.at);
}

const struct symbol_range *symbol_ranges_find(const struct symbol_ranges *ranges, uint64_t address)
{
	const struct range_span *spans = ranges->spans;
	const size_t i = SEARCH_UP_TO(spans, ranges->span_count, start, address);

	return i > 0 && spans[i - 1].owner != nobody ? &ranges->at[spans[i - 1].owner] : NULL;
}
