/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/dwarf_data.h"

#include "common/base/memory.h"
#include "common/debuginfo/elf_packed.h"

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
