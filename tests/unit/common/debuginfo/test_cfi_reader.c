/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/cfi_entry.h"

#include "tests/unit/check.h"

static struct cfi_section section_of(const char *bytes, size_t size)
{
	return (struct cfi_section){
		.bytes = (const unsigned char *)bytes, .size = size, .address = 0x1000, .word = 8};
}

#define SECTION(...) section_of((const char[]){__VA_ARGS__}, sizeof((const char[]){__VA_ARGS__}))

CASE(numbers_follow_the_byte_order)
{
	struct cfi_section section = SECTION(1, 2, 3, 4, 5, 6, 7, 8);
	struct cfi_reader reader = cfi_reader_at(&section, 0);

	CHECK(dwarf_read(&reader.in, 2) == 0x0201);
	CHECK(dwarf_read(&reader.in, 1) == 3);
	reader.in.is_big_endian = true;
	CHECK(dwarf_read(&reader.in, 4) == 0x04050607);
	CHECK(!reader.in.failed);
	CHECK(dwarf_read(&reader.in, 2) == 0 && reader.in.failed);
	CHECK(dwarf_read(&reader.in, 1) == 0); /* also what would have been there */
}

CASE(leb128_of_ten_bytes_is_the_longest)
{
	static const char longest[] = "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01";
	static const char longer[] = "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x00";
	struct cfi_section section = section_of(longest, 10);
	struct cfi_reader reader = cfi_reader_at(&section, 0);

	CHECK(dwarf_read_uleb(&reader.in) == UINT64_MAX && !reader.in.failed);
	section = section_of(longer, 11);
	reader = cfi_reader_at(&section, 0);
	CHECK(dwarf_read_uleb(&reader.in) == 0 && reader.in.failed);
	section = SECTION((char)0xe5, (char)0x8e, 0x26, 0x7f, (char)0x80, 0x7f, 0x40);
	reader = cfi_reader_at(&section, 0);
	CHECK(dwarf_read_uleb(&reader.in) == 624485);
	CHECK(dwarf_read_sleb(&reader.in) == -1);
	CHECK(dwarf_read_sleb(&reader.in) == -128);
	CHECK(dwarf_read_sleb(&reader.in) == -64 && !reader.in.failed);
	CHECK(dwarf_read_sleb(&reader.in) == 0 && reader.in.failed);
}

CASE(pointers_are_relative_to_what_they_say)
{
	struct cfi_section section = SECTION(2, 0, (char)0xfe, (char)0xff, (char)0xff, (char)0xff,
					     5, 0, 0, 0, 7);
	struct cfi_reader reader = cfi_reader_at(&section, 0);

	CHECK(cfi_read_pointer(&reader, 0x02, 0) == 2);
	CHECK(cfi_read_pointer(&reader, 0x1b, 0) == 0x1000 + 2 - 2);
	CHECK(cfi_read_pointer(&reader, 0x3b, 0x500) == 0x505);
	CHECK(!reader.in.failed);
	cfi_read_pointer(&reader, 0x91, 0); /* indirect */
	CHECK(reader.in.failed);
	section.word = 4;
	reader = cfi_reader_at(&section, 2);
	CHECK(cfi_read_pointer(&reader, 0x0b, 0) == 0xfffffffe);
	cfi_read_pointer(&reader, 0x05, 0);
	CHECK(reader.in.failed); /* there is no such format */
}

CASE(parts_end_where_they_end)
{
	const struct cfi_section section = SECTION(1, 2, 3);
	struct cfi_reader reader = cfi_reader_at(&section, 1);
	struct cfi_reader part = cfi_read_part(&reader, 1);

	CHECK(dwarf_read(&part.in, 1) == 2 && !part.in.failed);
	dwarf_read(&part.in, 1);
	CHECK(part.in.failed && dwarf_read(&reader.in, 1) == 3);
	part = cfi_read_part(&reader, UINT64_MAX);
	CHECK(part.in.failed && reader.in.failed && part.in.at == part.in.end);
	reader = cfi_reader_at(&section, 4);
	CHECK(reader.in.failed);
}

TEST_CASES(cfi_reader)
