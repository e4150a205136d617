/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/dwarf_spans.h"

void dwarf_spans_release(struct dwarf_spans *spans)
{
	if (spans->beyond)
		dwarf_spans_release(spans->beyond);
	free(spans->beyond);
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

static int dwarf_spans_compare(const void *a, const void *b)
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
	struct dwarf_spans *to;  /* the last one of the chain */
	struct dwarf_span *open; /* the last one is the innermost */
	size_t depth;
};

static void add_place(struct dwarf_spans *to, uint64_t address, uint32_t index)
{
	const uint32_t begin = (uint32_t)(address - to->base);

	to->places = memory_grow(to->places, &to->cap, to->count + 1, sizeof(*to->places));
	to->places[to->count++] = (struct dwarf_place){begin, index};
}

static void dwarf_spans_shrink(struct dwarf_spans *spans)
{
	spans->places = memory_resize(spans->places, spans->count, sizeof(*spans->places));
	spans->cap = spans->count;
}

static void begin_at(struct sweep *sweep, uint64_t address, uint32_t index)
{
	struct dwarf_spans *to = sweep->to;
	struct dwarf_place *last = to->count > 0 ? &to->places[to->count - 1] : NULL;

	if (last && to->base + last->begin == address) {
		last->index = index;
	} else if (last && address - to->base > UINT32_MAX) {
		dwarf_spans_shrink(to);
		sweep->to = to->beyond = memory_clear(1, sizeof(*to->beyond));
		sweep->to->base = address;
		add_place(sweep->to, address, index);
	} else if (!last || last->index != index) {
		add_place(to, address, index);
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
	struct dwarf_span *added = spans->at;
	const size_t count = spans->count;
	struct sweep sweep = {.to = spans};
	size_t i;

	if (count == 0)
		return;
	qsort(added, count, sizeof(*added), dwarf_spans_compare);
	*spans = (struct dwarf_spans){.base = added[0].begin};
	sweep.open = memory_get(count * sizeof(*sweep.open));
	for (i = 0; i < count; i++) {
		sweep_to(&sweep, added[i].begin);
		begin_at(&sweep, added[i].begin, added[i].index);
		sweep.open[sweep.depth++] = added[i];
	}
	sweep_to(&sweep, UINT64_MAX);
	dwarf_spans_shrink(sweep.to);
	free(sweep.open);
	free(added);
}

uint32_t dwarf_spans_find(const struct dwarf_spans *spans, uint64_t address)
{
	const struct dwarf_place *place;
	size_t left, half;
	uint64_t begin;

	while (spans->beyond && address >= spans->beyond->base)
		spans = spans->beyond;
	if (address < spans->base || spans->count == 0)
		return DWARF_NOTHING;
	begin = address - spans->base;
	place = spans->places; /* begins at the base */
	for (left = spans->count; left > 1; left -= half) {
		half = left / 2;
		place += place[half].begin <= begin ? half
						    : 0; /* no branch: addresses are random */
	}
	return place->index;
}
