/* SPDX-License-Identifier: MIT */
/* Compressed sections of debugging information: what may be made of how many bytes. */
#include "common/debuginfo/dwarf_data.h"

#include "common/debuginfo/elf_packed.h"

#include "tests/unit/check.h"
#include "tests/unit/common/debuginfo/elf_maker.h"

enum { ZSTD = 2, COMPRESSED = 1 << 11, FEW = 16 << 10, MANY = 1 << 20 };

/* FEW and MANY zeros, by zstd -19: 780 and 21,000 times their bytes. */
static const unsigned char few[] = {
	0x28, 0xb5, 0x2f, 0xfd, 0x04, 0x68, 0x45, 0x00, 0x00, 0x08, 0x00,
	0x01, 0x00, 0xfc, 0x9f, 0x07, 0x42, 0xec, 0x45, 0x2c, 0x33,
};
static const unsigned char many[] = {
	0x28, 0xb5, 0x2f, 0xfd, 0x04, 0x68, 0x4c, 0x00, 0x00, 0x08, 0x00, 0x01, 0x00,
	0xfc, 0xff, 0x39, 0x10, 0x02, 0x02, 0x00, 0x10, 0x00, 0x02, 0x00, 0x10, 0x00,
	0x02, 0x00, 0x10, 0x00, 0x02, 0x00, 0x10, 0x00, 0x02, 0x00, 0x10, 0x00, 0x02,
	0x00, 0x10, 0x00, 0x03, 0x00, 0x10, 0x00, 0xf1, 0x3e, 0x16, 0xe1,
};

static void put_compressed(struct elf_maker *maker, const char *name, struct slice bytes,
			   uint64_t size)
{
	const unsigned section = elf_maker_add(maker, name, 1, 0);
	struct buf *out = elf_maker_content(maker, section);

	maker->sections[section].flags = COMPRESSED;
	elf_put(maker, out, ZSTD, 4);
	elf_put(maker, out, 0, 4);
	elf_put(maker, out, size, 8);
	elf_put(maker, out, 1, 8);
	buf_add(out, bytes);
}

/*
 * The bytes of .debug_info and .debug_str, each of which says it holds `size` of them, compressed,
 * in a file with so many other bytes; 0: nothing is read.
 */
static size_t bytes_with(struct slice bytes, uint64_t size, size_t others)
{
	struct elf_maker maker = {.word = 8};
	const unsigned abbrev = elf_maker_add(&maker, ".debug_abbrev", 1, 0);
	struct dwarf_data data;
	struct elf_file elf;
	size_t found = 0;

	memset(buf_reserve(elf_maker_content(&maker, abbrev), others), 0, others);
	elf_maker_content(&maker, abbrev)->len += others;
	put_compressed(&maker, ".debug_info", bytes, size);
	put_compressed(&maker, ".debug_str", bytes, size);
	CHECK(elf_file_open_bytes(&elf, elf_maker_finish(&maker)));
	if (dwarf_data_open(&data, &elf, DWARF_FUNCTIONS)) {
		found = data.at[DWARF_INFO].len + data.at[DWARF_STR].len;
		dwarf_data_close(&data);
	}
	elf_file_close(&elf);
	elf_maker_release(&maker);
	return found;
}

static size_t bytes_of(const unsigned char *bytes, size_t count, uint64_t size)
{
	return bytes_with(slice_of((const char *)bytes, count), size, 1024);
}

CASE(the_sections_of_a_file_are_at_most_32_times_its_bytes)
{
	const struct slice zeros = slice_of((const char *)many, sizeof(many));
	const size_t enough = MANY / ELF_PACKED_TIMES;

	if (bytes_of(few, sizeof(few), FEW) == 0)
		return; /* this build has no zstd */
	CHECK(bytes_of(few, sizeof(few), FEW) == 2 * FEW);
	CHECK(bytes_with(zeros, MANY, 2 * enough) == 2 * MANY);
	CHECK(bytes_with(zeros, MANY, enough) == MANY);
	CHECK(bytes_with(zeros, MANY, enough / 2) == 0);
}

CASE(a_section_that_lies_about_its_size_is_left_out)
{
	CHECK(bytes_of(few, sizeof(few), FEW + 1) == 0);
	CHECK(bytes_of(few, sizeof(few), (UINT64_C(4) << 30) + 1) == 0);
	CHECK(bytes_of(few, sizeof(few), UINT64_MAX) == 0);
	CHECK(bytes_of(few, sizeof(few), 0) == 0);
}

TEST_CASES(dwarf_data)
