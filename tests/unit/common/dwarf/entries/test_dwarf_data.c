/* SPDX-License-Identifier: MIT */
/* Compressed sections of debugging information: what may be made of how many bytes. */
#include "common/dwarf/entries/dwarf_data.h"

#include "tests/unit/check.h"
#include "tests/unit/common/symbols/elf/elf_maker.h"

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

/* The bytes of .debug_info that says it holds `size` of them, compressed; 0: it is not read. */
static size_t bytes_of(const unsigned char *bytes, size_t count, uint64_t size)
{
	struct elf_maker maker = {.word = 8};
	const unsigned info = elf_maker_add(&maker, ".debug_info", 1, 0);
	const unsigned abbrev = elf_maker_add(&maker, ".debug_abbrev", 1, 0);
	struct buf *out = elf_maker_content(&maker, info);
	struct dwarf_data data;
	struct elf_file elf;
	size_t found = 0;

	buf_add_char(elf_maker_content(&maker, abbrev), '\0');
	maker.sections[info].flags = COMPRESSED;
	elf_put(&maker, out, ZSTD, 4);
	elf_put(&maker, out, 0, 4);
	elf_put(&maker, out, size, 8);
	elf_put(&maker, out, 1, 8);
	buf_add(out, slice_of((const char *)bytes, count));
	CHECK(elf_file_open_bytes(&elf, elf_maker_finish(&maker)));
	if (dwarf_data_open(&data, &elf, false)) {
		found = data.at[DWARF_INFO].len;
		dwarf_data_close(&data);
	}
	elf_file_close(&elf);
	elf_maker_release(&maker);
	return found;
}

static void a_section_is_at_most_1024_times_its_bytes(void)
{
	if (bytes_of(few, sizeof(few), FEW) == 0)
		return; /* this build has no zstd */
	CHECK(bytes_of(few, sizeof(few), FEW) == FEW);
	CHECK(bytes_of(many, sizeof(many), MANY) == 0);
}

static void a_section_that_lies_about_its_size_is_left_out(void)
{
	CHECK(bytes_of(few, sizeof(few), FEW + 1) == 0);
	CHECK(bytes_of(few, sizeof(few), (UINT64_C(4) << 30) + 1) == 0);
	CHECK(bytes_of(few, sizeof(few), UINT64_MAX) == 0);
	CHECK(bytes_of(few, sizeof(few), 0) == 0);
}

TEST(dwarf_data)
{
	a_section_is_at_most_1024_times_its_bytes();
	a_section_that_lies_about_its_size_is_left_out();
	return check_done();
}
