/* SPDX-License-Identifier: MIT */
#include "common/dwarf/dwarf_spans.h"

#include "common/base/search.h"

void dwarf_spans_release(struct dwarf_spans *spans)
{
	free(spans->at);
	free(spans->places);
	*spans = (struct dwarf_spans){0};
}

void dwarf_spans_add(struct dwarf_spans *spans, uint64_t begin, uint64_t end, uint32_t index)
{
	if (begin >= end)
		return;
	spans->at = memory_grow(spans->at, &spans->cap, spans->count + 1, sizeof(*spans->at));
	spans->at[spans->count++] = (struct dwarf_span){begin, end, index};
}

static int compare(const void *a, const void *b)
{
	const struct dwarf_span *left = a, *right = b;

	if (left->begin != right->begin)
		return left->begin < right->begin ? -1 : 1;
	if (left->end != right->end)
		return left->end > right->end ? -1 : 1;
	return (left->index > right->index) - (left->index < right->index);
}

/* The ranges that are open at the current address of the sweep through the sorted ranges. */
struct sweep {
	struct dwarf_place *places;
	size_t count, cap;
	struct dwarf_span *open; /* the last one is the innermost */
	size_t depth;
};

static void begin_at(struct sweep *sweep, uint64_t address, uint32_t index)
{
	const size_t count = sweep->count;

	if (count > 0 && sweep->places[count - 1].begin == address) {
		sweep->places[count - 1].index = index;
	} else if (count == 0 || sweep->places[count - 1].index != index) {
		sweep->places = memory_grow(sweep->places, &sweep->cap, count + 1,
					    sizeof(*sweep->places));
		sweep->places[sweep->count++] = (struct dwarf_place){address, index};
	}
}

/* Close what ends up to `address`. */
static void sweep_to(struct sweep *sweep, uint64_t address)
{
	while (sweep->depth > 0 && sweep->open[sweep->depth - 1].end <= address) {
		const uint64_t end = sweep->open[--sweep->depth].end;

		while (sweep->depth > 0 && sweep->open[sweep->depth - 1].end <= end)
			sweep->depth--;
		begin_at(sweep, end,
			 sweep->depth > 0 ? sweep->open[sweep->depth - 1].index : DWARF_NOTHING);
	}
}

void dwarf_spans_finish(struct dwarf_spans *spans)
{
	struct sweep sweep = {.depth = 0};
	size_t i;

	if (spans->count == 0)
		return;
	qsort(spans->at, spans->count, sizeof(*spans->at), compare);
	sweep.open = memory_get(spans->count * sizeof(*sweep.open));
	for (i = 0; i < spans->count; i++) {
		sweep_to(&sweep, spans->at[i].begin);
		begin_at(&sweep, spans->at[i].begin, spans->at[i].index);
		sweep.open[sweep.depth++] = spans->at[i];
	}
	sweep_to(&sweep, UINT64_MAX);
	free(sweep.open);
	free(spans->at);
	spans->at = NULL;
	spans->places = memory_resize(sweep.places, sweep.count, sizeof(*sweep.places));
	spans->count = sweep.count;
}

uint32_t dwarf_spans_find(const struct dwarf_spans *spans, uint64_t address)
{
	const size_t i = SEARCH_UP_TO(spans->places, spans->count, begin, address);

	return i > 0 ? spans->places[i - 1].index : DWARF_NOTHING;
}
