/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/dwarf_unit.h"

/* Types of units (DW_UT_*), which version 5 has. */
enum {
	TYPE_COMPILE = 1,
	TYPE_TYPE = 2,
	TYPE_PARTIAL = 3,
	TYPE_SKELETON = 4,
	TYPE_SPLIT_COMPILE = 5,
	TYPE_SPLIT_TYPE = 6,
};

/* Read the rest of a header, by unit type; false: unknown type. */
static bool read_rest(struct dwarf_unit *unit, struct dwarf_reader *reader, uint64_t type,
		      unsigned offset_size)
{
	switch (type) {
	case TYPE_COMPILE:
	case TYPE_PARTIAL: return true;
	case TYPE_SKELETON:
	case TYPE_SPLIT_COMPILE: unit->dwo_id = dwarf_read(reader, 8); return true;
	case TYPE_TYPE:
	case TYPE_SPLIT_TYPE: dwarf_skip(reader, 8 + offset_size); return true;
	default: return false;
	}
}

static bool is_size(uint64_t size)
{
	return size == 4 || size == 8;
}

/* Read what is after the length; false: a unit that cannot be read, which is skipped. */
static bool dwarf_unit_read_header(struct dwarf_unit *unit, struct dwarf_reader *reader,
				   unsigned offset_size)
{
	uint64_t type = TYPE_COMPILE, address_size;
	bool is_known = true;

	unit->version = (uint16_t)dwarf_read(reader, 2);
	if (unit->version < 2 || unit->version > 5)
		return false;
	if (unit->version == 5) {
		type = dwarf_read(reader, 1);
		address_size = dwarf_read(reader, 1);
		unit->abbrev_offset = dwarf_read(reader, offset_size);
		is_known = read_rest(unit, reader, type, offset_size);
	} else {
		unit->abbrev_offset = dwarf_read(reader, offset_size);
		address_size = dwarf_read(reader, 1);
	}
	unit->sizes = (struct dwarf_sizes){
		.address = (uint8_t)address_size,
		.offset = (uint8_t)offset_size,
		.reference = (uint8_t)(unit->version == 2 ? address_size : offset_size),
	};
	return is_known && is_size(address_size) && type != TYPE_TYPE && type != TYPE_SPLIT_TYPE &&
	       !reader->failed;
}

bool dwarf_unit_read(struct dwarf_unit *unit, const struct dwarf_data *data, uint64_t offset)
{
	struct dwarf_reader reader = dwarf_data_reader(data, DWARF_INFO, offset);
	const unsigned char *start = reader.at, *behind;
	unsigned offset_size;
	uint64_t length;

	*unit = (struct dwarf_unit){.start = offset};
	length = dwarf_read_length(&reader, &offset_size);
	if (!dwarf_has(&reader, length) || length == 0)
		return false;
	behind = reader.at + length;
	reader.end = behind;
	unit->end = offset + (uint64_t)(behind - start);
	unit->is_good = dwarf_unit_read_header(unit, &reader, offset_size);
	unit->first = offset + (uint64_t)(reader.at - start);
	return true;
}

/* ---- Tables ---- */

/* Entry `number` of a table of addresses or offsets, which begins at `base` of a section. */
static bool dwarf_unit_read_table(const struct dwarf_data *data, enum dwarf_section section,
				  uint64_t base, unsigned size, uint64_t number, uint64_t *entry)
{
	struct dwarf_reader reader;

	if (number > data->at[section].len || base > data->at[section].len)
		return false;
	reader = dwarf_data_reader(data, section, base + number * size);
	*entry = dwarf_read(&reader, size);
	return !reader.failed;
}

bool dwarf_unit_address(const struct dwarf_data *data, const struct dwarf_unit *unit,
			uint64_t number, uint64_t *address)
{
	return dwarf_unit_read_table(data, DWARF_ADDR, unit->addr_base, unit->sizes.address, number,
				     address);
}

bool dwarf_unit_ranges(const struct dwarf_data *data, const struct dwarf_unit *unit,
		       uint64_t number, uint64_t *offset)
{
	if (!dwarf_unit_read_table(data, DWARF_RNGLISTS, unit->rnglists_base, unit->sizes.offset,
				   number, offset))
		return false;
	*offset += unit->rnglists_base;
	return *offset >= unit->rnglists_base;
}

bool dwarf_unit_text(const struct dwarf_data *data, const struct dwarf_unit *unit, uint64_t number,
		     uint64_t *offset)
{
	return dwarf_unit_read_table(data, DWARF_STR_OFFSETS, unit->str_offsets_base,
				     unit->sizes.offset, number, offset);
}
