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

/*
 * Version 4: folder "lib", file "a.c" in it, "/b.h" defined by the program; at 0x100 line 2 of a.c,
 * then its discriminator 7, then line 3 of b.h; code that the linker left out, at 0; code of line 0.
 */
static const char many_program[] = "\x6a\0\0\0\x04\0"
				   "\x1c\0\0\0\x01\x01\x01\xff\x04\x0a"
				   "\0\x01\x01\x01\x01\0\0\0\x01"
				   "lib\0\0"
				   "a.c\0\x01\0\0\0"
				   "\0\x09\x03/b.h\0\0\0\0"       /* file 2 */
				   "\0\x09\x02\0\x01\0\0\0\0\0\0" /* set_address 0x100 */
				   "\x03\x01\x01"                 /* line 2 */
				   "\0\x02\x04\x07\x02\x04\x01"   /* discriminator 7, 4 on */
				   "\x02\x04\x04\x02\x03\x01\x01" /* 4 on, file 2, line 3 */
				   "\x02\x04\x03\x7d\x01"         /* 4 on, line 0 */
				   "\x02\x04\0\x01\x01"
				   "\0\x09\x02\0\0\0\0\0\0\0\0"   /* set_address 0 */
				   "\x01\x02\x80\x02\x03\x10\x01" /* 0x100 on, line 17 */
				   "\x02\x10\0\x01\x01";

/* Version 5: folders "/src" and "lib", file "a.c" in "lib" with its source. */
static const char embedded_program[] = "\x49\0\0\0\x05\0\x08\0"
				       "\x2e\0\0\0\x01\x01\x01\xff\x04\x0a"
				       "\0\x01\x01\x01\x01\0\0\0\x01"
				       "\x01\x01\x08\x02/src\0lib\0"
				       "\x03\x01\x08\x02\x0b\x81\x40\x08\x01"
				       "a.c\0\x01x=1\0"
				       "\x04\0"                       /* file 0 */
				       "\0\x09\x02\0\x01\0\0\0\0\0\0" /* 0x100 */
				       "\x01\x02\x04\0\x01\x01";

static const struct dwarf_unit unit = {.version = 4, .sizes = {8, 4, 4}};

static struct dwarf_data section(struct slice program)
{
	struct dwarf_data data = {.is_big_endian = false};

	data.at[DWARF_LINE] = program;
	return data;
}

static uint64_t line_at(struct dwarf_lines *lines, uint64_t address)
{
	const struct dwarf_line *line = dwarf_lines_find(lines, address);

	return line ? line->line : 0;
}

/* The place of an address, by its path. */
static bool is_at(struct dwarf_lines *lines, uint64_t address, const char *path, uint32_t line,
		  uint32_t discriminator)
{
	const struct dwarf_line *found = dwarf_lines_find(lines, address);
	struct source_place place;
	struct buf text = {0};
	bool is;

	if (!found)
		return false;
	place = dwarf_lines_place(lines, found);
	source_place_add_path(&text, &place);
	is = slice_equal(buf_slice(&text), slice_from(path)) && place.line == line &&
	     place.discriminator == discriminator;
	buf_release(&text);
	return is;
}

CASE(addresses_have_lines)
{
	const struct dwarf_data data = section(slice_of(old_program, OLD_SIZE));
	uint64_t work = OLD_SIZE;
	struct dwarf_lines *lines = dwarf_lines_read(&data, &unit, SLICE("/build"), &work);

	CHECK(line_at(lines, 0xff) == 0 && line_at(lines, 0x100) == 2);
	CHECK(line_at(lines, 0x103) == 2 && line_at(lines, 0x104) == 3);
	CHECK(line_at(lines, 0x107) == 3 && line_at(lines, 0x108) == 0);
	CHECK(is_at(lines, 0x100, "/build/a.c", 2, 0));
	dwarf_lines_free(lines);
}

