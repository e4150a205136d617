/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/dwarf_package.h"

enum { MOST_COLUMNS = 16 };

/* .debug_cu_index: a hash table of ids, then tables with a row a unit and a column a section. */
struct index {
	const struct dwarf_data *data;
	uint64_t version, columns, rows, slots;
	uint64_t ids, numbers, sections, offsets, sizes; /* where they begin */
};

static uint64_t read_at(const struct index *index, uint64_t offset, unsigned size)
{
	struct dwarf_reader reader = dwarf_data_reader(index->data, DWARF_CU_INDEX, offset);

	return dwarf_read(&reader, size);
}

static bool dwarf_package_read_header(struct index *index, const struct dwarf_data *package)
{
	struct dwarf_reader reader = dwarf_data_reader(package, DWARF_CU_INDEX, 0);
	const uint64_t first = dwarf_read(&reader, 2), second = dwarf_read(&reader, 2);

	index->data = package;
	index->version = first != 0 ? first : second; /* of 4 bytes before version 5 */
	index->columns = dwarf_read(&reader, 4);
	index->rows = dwarf_read(&reader, 4);
	index->slots = dwarf_read(&reader, 4);
	index->ids = 16;
	index->numbers = index->ids + 8 * index->slots;
	index->sections = index->numbers + 4 * index->slots;
	index->offsets = index->sections + 4 * index->columns;
	index->sizes = index->offsets + 4 * index->columns * index->rows;
	return !reader.failed && (index->version == 2 || index->version == 5) &&
	       index->columns <= MOST_COLUMNS && index->slots > 0 &&
	       (index->slots & (index->slots - 1)) == 0 &&
	       index->sizes + 4 * index->columns * index->rows <= package->at[DWARF_CU_INDEX].len;
}

/* The row of an id, counted from 1; 0: there is none. */
static uint64_t find_row(const struct index *index, uint64_t id)
{
	const uint64_t mask = index->slots - 1, step = (id >> 32 & mask) | 1;
	uint64_t slot = id & mask, tries, row;

	for (tries = 0; tries < index->slots; tries++, slot = (slot + step) & mask) {
		row = read_at(index, index->numbers + 4 * slot, 4);
		if (row == 0 || row > index->rows)
			return 0;
		if (read_at(index, index->ids + 8 * slot, 8) == id)
			return row;
	}
	return 0;
}

/* DWARF_SECTIONS: one that is not read. */
static enum dwarf_section dwarf_package_section_of(const struct index *index, uint64_t number)
{
	switch (number) {
	case 1: return DWARF_INFO;
	case 3: return DWARF_ABBREV;
	case 6: return DWARF_STR_OFFSETS;
	case 8: return index->version == 5 ? DWARF_RNGLISTS : DWARF_SECTIONS;
	default: return DWARF_SECTIONS;
	}
}

/* The part of a section that a row's column says; empty if it is not there. */
static struct slice dwarf_package_part_of(const struct index *index, enum dwarf_section section,
					  uint64_t at)
{
	const struct slice all = index->data->at[section];
	const uint64_t offset = read_at(index, index->offsets + 4 * at, 4);
	const uint64_t size = read_at(index, index->sizes + 4 * at, 4);

	return offset <= all.len && size <= all.len - offset
		       ? slice_of(all.ptr + offset, (size_t)size)
		       : SLICE("");
}

bool dwarf_package_find(const struct dwarf_data *package, uint64_t dwo_id, struct dwarf_data *split)
{
	struct index index;
	uint64_t row, column;
	size_t kind;

	if (!dwarf_package_read_header(&index, package))
		return false;
	row = find_row(&index, dwo_id);
	if (row == 0)
		return false;
	*split = (struct dwarf_data){.is_big_endian = package->is_big_endian};
	for (kind = 0; kind < DWARF_SECTIONS; kind++)
		split->at[kind] = SLICE("");
	split->at[DWARF_STR] = package->at[DWARF_STR];
	for (column = 0; column < index.columns; column++) {
		const uint64_t number = read_at(&index, index.sections + 4 * column, 4);
		const enum dwarf_section section = dwarf_package_section_of(&index, number);

		if (section != DWARF_SECTIONS)
			split->at[section] = dwarf_package_part_of(
				&index, section, (row - 1) * index.columns + column);
	}
	return true;
}
