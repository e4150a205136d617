/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/cfi_reader.h"

/* Formats of encoded pointers. */
enum {
	FORMAT_ADDRESS = 0,
	FORMAT_ULEB = 1,
	FORMAT_U16 = 2,
	FORMAT_U32 = 3,
	FORMAT_U64 = 4,
	FORMAT_SLEB = 9,
	FORMAT_S16 = 10,
	FORMAT_S32 = 11,
	FORMAT_S64 = 12,
};

/* The base of an encoded pointer. */
enum {
	BASE_NONE = 0x00,
	BASE_SELF = 0x10,
	BASE_DATA = 0x30,
	POINTER_INDIRECT = 0x80,
};

struct cfi_reader cfi_reader_at(const struct cfi_section *section, uint64_t offset)
{
	const struct slice bytes = slice_of((const char *)section->bytes, section->size);

	return (struct cfi_reader){
		.section = section,
		.in = dwarf_reader_at(bytes, section->is_big_endian, offset),
	};
}

struct cfi_reader cfi_read_part(struct cfi_reader *reader, uint64_t size)
{
	struct cfi_reader part = *reader;

	dwarf_skip(&reader->in, size);
	part.in.failed = reader->in.failed;
	part.in.end = reader->in.at;
	if (part.in.failed)
		part.in.at = part.in.end;
	return part;
}

static uint64_t read_format(struct cfi_reader *reader, unsigned format)
{
	switch (format) {
	case FORMAT_ADDRESS: return dwarf_read(&reader->in, reader->section->word);
	case FORMAT_ULEB: return dwarf_read_uleb(&reader->in);
	case FORMAT_U16: return dwarf_read(&reader->in, 2);
	case FORMAT_U32: return dwarf_read(&reader->in, 4);
	case FORMAT_U64:
	case FORMAT_S64: return dwarf_read(&reader->in, 8);
	case FORMAT_SLEB: return (uint64_t)dwarf_read_sleb(&reader->in);
	case FORMAT_S16: return (uint64_t)(int16_t)dwarf_read(&reader->in, 2);
	case FORMAT_S32: return (uint64_t)(int32_t)dwarf_read(&reader->in, 4);
	default: reader->in.failed = true; return 0;
	}
}

uint64_t cfi_read_pointer(struct cfi_reader *reader, unsigned encoding, uint64_t data)
{
	const uint64_t self = reader->section->address + cfi_reader_offset(reader);
	uint64_t value = read_format(reader, encoding & CFI_POINTER_FORMAT);

	switch (encoding & (CFI_POINTER_BASE | POINTER_INDIRECT)) {
	case BASE_NONE: break;
	case BASE_SELF: value += self; break;
	case BASE_DATA: value += data; break;
	default: reader->in.failed = true;
	}
	return reader->section->word == 4 ? (uint32_t)value : value;
}

uint64_t cfi_read_length(struct cfi_reader *reader, unsigned encoding)
{
	const uint64_t value = read_format(reader, encoding & CFI_POINTER_FORMAT);

	return reader->section->word == 4 ? (uint32_t)value : value;
}
