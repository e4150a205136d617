/* SPDX-License-Identifier: MIT */
#include "common/unwind/cfi_reader.h"

enum { LEB_LONGEST = 10 }; /* bytes: 64 bits, 7 a byte */

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

/* What they are relative to. */
enum {
	BASE_NONE = 0x00,
	BASE_SELF = 0x10,
	BASE_DATA = 0x30,
	POINTER_INDIRECT = 0x80,
};

struct cfi_reader cfi_reader_at(const struct cfi_section *section, uint64_t offset)
{
	const bool is_inside = offset <= section->size;

	return (struct cfi_reader){
		.section = section,
		.at = section->bytes + (is_inside ? (size_t)offset : section->size),
		.end = section->bytes + section->size,
		.failed = !is_inside,
	};
}

static bool has(struct cfi_reader *reader, uint64_t size)
{
	if (!reader->failed && size <= (uint64_t)(reader->end - reader->at))
		return true;
	reader->failed = true;
	reader->at = reader->end;
	return false;
}

/* The next bytes, which are there. */
static uint64_t number_of(const struct cfi_reader *reader, unsigned size)
{
	const bool is_big_endian = reader->section->is_big_endian;
	uint64_t value = 0;
	unsigned i;

	for (i = 0; i < size; i++)
		value = value << 8 | reader->at[is_big_endian ? i : size - 1 - i];
	return value;
}

uint64_t cfi_read(struct cfi_reader *reader, unsigned size)
{
	uint64_t value;

	if (!has(reader, size))
		return 0;
	value = size == 1 ? *reader->at : number_of(reader, size);
	reader->at += size;
	return value;
}

/* `*bits` is how many of the value were in the bytes. */
static uint64_t read_leb(struct cfi_reader *reader, unsigned *bits)
{
	uint64_t value = 0;
	unsigned i;

	for (i = 0; i < LEB_LONGEST && has(reader, 1); i++) {
		const unsigned char byte = *reader->at++;

		value |= (uint64_t)(byte & 0x7f) << 7 * i;
		*bits = 7 * (i + 1);
		if (!(byte & 0x80))
			return value;
	}
	reader->failed = true;
	*bits = 64;
	return 0;
}

uint64_t cfi_read_uleb(struct cfi_reader *reader)
{
	unsigned bits;

	return read_leb(reader, &bits);
}

int64_t cfi_read_sleb(struct cfi_reader *reader)
{
	unsigned bits;
	uint64_t value = read_leb(reader, &bits);

	if (bits < 64 && value >> (bits - 1))
		value |= UINT64_MAX << bits;
	return (int64_t)value;
}

void cfi_skip(struct cfi_reader *reader, uint64_t size)
{
	if (has(reader, size))
		reader->at += size;
}

struct cfi_reader cfi_read_part(struct cfi_reader *reader, uint64_t size)
{
	struct cfi_reader part = *reader;

	cfi_skip(reader, size);
	part.failed = reader->failed;
	part.end = reader->at;
	if (part.failed)
		part.at = part.end;
	return part;
}

static uint64_t read_format(struct cfi_reader *reader, unsigned format)
{
	switch (format) {
	case FORMAT_ADDRESS: return cfi_read(reader, reader->section->word);
	case FORMAT_ULEB: return cfi_read_uleb(reader);
	case FORMAT_U16: return cfi_read(reader, 2);
	case FORMAT_U32: return cfi_read(reader, 4);
	case FORMAT_U64:
	case FORMAT_S64: return cfi_read(reader, 8);
	case FORMAT_SLEB: return (uint64_t)cfi_read_sleb(reader);
	case FORMAT_S16: return (uint64_t)(int16_t)cfi_read(reader, 2);
	case FORMAT_S32: return (uint64_t)(int32_t)cfi_read(reader, 4);
	default: reader->failed = true; return 0;
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
	default: reader->failed = true;
	}
	return reader->section->word == 4 ? (uint32_t)value : value;
}

uint64_t cfi_read_length(struct cfi_reader *reader, unsigned encoding)
{
	const uint64_t value = read_format(reader, encoding & CFI_POINTER_FORMAT);

	return reader->section->word == 4 ? (uint32_t)value : value;
}