CASE(rows_are_read_when_an_address_of_their_sequence_is_asked_for)
{
	const struct dwarf_data data = section(slice_of(many_program, sizeof(many_program) - 1));
	uint64_t work = sizeof(many_program);
	struct dwarf_lines *lines = dwarf_lines_read(&data, &unit, SLICE("/build"), &work);

	CHECK(lines->count == 1 && line_at(lines, 0xff) == 0 && !lines->at[0].rows);
	CHECK(line_at(lines, 0x100) == 2 && lines->at[0].rows && lines->at[0].rows->count == 4);
	CHECK(line_at(lines, 0x108) == 3 && lines->file_count == 3);
	dwarf_lines_free(lines);
}

CASE(a_sequence_that_is_cut_off_has_lines_up_to_its_last_row)
{
	char cut[OLD_SIZE];
	struct dwarf_data data;
	struct dwarf_lines *lines;
	uint64_t work = OLD_SIZE;

	memcpy(cut, old_program, sizeof(cut));
	cut[0] = (char)(cut[0] - 5); /* without the end */
	data = section(slice_of(cut, OLD_SIZE - 5));
	lines = dwarf_lines_read(&data, &unit, SLICE("/build"), &work);
	CHECK(line_at(lines, 0x103) == 2 && line_at(lines, 0x104) == 0);
	dwarf_lines_free(lines);
}

CASE(a_program_is_read_while_there_is_work_left)
{
	const struct dwarf_data data = section(slice_of(old_program, OLD_SIZE));
	uint64_t work = 2 * OLD_SIZE;
	unsigned i, read = 0;

	for (i = 0; i < 5; i++) {
		struct dwarf_lines *lines = dwarf_lines_read(&data, &unit, SLICE("/build"), &work);

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
	struct dwarf_lines *lines = dwarf_lines_read(&data, &unit, SLICE("/build"), &work);

	CHECK(lines->file_count <= 1);
	dwarf_lines_free(lines);
}

CASE(places_have_folders_and_discriminators)
{
	const struct dwarf_data data = section(slice_of(many_program, sizeof(many_program) - 1));
	uint64_t work = sizeof(many_program);
	struct dwarf_lines *lines = dwarf_lines_read(&data, &unit, SLICE("/build"), &work);

	CHECK(is_at(lines, 0x100, "/build/lib/a.c", 2, 0));
	CHECK(is_at(lines, 0x104, "/build/lib/a.c", 2, 7));
	CHECK(is_at(lines, 0x108, "/b.h", 3, 0));
	dwarf_lines_free(lines);
}

CASE(code_of_no_line_has_no_place)
{
	const struct dwarf_data data = section(slice_of(many_program, sizeof(many_program) - 1));
	uint64_t work = sizeof(many_program);
	struct dwarf_lines *lines = dwarf_lines_read(&data, &unit, SLICE("/build"), &work);
	const struct dwarf_line *none = dwarf_lines_find(lines, 0x10c);

	CHECK(none && none->line == 0 && dwarf_lines_place(lines, none).name.len == 0);
	dwarf_lines_free(lines);
}

CASE(code_that_the_linker_left_out_has_no_lines)
{
	const struct dwarf_data data = section(slice_of(many_program, sizeof(many_program) - 1));
	uint64_t work = sizeof(many_program);
	struct dwarf_lines *lines = dwarf_lines_read(&data, &unit, SLICE("/build"), &work);

	CHECK(line_at(lines, 0) == 0 && line_at(lines, 0x10) == 0);
	CHECK(line_at(lines, 0x100) == 2 && line_at(lines, 0x110) == 0);
	dwarf_lines_free(lines);
}

CASE(a_source_may_be_embedded)
{
	const struct dwarf_data data = section(
		slice_of(embedded_program, sizeof(embedded_program) - 1));
	uint64_t work = sizeof(embedded_program);
	struct dwarf_lines *lines = dwarf_lines_read(&data, &unit, SLICE("/build"), &work);
	const struct dwarf_line *line = dwarf_lines_find(lines, 0x100);

	CHECK(is_at(lines, 0x100, "/build/lib/a.c", 1, 0));
	CHECK(line && slice_equal(dwarf_lines_place(lines, line).text, SLICE("x=1")));
	dwarf_lines_free(lines);
}

TEST_CASES(dwarf_lines)
