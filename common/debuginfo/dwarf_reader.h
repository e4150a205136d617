/* SPDX-License-Identifier: MIT */
/*
 * dwarf_reader.h - numbers of DWARF from bytes that may be damaged. A reader that runs out of bytes
 * sets `failed` and returns 0 from then on, so callers check once, after a series of reads.
 */
#ifndef FLAMBEAU_DWARF_READER_H
#define FLAMBEAU_DWARF_READER_H

#include "common/base/slice.h"

struct dwarf_reader {
	const unsigned char *at, *end;
	bool is_big_endian;
	bool failed;
};

/* From an offset of `bytes` to their end; failed if the offset lies outside of them. */
static inline struct dwarf_reader dwarf_reader_at(struct slice bytes, bool is_big_endian,
						  uint64_t offset)
{
	const bool is_inside = offset <= bytes.len;
	const struct slice rest = slice_tail(bytes, is_inside ? (size_t)offset : bytes.len);
	const unsigned char *at = (const unsigned char *)rest.ptr;

	return (struct dwarf_reader){
		.at = at,
		.end = rest.len > 0 ? at + rest.len : at, /* no bytes may have no address */
		.is_big_endian = is_big_endian,
		.failed = !is_inside,
	};
}

static inline bool dwarf_has(struct dwarf_reader *reader, uint64_t size)
{
	if (LIKELY(!reader->failed && size <= (uint64_t)(reader->end - reader->at)))
		return true;
	reader->failed = true;
	reader->at = reader->end;
	return false;
}

static inline void dwarf_skip(struct dwarf_reader *reader, uint64_t size)
{
	if (dwarf_has(reader, size))
		reader->at += size;
}

/* A number of 1 to 8 bytes. */
static inline uint64_t dwarf_read(struct dwarf_reader *reader, unsigned size)
{
	uint64_t value = 0;
	unsigned i;

	if (!dwarf_has(reader, size))
		return 0;
	if (LIKELY(size == 4 && !reader->is_big_endian)) {
		value = (uint64_t)reader->at[0] | (uint64_t)reader->at[1] << 8 |
			(uint64_t)reader->at[2] << 16 | (uint64_t)reader->at[3] << 24;
		reader->at += 4;
		return value;
	}
	for (i = 0; i < size; i++)
		value = value << 8 | reader->at[reader->is_big_endian ? i : size - 1 - i];
	reader->at += size;
	return value;
}

/* LEB128 of more than one byte; longer ones than 10 bytes fail. */
uint64_t dwarf_read_long_uleb(struct dwarf_reader *reader);

static inline uint64_t dwarf_read_uleb(struct dwarf_reader *reader)
{
	if (LIKELY(reader->at < reader->end && *reader->at < 0x80))
		return *reader->at++;
	return dwarf_read_long_uleb(reader);
}

int64_t dwarf_read_sleb(struct dwarf_reader *reader);

/* Up to a zero byte, which is skipped; fails without one. */
struct slice dwarf_read_text(struct dwarf_reader *reader);

/* Length of a unit: 4 bytes, or 12 in the 64-bit format; *offset_size is 4 or 8 accordingly. */
uint64_t dwarf_read_length(struct dwarf_reader *reader, unsigned *offset_size);

#endif
