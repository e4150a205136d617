/* SPDX-License-Identifier: MIT */
/* Programs of lines: what they say of addresses, and what damaged ones may cost. */
#include "common/debuginfo/dwarf_lines.h"

#include "tests/unit/check.h"

/* Version 4: file "a.c"; line 2 at 0x100, line 3 at 0x104 up to 0x108. */
static const char old_program[] =
	"\x36\0\0\0\x04\0"                   /* length, version */
	"\x18\0\0\0\x01\x01\x01\xff\x04\x0a" /* header, up to opcode_base */
	"\0\x01\x01\x01\x01\0\0\0\x01"       /* numbers of the opcodes */
	"\0a.c\0\0\0\0\0"                    /* folders, files */
	"\0\x09\x02\0\x01\0\0\0\0\0\0"       /* set_address 0x100 */
	"\x03\x01\x01"                       /* line 2 */
	"\x02\x04\x03\x01\x01"               /* 4 on, line 3 */
	"\x02\x04\0\x01\x01";                /* 4 on, the end */
enum { OLD_SIZE = sizeof(old_program) - 1 };

/* Version 5: rows of files that have no bytes, 2^32 of them. */
static const char endless_program[] = "\x24\0\0\0\x05\0\x08\0"
				      "\x19\0\0\0\x01\x01\x01\xff\x04\x0a"
				      "\0\x01\x01\x01\x01\0\0\0\x01"
				      "\0\0"                             /* folders */
				      "\x01\x02\x19\x80\x80\x80\x80\x10" /* files */
				      "\0\x01\x01";                      /* the end */

static const struct dwarf_unit unit = {.version = 4, .sizes = {8, 4, 4}};

static struct dwarf_data section(struct slice program)
{
	struct dwarf_data data = {.is_big_endian = false};

	data.at[DWARF_LINE] = program;
	return data;
}

static uint64_t line_at(const struct dwarf_lines *lines, uint64_t address)
{
	const struct dwarf_line *line = dwarf_lines_find(lines, address);

	return line ? line->line : 0;
}

CASE(addresses_have_lines)
{
	const struct dwarf_data data = section(slice_of(old_program, OLD_SIZE));
	uint64_t work = OLD_SIZE;
	struct dwarf_lines *lines = dwarf_lines_read(&data, &unit, &work);

	CHECK(line_at(lines, 0xff) == 0 && line_at(lines, 0x100) == 2);
	CHECK(line_at(lines, 0x103) == 2 && line_at(lines, 0x104) == 3);
	CHECK(line_at(lines, 0x107) == 3 && line_at(lines, 0x108) == 0);
	CHECK(slice_equal(dwarf_lines_file(lines, 1), SLICE("a.c")));
	CHECK(dwarf_lines_file(lines, 2).len == 0);
	dwarf_lines_free(lines);
}

CASE(a_program_is_read_while_there_is_work_left)
{
	const struct dwarf_data data = section(slice_of(old_program, OLD_SIZE));
	uint64_t work = 2 * OLD_SIZE;
	unsigned i, read = 0;

	for (i = 0; i < 5; i++) {
		struct dwarf_lines *lines = dwarf_lines_read(&data, &unit, &work);

		read += line_at(lines, 0x100) == 2;
		dwarf_lines_free(lines);
	}
	CHECK(read == 2 && work < OLD_SIZE);
}

CASE(rows_without_bytes_end)
{
	const struct dwarf_data data = section(
		slice_of(endless_program, sizeof(endless_program) - 1));
	uint64_t work = sizeof(endless_program);
	struct dwarf_lines *lines = dwarf_lines_read(&data, &unit, &work);

	CHECK(lines->file_count <= 1);
	dwarf_lines_free(lines);
}

TEST_CASES(dwarf_lines)
