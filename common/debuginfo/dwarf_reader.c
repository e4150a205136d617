/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/dwarf_reader.h"

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
