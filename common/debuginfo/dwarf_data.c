/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/dwarf_data.h"

#include "common/base/memory.h"
#include "common/debuginfo/elf_packed.h"

enum { LEB_LONGEST = 10 }; /* bytes: 64 bits, 7 a byte */

/* `*bits` is how many of the value were in the bytes. */
static uint64_t read_leb(struct dwarf_reader *reader, unsigned *bits)
{
	uint64_t value = 0;
	unsigned i;

	for (i = 0; i < LEB_LONGEST && dwarf_has(reader, 1); i++) {
		const unsigned char byte = *reader->at++;

		value |= (uint64_t)(byte & 0x7f) << 7 * i;
		*bits = 7 * (i + 1);
		if (!(byte & 0x80))
			return value;
	}
	reader->failed = true;
	reader->at = reader->end;
	*bits = 64;
	return 0;
}

uint64_t dwarf_read_long_uleb(struct dwarf_reader *reader)
{
	unsigned bits;

	return read_leb(reader, &bits);
}

int64_t dwarf_read_sleb(struct dwarf_reader *reader)
{
	unsigned bits;
	uint64_t value = read_leb(reader, &bits);

	if (bits < 64 && value >> (bits - 1))
		value |= UINT64_MAX << bits;
	return (int64_t)value;
}

struct slice dwarf_read_text(struct dwarf_reader *reader)
{
	const struct slice rest = slice_between((const char *)reader->at,
						(const char *)reader->end);
	const size_t len = slice_find(rest, '\0');

	if (reader->failed || len == SLICE_NONE) {
		reader->failed = true;
		reader->at = reader->end;
		return SLICE("");
	}
	reader->at += len + 1;
	return slice_head(rest, len);
}

uint64_t dwarf_read_length(struct dwarf_reader *reader, unsigned *offset_size)
{
	const uint64_t length = dwarf_read(reader, 4);

	*offset_size = length == 0xffffffff ? 8 : 4;
	return *offset_size == 8 ? dwarf_read(reader, 8) : length;
}

/* Names of sections, by the kind of file; empty: not read. */
#define EVERYWHERE(name)                                                                           \
	{                                                                                          \
		SLICE_INIT(name), SLICE_INIT(name), SLICE_INIT(name ".dwo")                        \
	}
#define UNSPLIT(name)                                                                              \
	{                                                                                          \
		SLICE_INIT(name), SLICE_INIT(name), SLICE_INIT("")                                 \
	}

static const struct slice names[DWARF_SECTIONS][DWARF_SPLIT + 1] = {
	[DWARF_INFO] = EVERYWHERE(".debug_info"),
	[DWARF_ABBREV] = EVERYWHERE(".debug_abbrev"),
	[DWARF_STR] = EVERYWHERE(".debug_str"),
	[DWARF_STR_OFFSETS] = EVERYWHERE(".debug_str_offsets"),
	[DWARF_ADDR] = UNSPLIT(".debug_addr"),
	[DWARF_RANGES] = UNSPLIT(".debug_ranges"),
	[DWARF_RNGLISTS] = EVERYWHERE(".debug_rnglists"),
	[DWARF_LINE] = {SLICE_INIT(""), SLICE_INIT(".debug_line"), SLICE_INIT("")},
	[DWARF_LINE_STR] = {SLICE_INIT(""), SLICE_INIT(".debug_line_str"), SLICE_INIT("")},
	[DWARF_ALT_LINK] = UNSPLIT(".gnu_debugaltlink"),
	[DWARF_SUP] = UNSPLIT(".debug_sup"),
	[DWARF_CU_INDEX] = {SLICE_INIT(""), SLICE_INIT(""), SLICE_INIT(".debug_cu_index")},
};

/* Its bytes in the file; empty without. */
static struct slice dwarf_data_bytes_of(const struct dwarf_data *data,
					const struct elf_section *section)
{
	const struct slice file = data->map.bytes;

	if (section->type == ELF_SECTION_NOBITS || section->size > file.len ||
	    section->offset > file.len - section->size)
		return SLICE("");
	return slice_of(file.ptr + section->offset, (size_t)section->size);
}

/* *left: bytes that may still be made of the compressed ones. */
static struct slice dwarf_data_read_section(struct dwarf_data *data, const struct elf_file *elf,
					    size_t kind, enum dwarf_kind file, uint64_t *left)
{
	const struct slice name = names[kind][file];
	enum elf_packing packing;
	const struct elf_section *section = name.len > 0 ? elf_packed_find(elf, name, &packing)
							 : NULL;
	const struct slice bytes = section ? dwarf_data_bytes_of(data, section) : SLICE("");
	unsigned char *unpacked;
	size_t size;

	if (bytes.len == 0 || packing == ELF_PLAIN)
		return bytes;
	unpacked = elf_packed_read(elf, packing, bytes, left, &size);
	data->decompressed[kind] = unpacked;
	return unpacked ? slice_of((const char *)unpacked, size) : SLICE("");
}

bool dwarf_data_open(struct dwarf_data *data, const struct elf_file *elf, enum dwarf_kind file)
{
	uint64_t left = elf_packed_limit(elf);
	enum elf_packing packing;
	size_t kind;

	*data = (struct dwarf_data){.is_big_endian = elf->is_big_endian};
	if (!elf_packed_find(elf, names[DWARF_INFO][file], &packing))
		return false;
	if (elf->fd < 0)
		data->map.bytes = slice_of(elf->bytes, (size_t)elf->size);
	else if (!guarded_map_fd(&data->map, elf->fd))
		return false;
	data->is_mapped = elf->fd >= 0;
	for (kind = 0; kind < DWARF_SECTIONS; kind++)
		data->at[kind] = dwarf_data_read_section(data, elf, kind, file, &left);
	if (data->at[DWARF_INFO].len > 0 && data->at[DWARF_ABBREV].len > 0)
		return true;
	dwarf_data_close(data);
	return false;
}

void dwarf_data_close(struct dwarf_data *data)
{
	size_t kind;

	for (kind = 0; kind < DWARF_SECTIONS; kind++)
		free(data->decompressed[kind]);
	if (data->is_mapped)
		guarded_map_close(&data->map);
	*data = (struct dwarf_data){.is_mapped = false};
}

enum { MOST_COLUMNS = 16 };

/* .debug_cu_index: a hash table of ids, then tables, a row per unit, a column per section. */
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

/* The row of an id, counted from 1; 0: none. */
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
