/* SPDX-License-Identifier: MIT */
#include "common/dwarf/entries/dwarf_data.h"

#include "common/io/decompress.h"
#include "common/memory/memory.h"

/* Limits of a decompressed section: bytes, and a multiple of the compressed size. */
#define MOST (UINT64_C(4) << 30)
enum { MOST_TIMES = 1024, WINDOW_LOG = 27 };

/* Types of compression (System V ABI, chapter 4, "Section Compression"). */
enum { TYPE_ZLIB = 1, TYPE_ZSTD = 2 };

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

enum { LONGEST_NAME = 32 };

/* A section's compression, from its header, and the bytes after that header. */
struct compressed {
	enum compression kind;
	uint64_t size; /* decompressed, in bytes */
	struct slice bytes;
};

static bool read_header(struct compressed *compressed, const struct elf_file *elf,
			struct slice bytes)
{
	struct dwarf_reader reader = dwarf_reader_at(bytes, elf->is_big_endian, 0);
	const uint64_t type = dwarf_read(&reader, 4);

	if (elf->word == 8)
		dwarf_skip(&reader, 4);
	compressed->size = dwarf_read(&reader, elf->word);
	dwarf_skip(&reader, elf->word); /* alignment */
	compressed->kind = type == TYPE_ZLIB   ? COMPRESSION_ZLIB
			   : type == TYPE_ZSTD ? COMPRESSION_ZSTD
					       : COMPRESSION_NONE;
	compressed->bytes = slice_between((const char *)reader.at, (const char *)reader.end);
	return !reader.failed && compressed->kind != COMPRESSION_NONE;
}

/* ".zdebug_info" of older GNU tools: "ZLIB" and the size, its highest byte first. */
static bool read_old_header(struct compressed *compressed, struct slice bytes)
{
	struct dwarf_reader reader = dwarf_reader_at(bytes, true, 0);

	if (!slice_skip(&bytes, SLICE("ZLIB")))
		return false;
	dwarf_skip(&reader, 4);
	compressed->kind = COMPRESSION_ZLIB;
	compressed->size = dwarf_read(&reader, 8);
	compressed->bytes = slice_between((const char *)reader.at, (const char *)reader.end);
	return !reader.failed;
}

static bool decompress(const struct compressed *compressed, char *to)
{
	struct decoder *decoder = decoder_new(compressed->kind);
	struct slice in = compressed->bytes;
	size_t room = (size_t)compressed->size, before;
	bool is_good = decoder;

	if (!decoder)
		return false;
	if (compressed->kind == COMPRESSION_ZSTD)
		decoder_limit_window(decoder, WINDOW_LOG);
	do {
		before = room;
		is_good = decoder_run(decoder, &in, to + (compressed->size - room), &room);
	} while (is_good && room > 0 && room < before);
	decoder_free(decoder);
	return is_good && room == 0;
}

/* Empty after a failure. */
static struct slice decompressed(struct dwarf_data *data, size_t section,
				 const struct compressed *compressed)
{
	char *to;

	if (compressed->size == 0 || compressed->size > MOST ||
	    compressed->size / MOST_TIMES > compressed->bytes.len)
		return SLICE("");
	to = memory_get((size_t)compressed->size);
	data->decompressed[section] = to;
	return decompress(compressed, to) ? slice_of(to, (size_t)compressed->size) : SLICE("");
}

/* Its bytes in the file; empty without. */
static struct slice bytes_of(const struct dwarf_data *data, const struct elf_section *section)
{
	const struct slice file = data->map.bytes;

	if (section->type == ELF_SECTION_NOBITS || section->size > file.len ||
	    section->offset > file.len - section->size)
		return SLICE("");
	return slice_of(file.ptr + section->offset, (size_t)section->size);
}

/* ".zdebug_info" for ".debug_info" */
static const struct elf_section *find_old(const struct elf_file *elf, struct slice name)
{
	char old[LONGEST_NAME] = ".z";

	memcpy(old + 2, name.ptr + 1, name.len - 1);
	return elf_file_find(elf, slice_from(old));
}

static struct slice read_section(struct dwarf_data *data, const struct elf_file *elf, size_t kind,
				 struct slice name)
{
	const struct elf_section *section = elf_file_find(elf, name);
	struct compressed compressed;
	struct slice bytes;

	if (section) {
		bytes = bytes_of(data, section);
		if (!section->is_compressed)
			return bytes;
		return read_header(&compressed, elf, bytes) ? decompressed(data, kind, &compressed)
							    : SLICE("");
	}
	section = find_old(elf, name);
	if (section && read_old_header(&compressed, bytes_of(data, section)))
		return decompressed(data, kind, &compressed);
	return SLICE("");
}

bool dwarf_data_open(struct dwarf_data *data, const struct elf_file *elf, enum dwarf_kind file)
{
	const struct slice info = names[DWARF_INFO][file];
	size_t kind;

	*data = (struct dwarf_data){.is_big_endian = elf->is_big_endian};
	if (!elf_file_find(elf, info) && !find_old(elf, info))
		return false;
	if (elf->fd < 0)
		data->map.bytes = slice_of(elf->bytes, (size_t)elf->size);
	else if (!guarded_map_fd(&data->map, elf->fd))
		return false;
	data->is_mapped = elf->fd >= 0;
	for (kind = 0; kind < DWARF_SECTIONS; kind++) {
		const struct slice name = names[kind][file];

		data->at[kind] = name.len > 0 ? read_section(data, elf, kind, name) : SLICE("");
	}
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
