/* SPDX-License-Identifier: MIT */
/* Numbers and texts of either order of bytes, and where they end too early. */
#include "common/debuginfo/dwarf_data.h"

#include "tests/unit/check.h"

#define READER(text) dwarf_reader_at(SLICE(text), false, 0)

CASE(numbers_have_one_to_eight_bytes)
{
	struct dwarf_reader reader = READER("\x01\x02\x03\x04\x05\x06\x07\x08\x09");
	struct dwarf_reader big = dwarf_reader_at(SLICE("\x01\x02\x03\x04\x05"), true, 1);

	CHECK(dwarf_read(&reader, 1) == 1 && dwarf_read(&reader, 3) == 0x040302);
	CHECK(dwarf_read(&reader, 4) == 0x08070605 && !reader.failed);
	CHECK(dwarf_read(&reader, 2) == 0 && reader.failed);
	CHECK(dwarf_read(&reader, 1) == 0);
	CHECK(dwarf_read(&big, 4) == 0x02030405 && !big.failed);
}

CASE(leb128_has_at_most_ten_bytes)
{
	struct dwarf_reader reader = READER("\x7f\x80\x01\xe5\x8e\x26\x7f\x80\x7f");
	struct dwarf_reader longest = READER("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01");
	struct dwarf_reader longer = READER("\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x00");
	struct dwarf_reader cut = READER("\x80\x80");

	CHECK(dwarf_read_uleb(&reader) == 127 && dwarf_read_uleb(&reader) == 128);
	CHECK(dwarf_read_uleb(&reader) == 624485);
	CHECK(dwarf_read_sleb(&reader) == -1 && dwarf_read_sleb(&reader) == -128);
	CHECK(!reader.failed);
	CHECK(dwarf_read_uleb(&longest) == UINT64_MAX && !longest.failed);
	CHECK(dwarf_read_uleb(&longer) == 0 && longer.failed);
	CHECK(dwarf_read_uleb(&cut) == 0 && cut.failed);
}

CASE(texts_end_with_a_zero_byte)
{
	struct dwarf_reader reader = READER("one\0\0two");

	CHECK(slice_equal(dwarf_read_text(&reader), SLICE("one")));
	CHECK(dwarf_read_text(&reader).len == 0 && !reader.failed);
	CHECK(dwarf_read_text(&reader).len == 0 && reader.failed);
}

CASE(lengths_say_how_large_offsets_are)
{
	struct dwarf_reader reader = READER("\x10\0\0\0\xff\xff\xff\xff\x20\0\0\0\0\0\0\0");
	unsigned size;

	CHECK(dwarf_read_length(&reader, &size) == 16 && size == 4);
	CHECK(dwarf_read_length(&reader, &size) == 32 && size == 8 && !reader.failed);
}

CASE(offsets_outside_fail)
{
	struct dwarf_reader reader = dwarf_reader_at(SLICE("ab"), false, 3);
	struct dwarf_reader empty = dwarf_reader_at(slice_of(NULL, 0), false, 0);

	CHECK(reader.failed && dwarf_read(&reader, 1) == 0);
	CHECK(!empty.failed && dwarf_read(&empty, 1) == 0 && empty.failed);
}

TEST_CASES(dwarf_reader)
