/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/dwarf_ranges.h"

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
	MEMORY_ROOM(spans->at, spans->count, spans->cap);
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

	MEMORY_ROOM(to->places, to->count, to->cap);
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
	SORT(added, count, dwarf_spans_compare);
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

/* Kinds of rows in .debug_rnglists. */
enum {
	DW_RLE_end_of_list = 0,
	DW_RLE_base_addressx = 1,
	DW_RLE_startx_endx = 2,
	DW_RLE_startx_length = 3,
	DW_RLE_offset_pair = 4,
	DW_RLE_base_address = 5,
	DW_RLE_start_end = 6,
	DW_RLE_start_length = 7,
};

struct list {
	struct dwarf_spans *spans;
	const struct dwarf_data *data;
	const struct dwarf_unit *unit;
	struct dwarf_reader reader;
	uint64_t base;
	uint32_t index;
};

static void dwarf_ranges_append(struct list *list, uint64_t begin, uint64_t end)
{
	if (begin != 0)
		dwarf_spans_add(list->spans, begin, end, list->index);
}

/* A row of .debug_ranges: two addresses; false at the end. */
static bool read_pair(struct list *list)
{
	const unsigned size = list->unit->sizes.address;
	const uint64_t highest = size == 4 ? UINT32_MAX : UINT64_MAX;
	const uint64_t begin = dwarf_read(&list->reader, size);
	const uint64_t end = dwarf_read(&list->reader, size);

	if (list->reader.failed || (begin == 0 && end == 0))
		return false;
	if (begin == highest)
		list->base = end;
	else if (begin < end) /* omitted code may have lost its place, but not the base */
		dwarf_ranges_append(list, list->base + begin, list->base + end);
	return true;
}

static uint64_t read_indexed(struct list *list)
{
	uint64_t address = 0;

	if (!dwarf_unit_address(list->data, list->unit, dwarf_read_uleb(&list->reader), &address))
		list->reader.failed = true;
	return address;
}

/* A row of .debug_rnglists; false at the end. */
static bool read_row(struct list *list)
{
	struct dwarf_reader *reader = &list->reader;
	const unsigned size = list->unit->sizes.address;
	uint64_t begin = 0, end = 0;

	switch (dwarf_read(reader, 1)) {
	case DW_RLE_base_addressx: list->base = read_indexed(list); break;
	case DW_RLE_base_address: list->base = dwarf_read(reader, size); break;
	case DW_RLE_startx_endx:
		begin = read_indexed(list);
		end = read_indexed(list);
		break;
	case DW_RLE_startx_length:
		begin = read_indexed(list);
		end = begin + dwarf_read_uleb(reader);
		break;
	case DW_RLE_offset_pair:
		begin = list->base + dwarf_read_uleb(reader);
		end = list->base + dwarf_read_uleb(reader);
		break;
	case DW_RLE_start_end:
		begin = dwarf_read(reader, size);
		end = dwarf_read(reader, size);
		break;
	case DW_RLE_start_length:
		begin = dwarf_read(reader, size);
		end = begin + dwarf_read_uleb(reader);
		break;
	default: return false;
	}
	if (reader->failed)
		return false;
	dwarf_ranges_append(list, begin, end);
	return true;
}

static void add_list(struct list *list, const struct dwarf_value *value, uint64_t *work)
{
	const bool has_rows = list->unit->version >= 5;
	uint64_t offset = value->number + (has_rows ? 0 : list->unit->ranges_base);

	if (value->form == DW_FORM_rnglistx &&
	    !dwarf_unit_ranges(list->data, list->unit, value->number, &offset))
		return;
	list->reader = dwarf_data_reader(list->data, has_rows ? DWARF_RNGLISTS : DWARF_RANGES,
					 offset);
	while (*work > 0 && (has_rows ? read_row(list) : read_pair(list)))
		--*work;
}

void dwarf_ranges_add(struct dwarf_spans *spans, const struct dwarf_entry *entry,
		      const struct dwarf_values *values, uint32_t index, uint64_t *work)
{
	struct list list = {
		.spans = spans,
		.data = entry->data,
		.unit = entry->unit,
		.base = entry->unit->low_pc,
		.index = index,
	};
	uint64_t low, high;

	if (values->at[DWARF_RANGES_AT].form != 0) {
		add_list(&list, &values->at[DWARF_RANGES_AT], work);
		return;
	}
	if (*work == 0 ||
	    !dwarf_value_address(entry->data, entry->unit, &values->at[DWARF_LOW_PC], &low))
		return;
	--*work;
	if (!dwarf_value_address(entry->data, entry->unit, &values->at[DWARF_HIGH_PC], &high))
		high = values->at[DWARF_HIGH_PC].form != 0 ? low + values->at[DWARF_HIGH_PC].number
							   : low;
	dwarf_ranges_append(&list, low, high);
}
